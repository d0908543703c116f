import { test } from 'node:test'
import fc from 'fast-check'
import { Course } from './access-course.ts'
import { grant, step } from './access-steps.ts'

/**
 * Two TPPs that share a bank, two PSUs, each with accounts of their own and those of a company.
 * Whatever they do, in whatever order: a read shows what is granted, and nothing else. The clock
 * stands still between moves, so that the last moment of every rule can be hit exactly.
 */

test('no sequence of grants, revocations, time and reads shows too much or too little', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(grant, grant, grant),
      fc.array(step, { minLength: 15, maxLength: 40, size: 'max' }),
      async (grants, steps) => {
        const course = await Course.begin()
        for (const each of [...grants, ...steps]) await course.take(each)
      },
    ),
    // Ends the search for a shorter counterexample, which otherwise takes its time.
    { numRuns: 12, interruptAfterTimeLimit: 60_000 },
  )
})
