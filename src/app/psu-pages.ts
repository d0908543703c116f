import { type Config, readLogo } from '../config/config.ts'
import { createVisitLimit } from '../http/http.ts'
import { createPsuPages, type ScaFlow } from '../sca/sca.ts'
import { createLook } from '../web/web.ts'

/** What the bank's customers see, in the bank's name and colours. */
export function psuPages(config: Config, flow: ScaFlow) {
  const { brandName: name, brandAccent: accent, brandLogo, frameAncestors, environment } = config
  const { trustedProxies } = config
  const logo = brandLogo === undefined ? undefined : readLogo(brandLogo)
  const sandbox = environment === 'sandbox'
  return {
    routes: createPsuPages({
      flow,
      asksForBank: sandbox && config.sharedWorld === 'off',
      localhost: sandbox && config.localAppBindings === 'on',
    }),
    look: createLook({ brand: { name, accent, logo }, sandbox, frameAncestors }),
    alwaysSecure: !sandbox || config.publicUrl?.startsWith('https:') === true,
    limit: createVisitLimit({ perMinute: config.ownPageVisitsPerMinute, trustedProxies }),
  }
}
