import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { linkIdIn } from '../../test/headless-psu.ts'
import { is, startFlow } from './flow.fixture.ts'
import type { PsuRequest, ScaSubject, StandingRow } from './sca.ts'

/** Something to approve, kept in memory. */
const approved: string[] = []
const failure = { status: 400, code: 'PAYMENT_FAILED', message: 'Not enough money & more' }
const order: ScaSubject = {
  kind: 'order',
  describe: async (_world, { id }) =>
    id === 'not-theirs'
      ? undefined
      : { title: `Order ${id}`, lines: [{ label: 'To', value: 'A' }] },
  approve: async (_world, { id }) => (id === 'poor' ? failure : void approved.push(id)),
  reject: async () => failure,
}

const { sandbox, storage, clock, enter, flow, offers, enteredWith } = await startFlow({
  subjects: [order],
})

const asks: PsuRequest = {
  ...{ psuId: undefined, psuCorporateId: undefined, psuIdentity: undefined, context: undefined },
  ...{
    sessionId: 's1',
    redirectUri: 'https://tpp.example/',
    redirectPreferred: true,
    present: true,
  },
}

const nobody: StandingRow = {
  ...{ psuId: null, customerId: null, agreementId: null, lastScaAt: null, actsPrivately: false },
  ...{ sessionBeganAt: null, sessionScope: null, sessionCorporateId: null, grants: [] },
  ...{ calledAt: null, listings: null },
}

describe('an approval', () => {
  async function due(id: string) {
    const tpp = await sandbox.tpp()
    const { id: world } = await enter(tpp.organizationIdentifier, clock.now())
    const caller = {
      ...{
        requestId: 'r',
        now: clock.now(),
        tppId: tpp.organizationIdentifier,
        tppName: 'Kvitter AS',
      },
      ...{ roles: ['PISP'] as const, world, standing: nobody, asks },
    }
    const note = { actor: 'test', action: 'test', requestId: null }
    const href = await storage.transaction(note, (tx) =>
      offers.approval(caller, { kind: 'order', id }, tx),
    )
    const { id: link, browser, step } = await enteredWith(linkIdIn(href))
    return { link, browser, step }
  }

  test('shows exactly what is approved, and approves it', async () => {
    const { link, browser, step } = await due('order-1')
    assert.deepEqual(is(step, 'approval').subject, {
      ...{ title: 'Order order-1', lines: [{ label: 'To', value: 'A' }] },
    })
    const end = is(await flow.decide(link, browser, { decision: 'approve' }), 'finished')
    assert.ok(new URL(end.redirect).searchParams.get('psu-id'))
    assert.equal(
      is(await flow.decide(link, browser, { decision: 'approve' }), 'closed').reason,
      'used',
    )
    assert.deepEqual(approved, ['order-1'])
  })

  test('that fails or is declined comes back with the reason of its subject', async () => {
    for (const [id, decision] of [
      ['poor', 'approve'],
      ['order-2', 'decline'],
    ] as const) {
      const { link, browser } = await due(id)
      const end = is(await flow.decide(link, browser, { decision }), 'finished')
      assert.match(end.redirect, /\?system=nordgate&status=400&code=PAYMENT_FAILED&message=Not%20/)
    }
    assert.ok(!approved.includes('poor') && !approved.includes('order-2'))
  })

  test('that is not theirs is refused', async () => {
    const end = is((await due('not-theirs')).step, 'finished')
    assert.match(end.redirect, /code=FORBIDDEN/)
  })
})
