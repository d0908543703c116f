import assert from 'node:assert/strict'
import type { Actor, Run } from './actor.ts'
import { authorise, signerOf, some, waitingIn } from './decide.ts'
import { advance } from './time.ts'
import { begins, scaStatusAfter, toldBy } from './told.ts'

/** The PSU looks at a payment shortly before the hour after which its day may be another. */
export async function approveSlowly(run: Run, actor: Actor): Promise<string> {
  const { model } = actor
  const payment = some(
    run,
    waitingIn(actor).filter((each) => !each.open && model.maySign(each, signerOf(each))),
  )
  if (!payment) return 'nothing waits'
  await advance(actor, untilShortlyBefore(model.now, payment.kind === 'periodic' ? 6 : 20))
  const person = signerOf(payment)
  const { href, scaStatus } = await authorise(actor, payment, person)
  const scaRedirect = { href, verbs: ['GET'] }
  const visit = await run.steps.begun({ _links: { scaRedirect } }, person)
  const shown = model.dueDay(payment)
  await advance(actor, 'PT4M')
  const parameters = Object.fromEntries(await run.steps.decided(visit))
  const isSame = String(model.dueDay(payment)) === String(shown)
  const expected = isSame ? model.approve(payment, person) : 'SCA_INVALID'
  assert.equal(toldBy(actor, person, { parameters }), expected)
  assert.equal(await scaStatus(), scaStatusAfter(expected))
  if (begins(expected)) model.begunSession(person)
  return `approved ${payment.id}, seen for ${shown}: ${expected}`
}

/** Two minutes before that hour in Oslo; a visit may rest for five. */
function untilShortlyBefore(now: Temporal.Instant, hour: number): string {
  const local = now.toZonedDateTimeISO('Europe/Oslo')
  const today = local.withPlainTime({ hour }).subtract({ minutes: 2 })
  const next = Temporal.ZonedDateTime.compare(today, local) > 0 ? today : today.add({ days: 1 })
  return `PT${Math.ceil(next.toInstant().since(now).total('seconds'))}S`
}
