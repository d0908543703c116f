import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WorldQueries } from '../../storage/storage.ts'
import { createRegisterMemory, registerIn } from './register.ts'

/** A database of which each question is counted, and where nothing is known. */
function emptyWorld(world: bigint) {
  const counts = { statements: 0 }
  const none = async () => {
    counts.statements++
    return []
  }
  const queries: WorldQueries = {
    world,
    rows: none,
    row: async () => undefined,
    run: async () => 0,
  }
  return { queries, counts }
}

const iban = (place: number) => ({ iban: `NO${String(place).padStart(13, '0')}` })

test('what was answered once is not asked again, not even that there is no such account', async () => {
  const { queries, counts } = emptyWorld(1n)
  const memory = createRegisterMemory()
  const numbers = [iban(1), iban(2), iban(1)]
  const found = await registerIn(queries, memory, '7').accountsByNumber(numbers)
  assert.equal(counts.statements, 1)
  assert.deepEqual(await registerIn(queries, memory, '7').accountsByNumber(numbers), found)
  assert.deepEqual(await registerIn(queries, memory, '7').accountByNumber(iban(2)), found[1])
  assert.equal(counts.statements, 1)
})

test('a number is another question as an IBAN than as an account number', async () => {
  const { queries, counts } = emptyWorld(1n)
  const register = registerIn(queries, createRegisterMemory(), '7')
  await register.accountByNumber({ iban: 'NO9386011117947' })
  await register.accountByNumber({ bban: 'NO9386011117947' })
  assert.equal(counts.statements, 2)
})

test('another edition, and another world with the same edition, is asked for itself', async () => {
  const [one, two] = [emptyWorld(1n), emptyWorld(2n)]
  const memory = createRegisterMemory()
  for (const edition of ['7', '8', '8']) {
    await registerIn(one.queries, memory, edition).accountByNumber(iban(1))
  }
  await registerIn(two.queries, memory, '8').accountByNumber(iban(1))
  assert.deepEqual([one.counts.statements, two.counts.statements], [2, 1])
})

test('an answer that comes after a newer edition was asked for is not taken for it', async () => {
  const memory = createRegisterMemory()
  const late = Promise.withResolvers<never[]>()
  const { queries, counts } = emptyWorld(1n)
  const slow = registerIn({ ...queries, rows: () => late.promise }, memory, '7')
  const answer = slow.accountByNumber(iban(1))
  const newer = registerIn(queries, memory, '8')
  late.resolve([])
  await answer
  await newer.accountByNumber(iban(1))
  assert.equal(counts.statements, 1)
})

test('without an edition nothing is remembered', async () => {
  const { queries, counts } = emptyWorld(1n)
  const memory = createRegisterMemory()
  await registerIn(queries, memory, undefined).accountByNumber(iban(1))
  await registerIn(queries, memory, undefined).accountByNumber(iban(1))
  assert.equal(counts.statements, 2)
})

test('a failure is not remembered', async () => {
  const { queries, counts } = emptyWorld(1n)
  const memory = createRegisterMemory()
  const failing = { ...queries, rows: () => Promise.reject(new Error('gone')) }
  await assert.rejects(registerIn(failing, memory, '7').accountByNumber(iban(1)), /gone/)
  await registerIn(queries, memory, '7').accountByNumber(iban(1))
  assert.equal(counts.statements, 1)
})

test('whoever asks for ever new numbers does not fill the memory, and is answered', async () => {
  const { queries, counts } = emptyWorld(1n)
  const memory = createRegisterMemory(10)
  const ask = (numbers: { iban: string }[]) =>
    registerIn(queries, memory, '7').accountsByNumber(numbers)
  const many = Array.from({ length: 25 }, (_, place) => iban(place))
  assert.equal((await ask(many)).filter(({ ok }) => !ok).length, 25)
  assert.equal((await ask(many.slice(0, 1))).length, 1)
  assert.equal(counts.statements, 2)
})
