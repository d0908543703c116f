import { type Columns, noColumns, type Row, readRow } from './answers.ts'
import type { Prepared } from './queries.ts'

/** What came back for one statement. */
export interface Answer {
  rows: Row[]
  /** What it did, and to how many rows, as in `UPDATE 3`. */
  tag: string
}

/** One of several, with what is to be thrown when it fails. */
export interface Asked {
  query: Prepared
  explained?: ((error: unknown) => unknown) | undefined
}

/** A prepared statement keeps its columns for as long as it lives: the server refuses it otherwise. */
export interface Known {
  columns: Columns
}

export interface Question extends Prepared {
  known?: Known
  /** Whether the server has to be told the text first, and whether it has taken it. */
  tells: boolean
  told: boolean
  answer: Answer
  /** Why a row of the answer could not be understood. */
  misread?: unknown
  resolve(answer: Answer): void
  reject(error: unknown): void
}

/** A value that we cannot read is no reason to lose the place in what the server says. */
export function addRow(question: Question, bytes: Buffer, start: number): void {
  try {
    question.answer.rows.push(readRow(question.known?.columns ?? noColumns, bytes, start))
  } catch (error) {
    question.misread = error
  }
}
