import { inWorld, type Storage, statement, type WorldQueries } from '../../storage/storage.ts'
import { sealLedger } from './seal.ts'
import { readBlocks, readWrongBalances, type WrongBalance } from './verify-statements.ts'

export interface Verified {
  worlds: bigint
  accounts: bigint
  transactions: bigint
  entries: bigint
  blocks: bigint
  /** What is wrong, in sentences; empty when every sum, balance and block is right. */
  faults: string[]
}

/** Goes over everything, while the bank goes on working. What was not sealed yet is sealed first. */
export async function verifyLedger(storage: Storage, at: Temporal.Instant): Promise<Verified> {
  const figures = { worlds: 0n, accounts: 0n, transactions: 0n, entries: 0n, blocks: 0n }
  const faults: string[] = []
  for (const { id } of await storage.rows(readWorlds, [])) {
    await sealLedger(storage, id, at)
    const world = inWorld(storage, id)
    const chain = await verifyChain(world)
    const accounts = await verifyBalances(world)
    figures.worlds += 1n
    figures.accounts += accounts.count
    figures.blocks += chain.blocks
    figures.transactions += chain.transactions
    figures.entries += chain.entries
    faults.push(...[...chain.faults, ...accounts.faults].map((text) => `World ${id}: ${text}`))
  }
  return { ...figures, faults }
}

const blocksPerStatement = 20

async function verifyChain(world: WorldQueries) {
  const found = { blocks: 0n, transactions: 0n, entries: 0n, faults: [] as string[] }
  for (let after = 0n; ; ) {
    const blocks = await world.rows(readBlocks, [after, BigInt(blocksPerStatement)])
    for (const block of blocks) {
      const name = `block ${block.number} (transactions up to ${block.lastSeq})`
      found.blocks += 1n
      found.transactions += block.transactions
      found.entries += block.entries
      if (block.number !== after + 1n) found.faults.push(`the block before ${name} is missing.`)
      if (!block.matches) found.faults.push(`the hash of ${name} does not match its rows.`)
      for (const seq of block.unbalanced) {
        found.faults.push(`the entries of transaction ${seq} do not sum to zero.`)
      }
      for (const seq of block.orphaned) {
        found.faults.push(`entries are without their transaction ${seq}.`)
      }
      after = block.number
    }
    if (blocks.length < blocksPerStatement) return found
  }
}

const accountsPerStatement = 200

async function verifyBalances(world: WorldQueries) {
  const found = { count: 0n, faults: [] as string[] }
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const rows = await world.rows(readWrongBalances, [after, BigInt(accountsPerStatement)])
    found.count += BigInt(rows.length)
    found.faults.push(...rows.flatMap(faultsOf))
    if (rows.length < accountsPerStatement) return found
    after = rows.at(-1)!.accountId
  }
}

const faultsOf = ({ accountId, wrong }: WrongBalance): string[] =>
  wrong.map(
    ({ what, kept, summed }) =>
      `account ${accountId} keeps ${kept} as ${what}, but its rows sum to ${summed}.`,
  )

const readWorlds = statement<[], { id: bigint }>(
  'ledger-worlds',
  'select id from world order by id',
)
