import type { FetchSmall } from './fetch-small.ts'

/** Whether an app opens for an address: its site says so in a file for each kind of phone. */
export interface AppBindings {
  published(address: string | undefined, now: Temporal.Instant): Promise<boolean>
}

const files = ['/.well-known/assetlinks.json', '/.well-known/apple-app-site-association']

/** Bounded, since anybody may name addresses; short, since a TPP may just be publishing. */
const cacheMax = 500
const cacheMinutes = 10

interface Known {
  until: Temporal.Instant
  published: Promise<boolean>
}

export function createAppBindings(fetchSmall: FetchSmall): AppBindings {
  const known = new Map<string, Known>()

  async function look(origin: string): Promise<boolean> {
    const texts = await Promise.all(files.map((file) => fetchSmall(new URL(file, origin))))
    const [android, apple] = texts.map(parsed)
    return bindsAndroid(android) || bindsApple(apple)
  }

  return {
    async published(address, now) {
      const origin = address === undefined ? 'null' : new URL(address).origin
      // An app's own scheme has no site that could publish anything.
      if (origin === 'null') return false
      const cached = known.get(origin)
      if (cached && Temporal.Instant.compare(now, cached.until) < 0) return cached.published
      known.delete(origin)
      const oldest = known.keys().next().value
      if (known.size >= cacheMax && oldest !== undefined) known.delete(oldest)
      const published = look(origin)
      known.set(origin, { until: now.add({ minutes: cacheMinutes }), published })
      return published
    },
  }
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

const handlesUrls = 'delegate_permission/common.handle_all_urls'

function bindsAndroid(links: unknown): boolean {
  return list(links).some((link) => {
    const { relation, target } = record(link)
    return list(relation).includes(handlesUrls) && record(target).namespace === 'android_app'
  })
}

/** Both the older form, with `appID` and `paths`, and the one with `appIDs` and `components`. */
const bindsApple = (association: unknown): boolean =>
  list(record(record(association).applinks).details).some((detail) => {
    const { appID, appIDs } = record(detail)
    return typeof appID === 'string' || list(appIDs).length > 0
  })

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
