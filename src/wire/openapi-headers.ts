import {
  commonHeaders,
  type HeaderRule,
  namesOf,
  type RequiredHeader,
  signingHeaders,
} from './headers.ts'
import { Part, pascalCase } from './openapi-parts.ts'
import type { SignedOperation } from './operation.ts'

/**
 * The headers of a signed operation, with what it requires. Where no PSU is concerned, such as in
 * the sandbox's data, nothing but the signature is wanted.
 */
export function headerParameters({ path, guards, contract }: SignedOperation<never>): Part[] {
  const signing = signingHeaders.map((rule) =>
    rule.name === 'Digest' && contract.body
      ? parameter(rule, { as: 'DigestOfBody', required: true })
      : parameter(rule, { required: rule.name !== 'Digest' }),
  )
  if (path.startsWith('/v1/sandbox/') || guards.world === 'none') return signing
  const { requires = [] } = guards
  return [...signing, ...commonHeaders.map((rule) => parameter(rule, requirement(rule, requires)))]
}

interface Requirement {
  /** The name among the parameters, where it is not that of the header alone. */
  as?: string
  required: boolean
  /** What the meaning of the header does not say already. */
  says?: string
}

function requirement({ name }: HeaderRule, requires: readonly RequiredHeader[]): Requirement {
  const is = (other: string) => other.toLowerCase() === name.toLowerCase()
  const found = requires.find((each) => namesOf(each).some(is))
  if (found === undefined) return { required: false }
  const itself = pascalCase(name)
  if (typeof found === 'string') return { as: `Required${itself}`, required: true }
  if ('holding' in found) {
    const as = `${itself}With${pascalCase(found.holding)}`
    return { as, required: true, says: `Must have \`${found.holding}\`.` }
  }
  const others = found.filter((other) => !is(other))
  return {
    as: `${itself}Unless${others.map(pascalCase).join('Or')}`,
    required: false,
    says: `Required unless ${others.join(' or ')} is sent.`,
  }
}

const parameter = (
  { name, meaning, schema }: HeaderRule,
  { as = pascalCase(name), required, says }: Requirement,
): Part =>
  // The suffix keeps `Date` apart from the type that many languages have.
  new Part('parameters', `${as}Header`, {
    ...{ name, in: 'header', required, schema },
    description: says === undefined ? meaning : `${meaning} ${says}`,
  })

/** A header of answers, under its name. */
export const answerHeader = (
  name: string,
  description: string,
  type: 'string' | 'integer' = 'string',
): Record<string, Part> => ({
  [name]: new Part('headers', pascalCase(name), { description, schema: { type } }),
})
