import { parseNationalIdentity, syntheticBirthNumber } from '../../kernel/national-identity.ts'
import {
  parseOrganisationNumber,
  syntheticOrganisationNumber,
} from '../../kernel/organisation-number.ts'
import { osloDate } from '../../kernel/oslo.ts'
import type { Parsed } from '../../kernel/parsed.ts'
import type { Random } from '../../kernel/random.ts'
import { refusedBecause } from './books-refusal.ts'

interface Given {
  type: 'PRIVATE' | 'CORPORATE'
  customerNumber?: string
  organisationNumber?: string
}

interface Numbers {
  number: string
  organisationNumber?: string
}

/** The numbers of a new customer: as given, if they are valid, and otherwise drawn. */
export const numbersOf = (given: Given, now: Temporal.Instant, random: Random): Numbers =>
  given.type === 'PRIVATE' ? ofPerson(given, now, random) : ofCompany(given, now, random)

function ofPerson(given: Given, now: Temporal.Instant, random: Random): Numbers {
  const { customerNumber, organisationNumber } = given
  if (organisationNumber !== undefined) {
    throw refusedBecause({ path: 'body/organisationNumber', text: 'is for companies' })
  }
  return {
    number: customerNumber === undefined ? drawBirthNumber(random) : identity(customerNumber, now),
  }
}

/** A company is known by its organisation number, unless it is given another to log in with. */
function ofCompany(given: Given, now: Temporal.Instant, random: Random): Numbers {
  const { customerNumber, organisationNumber } = given
  const company =
    organisationNumber === undefined
      ? undefined
      : valid(parseOrganisationNumber(organisationNumber), 'organisationNumber')
  if (customerNumber !== undefined && customerNumber.replaceAll(' ', '').length > 9) {
    const number = identity(customerNumber, now)
    return { number, organisationNumber: company ?? drawOrganisationNumber(random) }
  }
  const number =
    customerNumber === undefined
      ? (company ?? drawOrganisationNumber(random))
      : valid(parseOrganisationNumber(customerNumber), 'customerNumber')
  return { number, organisationNumber: company ?? number }
}

const identity = (customerNumber: string, now: Temporal.Instant): string =>
  valid(parseNationalIdentity(customerNumber, osloDate(now)), 'customerNumber').number

function valid<Value>(parsed: Parsed<Value>, member: string): Value {
  if (parsed.ok) return parsed.value
  throw refusedBecause({ path: `body/${member}`, text: parsed.text })
}

const firstBirthday = Temporal.PlainDate.from('1940-01-01')
const birthdays = 60 * 365

function drawBirthNumber(random: Random): string {
  const draw = random.bytes(8)
  const born = firstBirthday.add({ days: draw.readUInt32BE(0) % birthdays })
  return syntheticBirthNumber(born, draw.readUInt32BE(4))
}

const drawOrganisationNumber = (random: Random): string =>
  syntheticOrganisationNumber(random.bytes(4).readUInt32BE())
