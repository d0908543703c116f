import { layoutMistakes } from './layout-mistakes.ts'
import { lineMistakes } from './line-mistakes.ts'
import type { Mistake } from './mistake.ts'
import { targetMistakes } from './target-mistakes.ts'

/** The usual ones first: where every try costs a verification, not all of them are reached. */
export const mistakes: readonly Mistake[] = [...targetMistakes, ...layoutMistakes, ...lineMistakes]
