import type { BenchCase } from '../case.ts'
import { readContact } from './read-contact.ts'

/** In the order in which they are run. */
export const cases: readonly BenchCase[] = [readContact]
