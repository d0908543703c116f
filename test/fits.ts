import assert from 'node:assert/strict'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Contract } from '../src/wire/operation.ts'

/** Asserts that an answer is as its contract says, and tells nothing that the contract does not. */
export function assertFits({ id, answer }: Contract, body: unknown): void {
  assert.ok(answer.schema, `${id} has no schema`)
  const known = compiled.get(id) ?? Compile(closed(answer.schema) as TSchema)
  compiled.set(id, known)
  // Once through JSON, since that is what a client reads.
  const errors = known.Errors(JSON.parse(JSON.stringify(body)))
  assert.deepEqual(errors, [], `${id}: ${JSON.stringify(body).slice(0, 500)}`)
}

const compiled = new Map<string, ReturnType<typeof Compile>>()

/** The contract leaves room for fields to come; here, one that is not described is a mistake. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const inside = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, closed(value)]),
  )
  return inside.type === 'object' ? { ...inside, additionalProperties: false } : inside
}
