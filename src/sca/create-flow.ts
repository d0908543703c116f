import { approvesOf } from './binding.ts'
import { due } from './due.ts'
import type { Browser, ScaFlow, ShownCode, Step } from './flow.ts'
import { revokeConsents } from './grants.ts'
import { consentNamed } from './own-consents.ts'
import { openOwnPage, ownPage } from './own-page.ts'
import { abort, chooseAgreement, chooseContext, decide, enterCode, identify } from './steps.ts'
import { type FlowParts, type Visit, visit } from './visit.ts'

export interface HeadlessFlow extends ScaFlow {
  /** Like `look`, for a link of this TPP, which is bound to the token when it is not bound yet. */
  openAs(linkId: string, token: string, ofTpp: string): Promise<Step | undefined>
}

export function createFlow(parts: FlowParts): HeadlessFlow {
  /** A step on a link that nobody has opened yet opens it and does nothing more. */
  const step = (
    action: string,
    secret: string,
    browser: Browser,
    act: (visit: Visit) => Promise<Step>,
  ) =>
    visit(parts, { secret, browser, action: `sca-${action}` }, (entered, opened) =>
      opened ? act(entered) : due(entered),
    )
  return {
    look: (secret, browser, { opens } = { opens: true }) =>
      visit(parts, { secret, browser, opens, action: 'sca-look' }, due),
    openAs: (secret, token, ofTpp) =>
      visit(parts, { secret, browser: token, token, ofTpp, action: 'sca-look' }, due),
    identify: (secret, browser, number) =>
      step('identify', secret, browser, (entered) => identify(entered, number)),
    enterCode: (secret, browser, code) =>
      step('enter-code', secret, browser, (entered) => enterCode(entered, code)),
    chooseContext: (secret, browser, context) =>
      step('choose-context', secret, browser, (entered) => chooseContext(entered, context)),
    chooseAgreement: (secret, browser, agreementId) =>
      step('choose-agreement', secret, browser, (entered) => chooseAgreement(entered, agreementId)),
    decide: (secret, browser, decision) =>
      step(decision.decision, secret, browser, (entered) => decide(entered, decision)),
    abort: (secret, browser) => step('abort', secret, browser, abort),
    revoke: (secret, browser, consentId) =>
      step('revoke', secret, browser, (entered) => revoke(entered, consentId)),
    ownPage: (tppId) => ownPage(parts, tppId),
    openOwnPage: (tppId, number) => openOwnPage(parts, tppId, number),
    ...(parts.login.simulatesDevice && {
      device: (secret: string, browser: Browser) => device(parts, secret, browser),
    }),
  }
}

async function revoke(entered: Visit, consentId: string): Promise<Step> {
  const { link, world } = entered
  const which = consentId === 'all' ? consentId : consentNamed(consentId)
  if (link.shows === 'own-consents' && link.customerId !== null && which) {
    await revokeConsents(world, link.customerId, which)
  }
  return due(entered)
}

/** Only the browser that logs in sees what the device shows. */
async function device(
  parts: FlowParts,
  secret: string,
  browser: Browser,
): Promise<ShownCode | undefined> {
  const shown: ShownCode[] = []
  const entry = { secret, browser, opens: false, action: 'sca-device' }
  await visit(parts, entry, async (entered, opened) => {
    const { link } = entered
    if (opened && link.code !== null) shown.push({ code: link.code, ...approvesOf(link) })
    return due(entered)
  })
  return shown[0]
}
