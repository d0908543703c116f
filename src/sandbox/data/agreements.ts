import type { Customer, CustomerAgreement, Engagement } from '../../bank/port.ts'
import { parseIban } from '../../kernel/iban.ts'
import type { Transaction } from '../../storage/storage.ts'
import type { Input, Output } from '../../wire/operation.ts'
import type {
  createSandboxAgreement,
  createSandboxEngagement,
  listSandboxAgreements,
  listSandboxEngagements,
  readSandboxEngagement,
} from '../../wire/sandbox-agreements.ts'
import { found, refusedBecause, taken, unknownResource } from './books-refusal.ts'
import { listPart } from './list-part.ts'
import type { MockParts } from './mock-parts.ts'
import { type OwnBooks, ownBooks, type WorldCaller } from './own-books.ts'
import { requireRoom } from './world-bounds.ts'

export const createAgreements = ({ storage, random, bounds }: MockParts) => ({
  async list(
    caller: WorldCaller,
    { query }: Input<typeof listSandboxAgreements>,
  ): Promise<Output<typeof listSandboxAgreements>> {
    const own = ownBooks(storage, caller, random)
    const toWire = await agreementPrinter(own)
    return { agreements: listPart(await own.books.agreements(), query).map(toWire) }
  },

  async create(
    caller: WorldCaller,
    { body: { owner, name } }: Input<typeof createSandboxAgreement>,
    tx: Transaction,
  ): Promise<Output<typeof createSandboxAgreement>> {
    const { bank, books } = ownBooks(tx, caller, random)
    const { id: ownerId, number } = taken(await bank.customerByNumber(owner), 'body/owner')
    await requireRoom(books, bounds, 'agreements')
    const agreement = taken(await books.createAgreement({ ownerId, name }), 'body/owner')
    return { id: agreement.id, owner: number, name: agreement.name, engagements: [] }
  },

  async listEngagements(
    caller: WorldCaller,
    { path }: Input<typeof listSandboxEngagements>,
  ): Promise<Output<typeof listSandboxEngagements>> {
    const own = ownBooks(storage, caller, random)
    const agreement = found(await own.books.agreement(path.id))
    const { engagements } = (await agreementPrinter(own))(agreement)
    return { engagements }
  },

  async readEngagement(
    caller: WorldCaller,
    { path }: Input<typeof readSandboxEngagement>,
  ): Promise<Output<typeof readSandboxEngagement>> {
    const own = ownBooks(storage, caller, random)
    const agreement = found(await own.books.agreement(path.id))
    const { engagements } = (await agreementPrinter(own))(agreement)
    const engagement = engagements.find(({ id }) => id === path.engagementId)
    if (!engagement) throw unknownResource()
    return engagement
  },

  async engage(
    caller: WorldCaller,
    { path, body }: Input<typeof createSandboxEngagement>,
    tx: Transaction,
  ): Promise<Output<typeof createSandboxEngagement>> {
    const { bank, books } = ownBooks(tx, caller, random)
    const { id: agreementId } = found(await books.agreement(path.id))
    const customer = taken(await bank.customerByNumber(body.customer), 'body/customer')
    requirePerson(customer)
    requireView(body.roles)
    const number = parseIban(body.account.iban)
    if (!number.ok) throw refusedBecause({ path: 'body/account/iban', text: number.text })
    const account = await bank.accountByNumber({ iban: number.value })
    if (!account.ok) throw refusedBecause({ path: 'body/account/iban', text: 'is unknown here' })
    const { id: accountId, currency, iban } = account.value
    const limit = (minor: number) => ({ minor: BigInt(minor), currency })
    await requireRoom(books, bounds, 'engagements')
    const [engaged] = await books.engage([
      {
        ...{ agreementId, customerId: customer.id, accountId, roles: body.roles },
        ...(body.registerLimit !== undefined && { registerLimit: limit(body.registerLimit) }),
        ...(body.approvalLimit !== undefined && { approvalLimit: limit(body.approvalLimit) }),
      },
    ])
    return toWireEngagement(taken(engaged!, 'body/account/iban'), customer.number, iban)
  },
})

function requirePerson({ type }: Customer): void {
  if (type === 'PRIVATE') return
  throw refusedBecause({ path: 'body/customer', text: 'is a company, and only people can act' })
}

function requireView(roles: readonly string[]): void {
  if (roles.includes('VIEW')) return
  throw refusedBecause({ path: 'body/roles', text: 'must have VIEW, on which the others build' })
}

/** Agreements name people and accounts by our ids; outside they go by their own numbers. */
export async function agreementPrinter({ books }: OwnBooks) {
  const [customers, accounts] = [await books.customers(), await books.accounts()]
  const numberOf = new Map(customers.map(({ id, number }) => [id, number]))
  const ibanOf = new Map(accounts.map(({ id, iban }) => [id, iban]))
  return ({ id, ownerId, name, engagements }: CustomerAgreement) => ({
    id,
    owner: numberOf.get(ownerId) ?? '',
    name,
    engagements: engagements.map((engagement) =>
      toWireEngagement(
        engagement,
        numberOf.get(engagement.customerId) ?? '',
        ibanOf.get(engagement.accountId) ?? '',
      ),
    ),
  })
}

const toWireEngagement = (
  { id, roles, registerLimit, approvalLimit }: Engagement,
  customer: string,
  iban: string,
) => ({
  id,
  customer,
  account: { iban },
  roles,
  ...(registerLimit && { registerLimit: Number(registerLimit.minor) }),
  ...(approvalLimit && { approvalLimit: Number(approvalLimit.minor) }),
})
