import { osloInstant } from '../kernel/oslo.ts'
import { remembered } from '../kernel/remembered.ts'
import { listedIn } from './headers.ts'

/** Where an announced change takes effect; each place has its own day. */
export type Environment = 'sandbox' | 'production'

interface AnnouncedChange {
  changes: string
  /** The month or the day, where it is known. */
  announced?: string
  /** From that day on in Oslo it is the rule; without one it waits for those who ask for it. */
  effective: Partial<Record<Environment, string>>
}

const everywhere = (day: string) => ({ sandbox: day, production: day })

/** Every change that breaks clients, by the name that `x-accept-fix` takes: past and to come. */
export const announcedChanges = {
  'amount-as-string': {
    changes: 'Amounts are strings.',
    announced: '2019-11',
    effective: everywhere('2020-08-01'),
  },
  'cardaccount-switch-originalamount-and-transactionamount': {
    changes:
      'In a card transaction, transactionAmount is what it comes to on the account and ' +
      'originalAmount what the merchant asked for.',
    announced: '2020-05',
    effective: everywhere('2024-11-13'),
  },
  'longer-names': {
    changes: 'The name of a card account has up to 70 characters.',
    announced: '2020-06',
    effective: everywhere('2024-10-01'),
  },
  'cash-account-type-iso': {
    changes: 'cashAccountType is one of ISO 20022.',
    announced: '2023-06',
    effective: everywhere('2024-11-13'),
  },
  'structured-addresses': {
    changes:
      'SEPA and SWIFT payments need the creditor’s name, town and country, and the BIC of the ' +
      'creditor’s bank.',
    effective: { sandbox: '2026-08-13', production: '2026-11-15' },
  },
  'town-name': {
    changes: 'An address has townName; city is no longer taken for it.',
    announced: '2026-08-20',
    effective: {},
  },
  'slim-transaction-list': {
    changes:
      'The list of transactions keeps ids, dates, amount, names and the transaction code; the ' +
      'rest is told by the details only.',
    effective: {},
  },
  'structured-remittance-array': {
    changes: 'remittanceInformationStructured is no longer taken, only its array.',
    effective: {},
  },
} as const satisfies Record<string, AnnouncedChange>

export type ChangeName = keyof typeof announcedChanges

const names = Object.keys(announcedChanges) as ChangeName[]

/** Those among the values of the header that there are; unknown ones are ignored. */
export const acceptedChanges = (header: string | undefined): readonly ChangeName[] =>
  header === undefined ? [] : changesIn(header)

const headersRemembered = 100

/** Most callers send the same one with all they ask. */
const changesIn = remembered(headersRemembered, (header: string): readonly ChangeName[] => {
  const asked = new Set(listedIn(header))
  return names.filter((name) => asked.has(name))
})

interface Rule {
  fromMs: number
  inForce: ReadonlySet<ChangeName>
}

/** What is the rule from each of their days on, the latest first; asked at every request. */
function rulesIn(environment: Environment): Rule[] {
  const starts = names.flatMap((name) => {
    const { effective }: AnnouncedChange = announcedChanges[name]
    const day = effective[environment]
    if (day === undefined) return []
    return [{ name, fromMs: osloInstant(Temporal.PlainDate.from(day), '00:00').epochMilliseconds }]
  })
  const startedBy = (ms: number) => starts.filter(({ fromMs }) => fromMs <= ms)
  return starts
    .map(({ fromMs }) => ({ fromMs, inForce: new Set(startedBy(fromMs).map(({ name }) => name)) }))
    .sort((a, b) => b.fromMs - a.fromMs)
}

const rules = { sandbox: rulesIn('sandbox'), production: rulesIn('production') }
const beforeAll: ReadonlySet<ChangeName> = new Set()

/** What the answer follows: what is the rule by then, and what the caller accepts before. */
export function changesInForce(
  accepted: readonly ChangeName[],
  environment: Environment,
  now: Temporal.Instant,
): ReadonlySet<ChangeName> {
  const nowMs = now.epochMilliseconds
  const inForce = rules[environment].find(({ fromMs }) => fromMs <= nowMs)?.inForce ?? beforeAll
  return accepted.every((name) => inForce.has(name)) ? inForce : inForce.union(new Set(accepted))
}

/** As `docs/announced-changes.md` has them. */
export function changesMarkdown(): string {
  const rows = names.map((name) => {
    const { changes, announced = '', effective }: AnnouncedChange = announcedChanges[name]
    const { sandbox = 'no day yet', production = 'no day yet' } = effective
    return `| \`${name}\` | ${changes} | ${announced} | ${sandbox} | ${production} |`
  })
  return [
    '| `x-accept-fix` | What changes | Announced | In the sandbox from | In production from |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}
