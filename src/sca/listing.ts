import { createHmac } from 'node:crypto'

/** A list that is read without the PSU, of which further pages cost no call of their own. */
export interface Listing {
  /** This page is itself one of those. */
  goesOn: boolean
  /** Goes into the link to a page as query parameter `listing`, and is good for that page alone. */
  passFor(page: object): string
}

/**
 * The key of a list is drawn when it is counted and never told, so a pass cannot be made for a page
 * that no link led to: above all not for the first one, to see again and again what is new.
 */
export const listingWith = (key: string, goesOn: boolean): Listing => ({
  goesOn,
  passFor: (page) => passFor(key, page),
})

const passFor = (key: string, page: object): string =>
  createHmac('sha256', key).update(whatIsAsked(page)).digest('base64url')

/** Whether the query is that of a link which a list with this key has handed out. */
export const isOfListing = (key: string, query: { listing?: unknown }): boolean =>
  query.listing === passFor(key, query)

const whatIsAsked = (query: object): string => {
  const asked = Object.entries(query).filter(
    ([name, value]) => name !== 'listing' && value !== undefined,
  )
  return JSON.stringify(asked.sort(([a], [b]) => (a < b ? -1 : 1)))
}
