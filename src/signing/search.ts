import { anotherOrder } from './line-mistakes.ts'
import { type Draft, draftBytes, type Mistake, type SentRequest } from './mistake.ts'
import { mistakes } from './mistakes.ts'

/** Tells whether these bytes are what the caller signed. */
export type Judge = (signed: Buffer) => boolean

export interface Limits {
  tries: number
  /** Of all candidates together. */
  bytes: number
}

export interface Found {
  steps: readonly { mistake: Mistake; detail?: string | undefined }[]
  draft: Draft
}

/**
 * Looks for what the caller signed: nothing wrong, one usual mistake, lines in any other order,
 * then two mistakes at once, within limits that a hostile message cannot stretch.
 */
export function searchMistakes(
  right: Draft,
  request: SentRequest,
  judge: Judge,
  limits: Limits,
): Found | undefined {
  const left = { ...limits }
  for (const candidate of candidates(right, request)) {
    const bytes = draftBytes(candidate.draft)
    left.bytes -= bytes.length
    if (left.tries-- <= 0 || left.bytes < 0) return undefined
    if (judge(bytes)) return candidate
  }
  return undefined
}

function* candidates(right: Draft, request: SentRequest): Generator<Found> {
  yield { steps: [], draft: right }
  for (const mistake of mistakes) yield* after([], mistake, right, request)
  for (const lines of permutations(right.lines)) {
    yield { steps: [{ mistake: anotherOrder }], draft: { ...right, lines } }
  }
  for (const [place, first] of mistakes.entries()) {
    const one = [...after([], first, right, request)]
    for (const second of mistakes.slice(place + 1)) {
      for (const { steps, draft } of one) yield* after(steps, second, draft, request)
    }
  }
}

function* after(
  steps: Found['steps'],
  mistake: Mistake,
  right: Draft,
  request: SentRequest,
): Generator<Found> {
  for (const { detail, ...draft } of mistake.drafts(right, request)) {
    yield { steps: [...steps, { mistake, detail }], draft }
  }
}

const mostLinesToPermute = 6

/** Every order but the given one (Heap's algorithm). */
export function* permutations<Line>(lines: readonly Line[]): Generator<Line[]> {
  if (lines.length > mostLinesToPermute) return
  const current = [...lines]
  const counters = lines.map(() => 0)
  for (let place = 1; place < lines.length; ) {
    const count = counters[place] ?? 0
    if (count >= place) {
      counters[place] = 0
      place++
      continue
    }
    const other = place % 2 === 0 ? 0 : count
    ;[current[place], current[other]] = [current[other] as Line, current[place] as Line]
    counters[place] = count + 1
    place = 1
    yield [...current]
  }
}
