import { Type } from 'typebox'
import { uuidForm } from '../kernel/uuid.ts'
import { Day } from './day.ts'
import { Link } from './link.ts'
import { Form } from './text.ts'

export const pageMax = 1000
export const pageUsual = 100

const offsetMax = 2 ** 31 - 1

/** What a list of transactions takes, of an account or of a card account. */
export const transactionQuery = Type.Object({
  bookingStatus: Type.Optional(
    Type.Enum(['booked', 'pending', 'both', 'all'], {
      description:
        'Which transactions to list; `booked` if left out. `all` is `both`: nothing but booked ' +
        'and pending transactions is kept.',
    }),
  ),
  dateFrom: Type.Optional(Day('The first day; 90 days back if left out.')),
  dateTo: Type.Optional(Day('The last day; today if left out.')),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: pageMax,
      description: `How many at most; ${pageUsual} if left out.`,
    }),
  ),
  offset: Type.Optional(
    Type.Integer({ minimum: 0, maximum: offsetMax, description: 'How many to skip.' }),
  ),
  cursor: Type.Optional(
    Form(`^(last|(after|before)-${uuidForm})$`, 'taken from a link to another page', {
      maxLength: 64,
      description:
        'Set in the links to other pages: the place in the list, which stays the same when new ' +
        'transactions arrive. With it, `offset` only says how far that was.',
    }),
  ),
  listing: Type.Optional(
    Type.String({
      maxLength: 128,
      description:
        'Set in links to other pages: lets the page behind the link, and no other, count as one ' +
        'unattended call with the list that it belongs to, for ten minutes.',
    }),
  ),
})

/** To other pages; without a next or a previous one there is no link to it. */
export const pageLinks = {
  first: Link,
  next: Type.Optional(Link),
  previous: Type.Optional(Link),
  last: Link,
}

export const pagingDescription =
  'Newest first; pending ones, where they are asked for, before booked ones. New transactions ' +
  'that arrive while pages are turned make nothing appear twice or not at all. Without ' +
  'PSU-IP-Address the list reaches 90 days back, and four lists in any 24 hours are answered for ' +
  'each account; the pages that the links lead on to belong to the same list, while the first one ' +
  'and whatever else may show what is new is a list of its own.'
