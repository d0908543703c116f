import {
  commonHeaders,
  type HeaderRule,
  namesOf,
  type RequiredHeader,
  signingHeaders,
} from './headers.ts'
import type { SignedOperation } from './operation.ts'

type Json = Record<string, unknown>

/**
 * The headers of a signed operation, with what it requires. Where no PSU is concerned, such as in
 * the sandbox's data, nothing but the signature is wanted.
 */
export function headerParameters({ path, guards, contract }: SignedOperation<never>): Json[] {
  const signing = signingHeaders.map((rule) =>
    parameter(rule, { required: rule.name !== 'Digest' || contract.body !== undefined }),
  )
  if (path.startsWith('/v1/sandbox/') || guards.world === 'none') return signing
  const { requires = [] } = guards
  return [...signing, ...commonHeaders.map((rule) => parameter(rule, requirement(rule, requires)))]
}

interface Requirement {
  required: boolean
  /** What the meaning of the header does not say already. */
  says?: string
}

function requirement({ name }: HeaderRule, requires: readonly RequiredHeader[]): Requirement {
  const is = (other: string) => other.toLowerCase() === name.toLowerCase()
  const found = requires.find((each) => namesOf(each).some(is))
  if (found === undefined) return { required: false }
  if (typeof found === 'string') return { required: true }
  if ('holding' in found) return { required: true, says: `Must have \`${found.holding}\`.` }
  const others = found.filter((other) => !is(other)).join(' or ')
  return { required: false, says: `Required unless ${others} is sent.` }
}

const parameter = (
  { name, meaning, schema }: HeaderRule,
  { required, says }: Requirement,
): Json => ({
  ...{ name, in: 'header', required, schema },
  description: says === undefined ? meaning : `${meaning} ${says}`,
})
