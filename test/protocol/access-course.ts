import assert from 'node:assert/strict'
import { ask, linkIn, psuIp, walked } from '../headless-psu.ts'
import { targetOf, verdictOf } from './access-answers.ts'
import { bank, people, sandbox } from './access-bank.ts'
import { type Place, PsuModel, type Read, type Scope, scopes } from './access-model.ts'
import { OwnPage } from './access-own-page.ts'
import type { Doing, Step } from './access-steps.ts'

interface KnownPsu {
  model: PsuModel
  psuId?: string
  corporateId?: string
  sessions: string[]
}

/** One run: what the TPPs hold, what the model says, and a bank as it was at the beginning. */
export class Course {
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

  /** Who has no account left under an agreement is not offered it any more. */
  #mayAct = (who: { person: number; scope: Scope }): boolean => this.#reached(who).length > 0

  async #grant(step: Doing<'grant'>): Promise<void> {
    if (!this.#mayAct(step)) return
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
    sca: { session: string | undefined; ticked?: string[]; inContext?: boolean },
  ): Promise<void> {
    const { inContext = true } = sca
    const psu = this.#psu(who)
    const { parameters } = await walked(bank.tpps[who.tpp]!, href, this.#script(who, sca.ticked))
    assert.equal(parameters.context, inContext ? who.scope : 'PRIVATE')
    assert.equal(parameters['tpp-session-id'], sca.session)
    if (psu.psuId !== undefined) assert.equal(parameters['psu-id'], psu.psuId)
    psu.psuId = parameters['psu-id']!
    const scope = inContext ? who.scope : undefined
    if (scope === 'CORPORATE') psu.corporateId = parameters['psu-corporate-id']!
    psu.model.authenticate(scope, this.#now, sca)
  }

  async #fail(step: Doing<'fail'>): Promise<void> {
    if (!this.#mayAct(step)) return
    const tpp = bank.tpps[step.tpp]!
    const href = linkIn(await ask(tpp, 'POST', '/v1/bank-offered-consents'), 201)
    const script = this.#script(step, this.#ticked(step, step.ticks))
    const { parameters } = await walked(tpp, href, { ...script, outcome: step.outcome })
    assert.equal(parameters['psu-id'], undefined)
  }

  async #logIn(step: Doing<'log in'>): Promise<void> {
    if (!this.#mayAct(step)) return
    const session = this.#newSession(this.#psu(step))
    const headers = { ...psuIp, 'TPP-Session-ID': session }
    const href = linkIn(await ask(bank.tpps[step.tpp]!, 'GET', step.target, headers))
    await this.#walk(step, href, { session, inContext: step.target === '/v1/user' })
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
    if (expected.answer !== 'sca' || step.follow === undefined || !this.#mayAct(step)) return
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
