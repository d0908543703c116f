import type { ShownCode } from './flow.ts'
import type { LinkRow } from './link-rows.ts'
import type { Binding } from './subject-description.ts'
import type { ScaSubject } from './subjects.ts'
import type { Visit } from './visit.ts'

/**
 * Dynamic linking: a code for an approval is made for one amount and payee. Both are shown beside
 * the code, and once what is approved is anything else, the code has approved nothing.
 */

/** A code for this link, along with what it is made for. */
export async function newCode(visit: Visit): Promise<void> {
  const { link, parts } = visit
  const binding = await bindingOf(visit)
  link.code = parts.login.newCode()
  link.binding = binding ? JSON.stringify(binding) : null
}

/** What waits for approval on this link just now; held until the step is taken. */
export async function bindingOf({ parts, link, world, now }: Visit): Promise<Binding | undefined> {
  const { subjectId: id, tppId } = link
  const subject: ScaSubject | undefined = parts.subjects.find(
    ({ kind }) => kind === link.subjectKind,
  )
  if (!subject || id === null || tppId === null) return undefined
  return subject.binding(world, { id, tppId, now })
}

export const isMadeFor = ({ link }: Visit, binding: Binding | undefined): boolean =>
  binding !== undefined && keptIn(link)?.digest === binding.digest

/** What the device shows beside the code. */
export function approvesOf(link: LinkRow): Pick<ShownCode, 'approves'> {
  const kept = keptIn(link)
  if (!kept) return {}
  const { does, amount, payee } = kept
  return { approves: { does, amount, payee } }
}

const keptIn = ({ binding }: LinkRow): Binding | undefined =>
  binding === null ? undefined : (JSON.parse(binding) as Binding)
