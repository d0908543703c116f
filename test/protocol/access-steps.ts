import fc from 'fast-check'
import { type Read, scopes } from './access-model.ts'

/** What can happen, in any order. */

const who = {
  tpp: fc.nat({ max: 1 }),
  person: fc.nat({ max: 1 }),
  scope: fc.constantFrom(...scopes),
}
const ticks = fc.oneof(fc.constant(7), fc.nat({ max: 7 }))

export const grant = fc.record({
  ...{ does: fc.constant('grant' as const), ...who, ticks },
  ...{ withSession: fc.boolean(), asksAs: fc.constantFrom('nobody', 'the same', 'the other') },
})
const fail = fc.record({
  ...{ does: fc.constant('fail' as const), ...who, ticks },
  outcome: fc.constantFrom('decline', 'abort'),
})
const logIn = fc.record({
  ...{ does: fc.constant('log in' as const), ...who },
  /** Only the first asks for whom the PSU acts. */
  target: fc.constantFrom('/v1/user', '/v1/agreements'),
})
const revoke = fc.record({
  ...{ does: fc.constant('revoke' as const), person: who.person },
  which: fc.oneof(fc.constant('all' as const), fc.record({ tpp: who.tpp, scope: who.scope })),
})
const engage = fc.record({
  ...{ does: fc.constantFrom('leave' as const, 'join' as const), person: who.person },
  place: fc.nat({ max: 1 }),
})
/** To the last moment of a rule, just past it, and in between. */
const times = ['PT1S', 'PT59M59S', 'PT1H', 'PT23H', 'PT24H', 'P30D']
const longTimes = ['PT2159H', 'PT2160H', 'PT2160H1S', 'PT4320H', 'PT4320H1S']
const wait = fc.record({
  does: fc.constant('wait' as const),
  time: fc.constantFrom(...times, ...longTimes),
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
export const step = fc.oneof(
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
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
export type Doing<Does extends Step['does']> = Extract<Step, { does: Does }>
