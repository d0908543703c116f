import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { manualClock } from '../../src/kernel/clock.ts'
import {
  ask,
  electrician,
  ingrid,
  jonas,
  linkIn,
  psuIp,
  roastery,
  walked,
} from '../headless-psu.ts'
import { startSandbox, type Tpp } from '../sandbox.ts'
import { type Place, PsuModel, type Read, type Scope, type Verdict } from './access-model.ts'
import { OwnPage } from './access-own-page.ts'

/**
 * Two TPPs that share a bank, two PSUs, each with accounts of their own and those of a company.
 * Whatever they do, in whatever order: a read shows what is granted, and nothing else. The clock
 * stands still between moves, so that the last moment of every rule can be hit exactly.
 */

const people = [
  { number: ingrid, agreement: roastery },
  { number: jonas, agreement: electrician },
]
const scopes: Scope[] = ['PRIVATE', 'CORPORATE']

const who = {
  tpp: fc.nat({ max: 1 }),
  person: fc.nat({ max: 1 }),
  scope: fc.constantFrom(...scopes),
}
const ticks = fc.oneof(fc.constant(7), fc.nat({ max: 7 }))

const grant = fc.record({
  ...{ does: fc.constant('grant' as const), ...who, ticks },
  ...{ withSession: fc.boolean(), asksAs: fc.constantFrom('nobody', 'the same', 'the other') },
})
const fail = fc.record({
  ...{ does: fc.constant('fail' as const), ...who, ticks },
  outcome: fc.constantFrom('decline', 'abort'),
})
const logIn = fc.record({ does: fc.constant('log in' as const), ...who })
const revoke = fc.record({
  ...{ does: fc.constant('revoke' as const), person: who.person },
  which: fc.oneof(fc.constant('all' as const), fc.record({ tpp: who.tpp, scope: who.scope })),
})
const engage = fc.record({
  ...{ does: fc.constantFrom('leave' as const, 'join' as const), person: who.person },
  place: fc.nat({ max: 1 }),
})
const wait = fc.record({
  does: fc.constant('wait' as const),
  time: fc.constantFrom(
    ...['PT1S', 'PT59M59S', 'PT1H', 'PT23H', 'PT24H', 'P1D', 'P30D', 'P89D', 'P90D', 'P180D'],
  ),
})
const often = <T>(usual: fc.Arbitrary<T>, seldom: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: usual }, { weight: 1, arbitrary: seldom })
const read = fc.record({
  ...{ does: fc.constant('read' as const), ...who },
  kind: fc.constantFrom<Read['kind']>(
    ...(['list', 'list-with-balances', 'account'] as const),
    ...(['balances', 'transactions', 'details', 'balances', 'transactions', 'details'] as const),
  ),
  /** Among those that the PSU reaches in the context, or all that there are. */
  place: often(
    fc.record({ own: fc.constant<boolean>(true), index: fc.nat({ max: 2 }) }),
    fc.record({ own: fc.constant<boolean>(false), index: fc.nat({ max: 9 }) }),
  ),
  ...{ far: often(fc.constant(false), fc.constant(true)), present: fc.boolean() },
  session: fc.constantFrom('none', 'latest', 'first'),
  /** Once, or until the quota is certainly used up. */
  times: often(fc.constant(1), fc.constant(5)),
  /** What the PSU does when the answer is a link. */
  follow: fc.option(ticks, { nil: undefined }),
})
const step = fc.oneof(
  ...[
    { weight: 4, arbitrary: grant },
    { weight: 1, arbitrary: fail },
  ],
  ...[
    { weight: 1, arbitrary: logIn },
    { weight: 1, arbitrary: revoke },
  ],
  ...[
    { weight: 1, arbitrary: engage },
    { weight: 3, arbitrary: wait },
  ],
  { weight: 12, arbitrary: read },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
type Doing<Does extends Step['does']> = Extract<Step, { does: Does }>

const sandbox = await startSandbox({
  clock: manualClock('2026-11-11T10:00:00Z'),
  env: { NORDGATE_SHARED_WORLD: 'on' },
})
const bank = await prepareBank()

test('no sequence of grants, revocations, time and reads shows too much or too little', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(grant, grant, grant),
      fc.array(step, { minLength: 15, maxLength: 40, size: 'max' }),
      async (grants, steps) => {
        const course = await Course.begin()
        for (const each of [...grants, ...steps]) await course.take(each)
      },
    ),
    { numRuns: 16 },
  )
})

interface KnownPsu {
  model: PsuModel
  psuId?: string
  corporateId?: string
  sessions: string[]
}

/** One run: what the TPPs hold, what the model says, and a bank as it was at the beginning. */
class Course {
  readonly #known: KnownPsu[][]
  readonly #engaged = people.map(({ number }) => new Set(bank.of(number, 'CORPORATE')))
  #now = bank.start
  #sessions = 0

  private constructor() {
    this.#known = bank.tpps.map(() => people.map(() => ({ model: new PsuModel(), sessions: [] })))
  }

  static async begin(): Promise<Course> {
    const [first] = bank.tpps
    await first!.client.call('POST', `/v1/sandbox/snapshots/${bank.snapshot}/restore`)
    return new Course()
  }

  async take(step: Step): Promise<void> {
    switch (step.does) {
      case 'grant':
        return this.#grant(step)
      case 'fail':
        return this.#fail(step)
      case 'log in':
        return this.#logIn(step)
      case 'revoke':
        return this.#revoke(step)
      case 'leave':
      case 'join':
        return this.#engage(step)
      case 'wait':
        return this.#wait(step)
      case 'read':
        for (let time = 0; time < step.times; time++) await this.#read(step)
    }
  }

  #psu = ({ tpp, person }: { tpp: number; person: number }): KnownPsu => this.#known[tpp]![person]!

  #reached({ person, scope }: { person: number; scope: Scope }): Place[] {
    const { number } = people[person]!
    const all = bank.of(number, scope)
    return scope === 'PRIVATE' ? all : all.filter((place) => this.#engaged[person]!.has(place))
  }

  #ticked = (who: { person: number; scope: Scope }, mask: number): string[] =>
    this.#reached(who)
      .filter((_, place) => mask & (1 << place))
      .map(({ id }) => id)

  #script = ({ person, scope }: { person: number; scope: Scope }, accounts?: string[]) => ({
    ...{ customerNumber: people[person]!.number, context: scope },
    ...(scope === 'CORPORATE' && { agreement: people[person]!.agreement }),
    ...(accounts && { accounts }),
  })

  async #grant(step: Doing<'grant'>): Promise<void> {
    const tpp = bank.tpps[step.tpp]!
    const psu = this.#psu(step)
    const session = step.withSession ? this.#newSession(psu) : undefined
    const other = this.#psu({ ...step, person: 1 - step.person })
    const { psuId } = step.asksAs === 'the same' ? psu : other
    const headers = {
      ...(session !== undefined && { 'TPP-Session-ID': session }),
      ...(step.asksAs !== 'nobody' && psuId !== undefined && { 'PSU-ID': psuId }),
    }
    const href = linkIn(await ask(tpp, 'POST', '/v1/bank-offered-consents', headers), 201)
    await this.#walk(step, href, { session, ticked: this.#ticked(step, step.ticks) })
  }

  /** Ticks, or only logs in; what the TPP is told is what it says from then on. */
  async #walk(
    who: { tpp: number; person: number; scope: Scope },
    href: string,
    sca: { session: string | undefined; ticked?: string[] },
  ): Promise<void> {
    const psu = this.#psu(who)
    const { parameters } = await walked(bank.tpps[who.tpp]!, href, this.#script(who, sca.ticked))
    assert.equal(parameters.context, who.scope)
    assert.equal(parameters['tpp-session-id'], sca.session)
    if (psu.psuId !== undefined) assert.equal(parameters['psu-id'], psu.psuId)
    psu.psuId = parameters['psu-id']!
    if (who.scope === 'CORPORATE') psu.corporateId = parameters['psu-corporate-id']!
    psu.model.authenticate(who.scope, this.#now, sca)
  }

  async #fail(step: Doing<'fail'>): Promise<void> {
    const tpp = bank.tpps[step.tpp]!
    const href = linkIn(await ask(tpp, 'POST', '/v1/bank-offered-consents'), 201)
    const script = this.#script(step, this.#ticked(step, step.ticks))
    const { parameters } = await walked(tpp, href, { ...script, outcome: step.outcome })
    assert.equal(parameters['psu-id'], undefined)
  }

  async #logIn(step: Doing<'log in'>): Promise<void> {
    const session = this.#newSession(this.#psu(step))
    const headers = { ...psuIp, 'TPP-Session-ID': session }
    const href = linkIn(await ask(bank.tpps[step.tpp]!, 'GET', '/v1/user', headers))
    await this.#walk(step, href, { session })
  }

  #newSession(psu: KnownPsu): string {
    const session = `session-${++this.#sessions}`
    psu.sessions.push(session)
    return session
  }

  async #revoke({ person, which }: Doing<'revoke'>): Promise<void> {
    const page = await OwnPage.open(sandbox.url, people[person]!.number)
    assert.deepEqual(page.consents.map(scopeOfConsent).sort(), this.#consentsOf(person))
    if (which !== 'all') {
      const { psuId = '-', model } = this.#psu({ ...which, person })
      const wanted = `${psuId} ${which.scope}`
      const found = page.consents.find((id) => scopeOfConsent(id) === wanted)
      if (found === undefined) return
      await page.revoke(found)
      model.revoke(which.scope)
    } else {
      await page.revoke('all')
      for (const known of this.#known)
        for (const scope of scopes) known[person]!.model.revoke(scope)
    }
    assert.deepEqual(page.consents.map(scopeOfConsent).sort(), this.#consentsOf(person))
  }

  #consentsOf = (person: number): string[] =>
    this.#known
      .flatMap((known) => {
        const { model, psuId } = known[person]!
        return model.consents().map((scope) => `${psuId} ${scope}`)
      })
      .sort()

  /** There is no operation that ends an engagement, so the bank does it behind the scenes. */
  async #engage({ does, person, place }: Doing<'leave' | 'join'>): Promise<void> {
    const { number } = people[person]!
    const account = bank.of(number, 'CORPORATE')[place]!
    const engaged = this.#engaged[person]!
    if (engaged.has(account) === (does === 'join')) return
    if (does === 'leave') {
      engaged.delete(account)
      await sandbox.sql('delete from engagement where account_id = $1', [account.id])
    } else {
      engaged.add(account)
      const rows = bank.engagements.filter((row) => row.account_id === account.id)
      await sandbox.sql(
        'insert into engagement select * from json_populate_recordset(null::engagement, $1)',
        [JSON.stringify(rows)],
      )
    }
  }

  async #wait({ time }: Doing<'wait'>): Promise<void> {
    const { client } = bank.tpps[0]!
    const body = { advance: time }
    const moved = await client.call<{ now: string }>('POST', '/v1/sandbox/clock', { body })
    this.#now = Temporal.Instant.from(moved.body.now)
  }

  async #read(step: Doing<'read'>): Promise<void> {
    const psu = this.#psu(step)
    const { own, index } = step.place
    const places = own ? bank.of(people[step.person]!.number, step.scope) : bank.places
    const account = places[index % places.length]!
    const session =
      step.session === 'none' ? undefined : psu.sessions.at(step.session === 'first' ? 0 : -1)
    // A card has no details of its own.
    const kind = step.kind === 'details' && account.card ? 'balances' : step.kind
    const { scope, present } = step
    const day = kind === 'details' ? bank.latest(account).day : this.#firstDay(step.far)
    const asked: Read = { kind, scope, account, day, present, session }
    const expected = psu.model.read(asked, this.#reached(step), this.#now)
    const headers = this.#headers(step, session)
    const answer = await ask(bank.tpps[step.tpp]!, 'GET', targetOf(asked), headers)
    assert.deepEqual(verdictOf(answer, expected), expected)
    if (expected.answer !== 'sca' || step.follow === undefined) return
    const ticked = expected.asks === 'consent' ? this.#ticked(step, step.follow) : undefined
    await this.#walk(step, linkIn(answer), { session, ...(ticked && { ticked }) })
  }

  #firstDay(far: boolean): Temporal.PlainDate {
    const today = this.#now.toZonedDateTimeISO('Europe/Oslo').toPlainDate()
    return today.subtract({ days: far ? 91 : 90 })
  }

  /** A TPP that has no ids of its own tries with the other one's. */
  #headers(step: Doing<'read'>, session: string | undefined): Record<string, string> {
    const own = this.#psu(step)
    const stolen = this.#psu({ ...step, tpp: 1 - step.tpp })
    const psuId = own.psuId ?? stolen.psuId
    const corporateId = own.corporateId ?? stolen.corporateId ?? bank.start.toString()
    return {
      ...(psuId !== undefined && { 'PSU-ID': psuId }),
      ...(step.scope === 'CORPORATE' && { 'PSU-Corporate-ID': corporateId }),
      ...(session !== undefined && { 'TPP-Session-ID': session }),
      ...(step.present && psuIp),
    }
  }
}

const scopeOfConsent = (id: string): string => {
  const [psuId, scope] = id.split('.')
  return `${psuId} ${scope === 'PRIVATE' ? 'PRIVATE' : 'CORPORATE'}`
}

function targetOf({ kind, account, day }: Read): string {
  const one = `/v1/${account.card ? 'card-accounts' : 'accounts'}/${account.id}`
  if (kind === 'list') return '/v1/accounts'
  if (kind === 'list-with-balances') return '/v1/accounts?withBalance=true'
  if (kind === 'account') return one
  if (kind === 'balances') return `${one}/balances`
  if (kind === 'transactions') return `${one}/transactions?dateFrom=${day}&limit=3`
  return `${one}/transactions/${bank.latest(account).id}`
}

/** What the answer says, in the words of the model. */
function verdictOf(
  { status, body }: { status: number; body: unknown },
  expected: Verdict,
): unknown {
  const { code } = body as { code?: string }
  if (status === 401 && code === undefined) {
    // Which of the two pages waits behind the link is seen when it is followed.
    return { answer: 'sca', asks: 'asks' in expected ? expected.asks : 'something' }
  }
  if (status === 200) return { answer: 'shown', ids: idsIn(body, expected) }
  const answers: Record<string, string> = {
    '400 FORMAT_ERROR': 'corporate-id-missing',
    '400 PERIOD_INVALID': 'too-far-back',
    '404 RESOURCE_UNKNOWN': 'unknown',
    '429 ACCESS_EXCEEDED': 'exceeded',
  }
  return { answer: answers[`${status} ${code}`] ?? `${status} ${code}` }
}

/** In the order that is expected; which order it is, other tests say. */
function idsIn(body: unknown, expected: Verdict): string[] {
  const wanted = expected.answer === 'shown' ? expected.ids : []
  const { accounts } = body as { accounts?: { resourceId: string }[] }
  if (!accounts) return wanted
  const ids = accounts.map(({ resourceId }) => resourceId)
  return [...wanted.filter((id) => ids.includes(id)), ...ids.filter((id) => !wanted.includes(id))]
}

interface Transaction {
  id: string
  day: Temporal.PlainDate
}

/** Keeps the bank as it is, and lets a TPP be shown all that there is to see. */
async function prepareBank() {
  const [scout, ...tpps] = [await sandbox.tpp(), await sandbox.tpp(), await sandbox.tpp()]
  const kept = await scout.client.call<{ id: string }>('POST', '/v1/sandbox/snapshots')
  const reached = new Map<string, Place[]>()
  const latest = new Map<string, Transaction>()
  for (const { number, agreement } of people) {
    for (const scope of scopes) {
      const script = { customerNumber: number, context: scope, agreement }
      const found = await explore(scout, script)
      reached.set(`${number} ${scope}`, found.places)
      for (const [id, transaction] of found.latest) latest.set(id, transaction)
    }
  }
  return {
    tpps,
    snapshot: kept.body.id,
    start: Temporal.Instant.from('2026-11-11T10:00:00Z'),
    places: [...reached.values()].flat(),
    of: (number: string, scope: Scope): Place[] => reached.get(`${number} ${scope}`) ?? [],
    latest: ({ id }: Place): Transaction => latest.get(id)!,
    engagements: await sandbox.sql<{ account_id: string }>('select * from engagement'),
  }
}

async function explore(
  tpp: Tpp,
  script: { customerNumber: string; context: string; agreement: string },
) {
  const { parameters } = await walked(
    tpp,
    linkIn(await ask(tpp, 'POST', '/v1/bank-offered-consents'), 201),
    script,
  )
  const corporateId = parameters['psu-corporate-id']
  const headers = {
    ...{ ...psuIp, 'PSU-ID': parameters['psu-id'] ?? '' },
    ...(corporateId !== undefined && { 'PSU-Corporate-ID': corporateId }),
  }
  const get = async <Body>(target: string) => (await ask(tpp, 'GET', target, headers)).body as Body
  type Listed = { resourceId: string }[]
  const { accounts } = await get<{ accounts: Listed }>('/v1/accounts')
  const { cardAccounts } = await get<{ cardAccounts: Listed }>('/v1/card-accounts')
  const latest = new Map<string, Transaction>()
  for (const { resourceId } of accounts) {
    const page = await get<{
      transactions: { booked: { transactionId: string; bookingDate: string }[] }
    }>(`/v1/accounts/${resourceId}/transactions?limit=1`)
    const [newest] = page.transactions.booked
    assert.ok(newest, 'every account of the initial state has a history')
    const day = Temporal.PlainDate.from(newest.bookingDate)
    latest.set(resourceId, { id: newest.transactionId, day })
  }
  const place =
    (card: boolean) =>
    ({ resourceId: id }: { resourceId: string }) => ({ id, card })
  return { latest, places: [...accounts.map(place(false)), ...cardAccounts.map(place(true))] }
}
