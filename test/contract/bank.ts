import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type {
  Balance,
  Bank,
  BankResult,
  BankTransaction,
  Context,
  PaymentInstructions,
  PaymentOrder,
  Place,
  TransactionQuery,
} from '../../src/bank/port.ts'
import type { Currency } from '../../src/kernel/currency.ts'
import type { Money } from '../../src/kernel/money.ts'

/**
 * What an adapter puts before the suite: a bank with these people and accounts, made anew for each
 * test. Steps are lasting when their promise resolves.
 */
export interface BankUnderTest {
  bank: Bank
  at: Temporal.Instant
  /** A private customer with all accounts below but the company's. */
  kari: { id: string; number: string }
  /** NOK 1 000.00, and twelve booked transactions of different sizes, two on each of six days. */
  current: { id: string; iban: string; bban: string }
  /** NOK 0.00. */
  savings: { id: string; iban: string }
  /** EUR 100.00. */
  euro: { id: string; iban: string }
  /** Takes payments with a KID only. */
  kidOnly: { id: string; iban: string }
  blocked: { id: string; iban: string }
  closed: { id: string; iban: string }
  /** Readable, but payments were withdrawn. NOK 500.00. */
  readOnly: { id: string; iban: string }
  /** Limit NOK 20 000.00; NOK -300.00 booked, of which -100.00 invoiced. */
  card: { id: string }
  /** A company's account under an agreement: Kari may view and register, not approve. */
  company: { agreementId: string; accountId: string }
  /** Ids that are good, but at another bank. */
  elsewhere: { customerId: string; agreementId: string; accountId: string; transactionId: string }
  /** Books one more transaction on `current`, on the day of `at`. */
  arrive(minor: bigint): Promise<void>
}

export function bankContract(name: string, makeBank: () => Promise<BankUnderTest>): void {
  describe(`${name}: customers and accounts`, () => customersAndAccounts(makeBank))
  describe(`${name}: balances and transactions`, () => reading(makeBank))
  describe(`${name}: payments`, () => payments(makeBank))
  describe(`${name}: ids of another bank are unknown`, () => isolation(makeBank))
}

type Make = () => Promise<BankUnderTest>

function customersAndAccounts(makeBank: Make): void {
  test('a customer is found by number and by id', async () => {
    const { bank, kari } = await makeBank()
    const customer = value(await bank.customerByNumber(kari.number))
    assert.equal(customer.id, kari.id)
    assert.deepEqual(value(await bank.customer(kari.id)), customer)
    assert.equal(refusal(await bank.customerByNumber('no such number')), 'customer-unknown')
  })

  test('in the private context a customer reaches the own accounts', async () => {
    const { bank, kari, current, readOnly, card, company } = await makeBank()
    const accounts = value(await bank.accountsOf(kari.id, { kind: 'PRIVATE' }))
    const rightsOf = (id: string) => accounts.find((account) => account.id === id)?.rights
    assert.deepEqual(rightsOf(current.id), {
      visible: true,
      paymentsAllowed: true,
      mayApprove: true,
      mayCancel: true,
    })
    assert.equal(rightsOf(readOnly.id)?.paymentsAllowed, false)
    assert.equal(rightsOf(readOnly.id)?.mayCancel, true)
    assert.equal(rightsOf(company.accountId), undefined)
    const cards = value(await bank.cardAccountsOf(kari.id, { kind: 'PRIVATE' }))
    assert.deepEqual(
      cards.map(({ id }) => id),
      [card.id],
    )
  })

  test('under an agreement a customer reaches what the engagement says', async () => {
    const { bank, kari, company } = await makeBank()
    const context = { kind: 'CORPORATE', agreementId: company.agreementId } as const
    const [account, ...others] = value(await bank.accountsOf(kari.id, context))
    assert.deepEqual(others, [])
    assert.equal(account?.id, company.accountId)
    assert.equal(account?.rights.paymentsAllowed, true)
    assert.equal(account?.rights.mayApprove, false)
    assert.equal(account?.rights.mayCancel, false)
    assert.deepEqual(value(await bank.cardAccountsOf(kari.id, context)), [])
    const [agreement] = value(await bank.agreementsOf(kari.id))
    assert.equal(agreement?.id, company.agreementId)
    assert.deepEqual(agreement?.engagements[0]?.roles.toSorted(), ['REGISTER', 'VIEW'])
  })

  test('accounts that are reached come with what is on them', async () => {
    const { bank, kari, current, card } = await makeBank()
    const accounts = value(await bank.accountsOf(kari.id, { kind: 'PRIVATE' }))
    const cards = value(await bank.cardAccountsOf(kari.id, { kind: 'PRIVATE' }))
    for (const id of [current.id, card.id]) {
      const reached = [...accounts, ...cards].find((account) => account.id === id)
      assert.deepEqual(reached?.balances, value((await bank.balances([id]))[0]!))
    }
  })

  test('the register says the same of accounts, without what is on them', async () => {
    const { bank, kari, current, company } = await makeBank()
    const { agreementId } = company
    for (const context of [
      { kind: 'PRIVATE' as const },
      { kind: 'CORPORATE' as const, agreementId },
    ]) {
      const reached = value(await bank.accountsOf(kari.id, context))
      const alone = reached.map(({ balances: _, ...account }) => account)
      assert.deepEqual(value(await bank.register().accountsOf(kari.id, context)), alone)
    }
    const numbers = [{ iban: 'NO9386011117947' }, { bban: current.bban }, { iban: current.iban }]
    const found = await bank.accountsByNumber(numbers)
    assert.deepEqual(await bank.register().accountsByNumber(numbers), found)
    assert.deepEqual(await bank.register().accountByNumber({ iban: current.iban }), found[2])
  })

  test('an account is found by id, IBAN and account number', async () => {
    const { bank, current, card } = await makeBank()
    const account = value(await bank.account(current.id))
    assert.deepEqual(value(await bank.accountByNumber({ iban: current.iban })), account)
    assert.deepEqual(value(await bank.accountByNumber({ bban: current.bban })), account)
    const numbers = [{ iban: 'NO9386011117947' }, { bban: current.bban }, { iban: current.iban }]
    const [unknown, ...known] = await bank.accountsByNumber(numbers)
    assert.equal(refusal(unknown!), 'account-unknown')
    assert.deepEqual(known.map(value), [account, account])
    assert.equal(refusal(await bank.account(card.id)), 'account-unknown')
    assert.equal(refusal(await bank.cardAccount(current.id)), 'account-unknown')
  })
}

function reading(makeBank: Make): void {
  test('balances of accounts, in the order asked for', async () => {
    const { bank, current, euro } = await makeBank()
    const [first, unknown, second] = await bank.balances([euro.id, 'nonsense', current.id])
    assert.deepEqual(amounts(value(first!)), {
      interimAvailable: 'EUR 10000',
      interimBooked: 'EUR 10000',
      expected: 'EUR 10000',
    })
    assert.equal(refusal(unknown!), 'account-unknown')
    assert.equal(amounts(value(second!)).interimBooked, 'NOK 100000')
  })

  test('balances of one account are told to whom it is visible, and to nobody else', async () => {
    const { bank, kari, current, card, company } = await makeBank()
    const own = { customerId: kari.id, context: { kind: 'PRIVATE' } } as const
    const corporate = { kind: 'CORPORATE', agreementId: company.agreementId } as const
    for (const [id, context] of [
      [current.id, own.context],
      [card.id, own.context],
      [company.accountId, corporate],
    ] as const) {
      const { balances } = value(await bank.balancesWithin(id, { ...own, context }))
      assert.deepEqual(balances, value((await bank.balances([id]))[0]!))
    }
    const { account } = value(await bank.balancesWithin(current.id, own))
    assert.equal(account.kind === 'account' && account.iban, current.iban)
    for (const [id, reach] of [
      [company.accountId, own],
      [current.id, { ...own, context: corporate }],
      [current.id, { ...own, customerId: current.id }],
      ['nonsense', own],
    ] as const) {
      assert.equal(refusal(await bank.balancesWithin(id, reach)), 'account-unknown')
    }
  })

  test('balances of a card account tell invoiced and not invoiced apart', async () => {
    const { bank, card } = await makeBank()
    const [balances] = await bank.balances([card.id])
    assert.deepEqual(amounts(value(balances!)), {
      closingBooked: 'NOK -10000',
      interimAvailable: 'NOK -30000',
      nonInvoiced: 'NOK -20000',
      interimBooked: 'NOK -30000',
    })
  })

  test('pages follow each other, newest first, both ways', async () => {
    const { bank, current } = await makeBank()
    const all = await list(bank, current.id, { at: 'first' }, 100)
    assert.equal(all.length, 12)
    const days = all.map(({ bookingDate }) => bookingDate)
    assert.deepEqual(days, days.toSorted().reverse())
    const ids = all.map(({ id }) => id)
    const page = async (place: Place) => {
      const { transactions } = await pageOf(bank, current.id, place, 5)
      return transactions.map(({ id }) => id)
    }
    assert.deepEqual(await page({ at: 'first' }), ids.slice(0, 5))
    assert.deepEqual(await page({ at: 'first', offset: 3 }), ids.slice(3, 8))
    assert.deepEqual(await page({ at: 'after', transactionId: ids[4]! }), ids.slice(5, 10))
    assert.deepEqual(await page({ at: 'after', transactionId: ids[9]! }), ids.slice(10))
    assert.deepEqual(await page({ at: 'before', transactionId: ids[9]! }), ids.slice(4, 9))
    assert.deepEqual(await page({ at: 'last' }), ids.slice(7))
  })

  test('a page says whether there are others on either side', async () => {
    const { bank, current } = await makeBank()
    const sides = async (place: Place, limit: number) => {
      const { newer, older } = await pageOf(bank, current.id, place, limit)
      return [newer, older]
    }
    const ids = (await list(bank, current.id, { at: 'first' }, 100)).map(({ id }) => id)
    assert.deepEqual(await sides({ at: 'first' }, 12), [false, false])
    assert.deepEqual(await sides({ at: 'first' }, 11), [false, true])
    assert.deepEqual(await sides({ at: 'after', transactionId: ids[5]! }, 6), [true, false])
    assert.deepEqual(await sides({ at: 'before', transactionId: ids[5]! }, 5), [false, true])
    assert.deepEqual(await sides({ at: 'last' }, 5), [true, false])
  })

  test('what arrives between two pages makes nothing appear twice or not at all', async () => {
    const { bank, current, arrive } = await makeBank()
    const before = await list(bank, current.id, { at: 'first' }, 100)
    const seen: string[] = []
    let place: Place = { at: 'first' }
    for (;;) {
      const page = await pageOf(bank, current.id, place, 3)
      seen.push(...page.transactions.map(({ id }) => id))
      if (!page.older) break
      await arrive(-100n)
      place = { at: 'after', transactionId: seen.at(-1)! }
    }
    assert.deepEqual(
      seen,
      before.map(({ id }) => id),
    )
  })

  test('pending and booked ones are one list with the pending ones first, both ways', async () => {
    const made = await makeBank()
    const { bank, current, at } = made
    const orders = ['p1', 'p2', 'p3'].map((reference) => orderOf(made, { reference }))
    for (const result of await bank.reserve(orders, at)) value(result)
    const whole = await list(bank, current.id, { at: 'first' }, 100, 'both')
    assert.deepEqual(whole, [
      ...(await list(bank, current.id, { at: 'first' }, 100, 'pending')),
      ...(await list(bank, current.id, { at: 'first' }, 100)),
    ])
    const ids = whole.map(({ id }) => id)
    const page = async (place: Place) => {
      const { transactions } = await pageOf(bank, current.id, place, 5, 'both')
      return transactions.map(({ id }) => id)
    }
    assert.deepEqual(await page({ at: 'first', offset: 1 }), ids.slice(1, 6))
    assert.deepEqual(await page({ at: 'after', transactionId: ids[1]! }), ids.slice(2, 7))
    assert.deepEqual(await page({ at: 'after', transactionId: ids[2]! }), ids.slice(3, 8))
    assert.deepEqual(await page({ at: 'after', transactionId: ids[7]! }), ids.slice(8, 13))
    assert.deepEqual(await page({ at: 'before', transactionId: ids[1]! }), ids.slice(0, 1))
    assert.deepEqual(await page({ at: 'before', transactionId: ids[6]! }), ids.slice(1, 6))
    assert.deepEqual(await page({ at: 'last' }), ids.slice(10))
  })

  test('a list names its account, also when it is empty', async () => {
    const { bank, savings, card } = await makeBank()
    const { account } = await pageOf(bank, savings.id, { at: 'first' }, 5)
    assert.deepEqual(account, {
      ...{ kind: 'account', iban: savings.iban, bban: savings.iban.slice(4), currency: 'NOK' },
    })
    const cards = await pageOf(bank, card.id, { at: 'first', offset: 9 }, 5)
    assert.deepEqual(cards.transactions, [])
    assert.equal(cards.account.kind, 'card')
  })

  test('a list that is read for somebody is unknown unless that one sees the account', async () => {
    const { bank, kari, current, company, elsewhere } = await makeBank()
    const corporate = { kind: 'CORPORATE', agreementId: company.agreementId } as const
    const foreign = { kind: 'CORPORATE', agreementId: elsewhere.agreementId } as const
    const cases: [accountId: string, customerId: string, context: Context, seen: boolean][] = [
      [current.id, kari.id, { kind: 'PRIVATE' }, true],
      [company.accountId, kari.id, corporate, true],
      [company.accountId, kari.id, { kind: 'PRIVATE' }, false],
      [current.id, kari.id, corporate, false],
      [company.accountId, kari.id, foreign, false],
      [current.id, elsewhere.customerId, { kind: 'PRIVATE' }, false],
      [current.id, 'nonsense', { kind: 'PRIVATE' }, false],
    ]
    for (const [accountId, customerId, context, seen] of cases) {
      const reach = { customerId, context }
      for (const status of ['booked', 'pending', 'both'] as const) {
        const query = { accountId, reach, status, limit: 5, place: { at: 'first' } } as const
        const expected = seen ? undefined : 'account-unknown'
        assert.equal(refusal(await bank.transactions(query)), expected, JSON.stringify(query))
      }
      const [newest] = await list(bank, accountId, { at: 'first' }, 1)
      const one = await bank.transaction(accountId, newest?.id ?? 'none', reach)
      assert.equal(one.ok, seen && newest !== undefined)
    }
  })

  test('dates bound the list, both included', async () => {
    const { bank, current } = await makeBank()
    const all = await list(bank, current.id, { at: 'first' }, 100)
    const [to, from] = [dayOf(all[2]!), dayOf(all[6]!)]
    const query = { accountId: current.id, status: 'booked', limit: 100, from, to } as const
    const { transactions } = value(await bank.transactions({ ...query, place: { at: 'first' } }))
    assert.deepEqual(
      transactions.map(({ id }) => id),
      all.filter((each) => between(dayOf(each), from, to)).map(({ id }) => id),
    )
  })

  test('dates bound the pages on either side of a cursor, wherever the cursor is', async () => {
    const { bank, current } = await makeBank()
    const all = await list(bank, current.id, { at: 'first' }, 100)
    const [to, from] = [dayOf(all[2]!), dayOf(all[7]!)]
    const inside = (each: BankTransaction) => between(dayOf(each), from, to)
    const ids = (some: BankTransaction[]) => some.map(({ id }) => id)
    for (const [place, { id: transactionId }] of all.entries()) {
      for (const at of ['after', 'before'] as const) {
        for (const status of ['booked', 'both'] as const) {
          const query = { accountId: current.id, status, limit: 100, from, to } as const
          const page = value(await bank.transactions({ ...query, place: { at, transactionId } }))
          const side = at === 'after' ? all.slice(place + 1) : all.slice(0, place)
          assert.deepEqual(ids(page.transactions), ids(side.filter(inside)), `${at} ${place}`)
        }
      }
    }
  })

  test('a transaction is read by its id, on its own account only', async () => {
    const { bank, current, savings } = await makeBank()
    const [newest] = await list(bank, current.id, { at: 'first' }, 1)
    assert.deepEqual(value(await bank.transaction(current.id, newest!.id)), newest)
    assert.equal(refusal(await bank.transaction(savings.id, newest!.id)), 'transaction-unknown')
    assert.equal(refusal(await bank.transaction(current.id, 'nonsense')), 'transaction-unknown')
    const query = { accountId: savings.id, status: 'booked', limit: 5 } as const
    const place = { at: 'after', transactionId: newest!.id } as const
    assert.equal(refusal(await bank.transactions({ ...query, place })), 'transaction-unknown')
  })
}

function payments(makeBank: Make): void {
  test('reserve, book and settle move the money in three steps', async () => {
    const made = await makeBank()
    const { bank, current, savings, at } = made
    const order = orderOf(made, { minor: 25_000n })
    const reserved = value((await bank.reserve([order], at))[0]!)
    assert.deepEqual(await held(bank, current.id), ['75000', '100000', '75000'])
    const [pending] = await list(bank, current.id, { at: 'first' }, 10, 'pending')
    assert.equal(pending?.id, reserved.transactionId)
    assert.equal(pending?.amount.minor, -25_000n)
    const booked = value((await bank.book([order.reference], at))[0]!)
    assert.deepEqual(await held(bank, current.id), ['75000', '75000', '75000'])
    assert.deepEqual(await list(bank, current.id, { at: 'first' }, 10, 'pending'), [])
    assert.deepEqual(await held(bank, savings.id), ['0', '0', '0'])
    const onDebtor = value(await bank.transaction(current.id, booked.transactionId))
    assert.equal(onDebtor.endToEndId, pending?.endToEndId)
    const settled = value((await bank.settle([order.reference], at))[0]!)
    assert.deepEqual(await held(bank, savings.id), ['25000', '25000', '25000'])
    const onCreditor = value(await bank.transaction(savings.id, settled.transactionId))
    assert.equal(onCreditor.amount.minor, 25_000n)
    assert.deepEqual(onCreditor.details, order.details)
  })

  test('the creditor’s side of a payment is a received transfer, and nothing else is', async () => {
    const made = await makeBank()
    const { bank, current, savings, at } = made
    const codes: [issued: string, received: string][] = [
      ['PMNT-ICDT-DMCT', 'PMNT-RCDT-DMCT'],
      ['PMNT-ICDT-STDO', 'PMNT-RCDT-DMCT'],
      ['PMNT-IRCT-DMCT', 'PMNT-RRCT-DMCT'],
      ['PMNT-OTHR-OTHR', 'PMNT-OTHR-OTHR'],
    ]
    const orders = codes.map(([bankTransactionCode], place) => {
      const order = orderOf(made, { reference: `code-${place}` })
      return { ...order, details: { ...order.details, bankTransactionCode } }
    })
    await bank.transfer(orders.slice(0, 2), at)
    await bank.execute(orders.slice(2), at)
    const codesOn = async (accountId: string) => {
      const listed = await list(bank, accountId, { at: 'first' }, codes.length)
      for (const { id, details } of listed) {
        assert.deepEqual(value(await bank.transaction(accountId, id)).details, details)
      }
      return listed.map(({ details }) => details.bankTransactionCode).reverse()
    }
    assert.deepEqual(
      await codesOn(current.id),
      codes.map(([issued]) => issued),
    )
    assert.deepEqual(
      await codesOn(savings.id),
      codes.map(([, received]) => received),
    )
  })

  test('instructions for the way are part of the order, and shown on no account', async () => {
    const made = await makeBank()
    const { bank, current, at } = made
    const instructions: PaymentInstructions = {
      creditorAddress: { townName: 'Köln', country: 'DE' },
      serviceLevelCode: 'URGP',
      regulatoryReportingCode: '14',
      regulatoryReportingInformation: 'Coffee',
    }
    const plain = orderOf(made, { minor: 100n, to: 'DE89370400440532013000' })
    const order = { ...plain, instructions }
    const first = value((await bank.execute([order], at))[0]!)
    assert.deepEqual(value((await bank.execute([order], at))[0]!), first)
    const other = { ...plain, instructions: { ...instructions, regulatoryReportingCode: '15' } }
    for (const changed of [plain, other]) {
      assert.equal(refusal((await bank.execute([changed], at))[0]!), 'reference-used')
    }
    const { details } = value(await bank.transaction(current.id, first.transactionId))
    assert.deepEqual(details, order.details)
  })

  test('every step done twice is done once', async () => {
    const made = await makeBank()
    const { bank, current, savings, at } = made
    const order = orderOf(made, { minor: 1_000n })
    const twice = async <T>(step: () => Promise<T>) => assert.deepEqual(await step(), await step())
    await twice(() => bank.reserve([order], at))
    await twice(() => bank.book([order.reference], at))
    await twice(() => bank.settle([order.reference], at))
    await twice(() => bank.reserve([order], at))
    const other = orderOf(made, { reference: 'once', minor: 2_000n })
    await twice(() => bank.transfer([other, other], at))
    const another = orderOf(made, { reference: 'executed', minor: 4_000n })
    await twice(() => bank.execute([another, another], at))
    await twice(() => bank.settle([another.reference], at))
    assert.deepEqual(await held(bank, current.id), ['93000', '93000', '93000'])
    assert.deepEqual(await held(bank, savings.id), ['7000', '7000', '7000'])
  })

  test('a reference belongs to one order and one course', async () => {
    const made = await makeBank()
    const { bank, at } = made
    const order = orderOf(made, { minor: 1_000n })
    value((await bank.reserve([order], at))[0]!)
    const another = orderOf(made, { minor: 1_001n })
    assert.equal(refusal((await bank.reserve([another], at))[0]!), 'reference-used')
    assert.equal(refusal((await bank.transfer([order], at))[0]!), 'reference-used')
    assert.equal(refusal((await bank.settle([order.reference], at))[0]!), 'reference-used')
    assert.equal(refusal((await bank.book(['never heard of'], at))[0]!), 'reference-unknown')
    value((await bank.release([order.reference], at))[0]!)
    assert.equal(refusal((await bank.book([order.reference], at))[0]!), 'reference-used')
  })

  test('a reference that was executed has taken its course', async () => {
    const made = await makeBank()
    const { bank, at } = made
    const order = orderOf(made, { minor: 1_000n })
    const { transactionId } = value((await bank.execute([order], at))[0]!)
    const another = orderOf(made, { minor: 1_001n })
    assert.equal(refusal((await bank.execute([another], at))[0]!), 'reference-used')
    assert.equal(refusal((await bank.reserve([order], at))[0]!), 'reference-used')
    assert.equal(refusal((await bank.transfer([order], at))[0]!), 'reference-used')
    assert.equal(refusal((await bank.release([order.reference], at))[0]!), 'reference-used')
    assert.equal(refusal((await bank.giveBack([order.reference], at))[0]!), 'reference-used')
    assert.equal(value((await bank.book([order.reference], at))[0]!).transactionId, transactionId)
    const reserved = orderOf(made, { reference: 'reserved' })
    value((await bank.reserve([reserved], at))[0]!)
    assert.equal(refusal((await bank.execute([reserved], at))[0]!), 'reference-used')
  })

  test('execute books both sides at once and leaves nothing pending', async () => {
    const made = await makeBank()
    const { bank, current, savings, at } = made
    const order = orderOf(made, { minor: 25_000n })
    const executed = value((await bank.execute([order], at))[0]!)
    assert.equal(executed.state, 'settled')
    assert.deepEqual(await held(bank, current.id), ['75000', '75000', '75000'])
    assert.deepEqual(await held(bank, savings.id), ['25000', '25000', '25000'])
    assert.deepEqual(await list(bank, current.id, { at: 'first' }, 10, 'pending'), [])
    for (const [account, minor] of [
      [current.id, -25_000n] as const,
      [savings.id, 25_000n] as const,
    ]) {
      const booked = value(await bank.transaction(account, executed.transactionId))
      assert.equal(booked.amount.minor, minor)
      assert.equal(booked.endToEndId, order.endToEndId)
      assert.deepEqual(booked.details, order.details)
    }
  })

  test('an executed payment to another bank is booked, and settled or given back later', async () => {
    const made = await makeBank()
    const { bank, current, at } = made
    const abroad = ['goes', 'returns'].map((reference) => ({
      ...orderOf(made, { reference, minor: 10_000n, to: 'DE89370400440532013000' }),
      fee: { minor: 500n, currency: 'NOK' } as const,
    }))
    for (const result of await bank.execute(abroad, at)) assert.equal(value(result).state, 'booked')
    assert.deepEqual(await held(bank, current.id), ['79000', '79000', '79000'])
    value((await bank.settle(['goes'], at))[0]!)
    value((await bank.giveBack(['returns'], at))[0]!)
    assert.deepEqual(await held(bank, current.id), ['89000', '89000', '89000'])
    const [goes] = await bank.execute(abroad, at)
    assert.equal(value(goes!).state, 'settled')
  })

  test('release frees the money, and giveBack returns it', async () => {
    const made = await makeBank()
    const { bank, current, at } = made
    const [first, second] = [
      orderOf(made, { reference: 'first', minor: 40_000n }),
      orderOf(made, { reference: 'second', minor: 50_000n }),
    ]
    for (const result of await bank.reserve([first, second], at)) value(result)
    assert.deepEqual(await held(bank, current.id), ['10000', '100000', '10000'])
    value((await bank.release(['first'], at))[0]!)
    value((await bank.book(['second'], at))[0]!)
    assert.deepEqual(await held(bank, current.id), ['50000', '50000', '50000'])
    value((await bank.giveBack(['second'], at))[0]!)
    assert.deepEqual(await held(bank, current.id), ['100000', '100000', '100000'])
  })

  test('a batch is judged one after the other, each on what those before have left', async () => {
    const made = await makeBank()
    const { bank, current, savings, at } = made
    const sizes = [60_000n, 50_000n, 40_000n, 1n]
    const orders = sizes.map((minor, place) => orderOf(made, { reference: `b${place}`, minor }))
    const onward = orderOf(made, { reference: 'b4', minor: 99_000n, from: savings.id })
    const back = { ...onward, creditorAccount: { iban: current.iban } }
    const results = await bank.transfer([...orders, back], at)
    const verdicts = ['ok', 'insufficient-funds', 'ok', 'insufficient-funds', 'ok']
    assert.deepEqual(results.map(verdict), verdicts)
    assert.deepEqual(await held(bank, current.id), ['99000', '99000', '99000'])
    const again = await makeBank()
    const executed = [...orders, back].map(({ reference, debit, ...order }) => ({
      ...order,
      ...{ reference, debit },
      debtorAccountId: reference === 'b4' ? again.savings.id : again.current.id,
      creditorAccount: { iban: reference === 'b4' ? again.current.iban : again.savings.iban },
    }))
    assert.deepEqual((await again.bank.execute(executed, at)).map(verdict), verdicts)
    assert.deepEqual(await held(again.bank, again.current.id), ['99000', '99000', '99000'])
  })

  test('orders beyond all money are refused one by one, and the others go on', async () => {
    const made = await makeBank()
    const { bank, current, at } = made
    const sizes = [...Array.from({ length: 12 }, () => 10n ** 18n - 1n), 10n ** 20n, 1_000n]
    const orders = sizes.map((minor, place) => orderOf(made, { reference: `b${place}`, minor }))
    const verdicts = [...sizes.slice(1).map(() => 'insufficient-funds'), 'ok']
    assert.deepEqual((await bank.execute(orders, at)).map(verdict), verdicts)
    const [alone] = await bank.transfer(
      [orderOf(made, { reference: 'alone', minor: 10n ** 20n })],
      at,
    )
    assert.equal(verdict(alone!), 'insufficient-funds')
    assert.deepEqual(await held(bank, current.id), ['99000', '99000', '99000'])
  })

  test('a refused order leaves no trace and may come again', async () => {
    const made = await makeBank()
    const { bank, current, arrive, at } = made
    const order = orderOf(made, { minor: 100_001n })
    assert.equal(refusal((await bank.reserve([order], at))[0]!), 'insufficient-funds')
    assert.equal(refusal((await bank.book([order.reference], at))[0]!), 'reference-unknown')
    await arrive(1n)
    value((await bank.reserve([order], at))[0]!)
    assert.deepEqual(await held(bank, current.id), ['0', '100001', '0'])
  })

  test('the refusals of accounts', async () => {
    const made = await makeBank()
    const { bank, blocked, closed, readOnly, card, kidOnly, euro, current, at } = made
    const cases: [Partial<OrderWish>, string][] = [
      [{ from: blocked.id }, 'account-blocked'],
      [{ from: closed.id }, 'account-closed'],
      [{ from: readOnly.id }, 'payments-not-allowed'],
      [{ from: card.id }, 'payments-not-allowed'],
      [{ from: 'nonsense' }, 'account-unknown'],
      [{ from: euro.id }, 'currency-not-held'],
      [{ to: euro.iban }, 'currency-not-held'],
      [{ to: blocked.iban }, 'creditor-refuses'],
      [{ to: closed.iban }, 'creditor-refuses'],
      [{ to: kidOnly.iban }, 'creditor-refuses'],
      [{ to: current.iban }, 'creditor-refuses'],
    ]
    for (const [place, [wish, expected]] of cases.entries()) {
      const order = orderOf(made, { reference: `r${place}`, minor: 100n, ...wish })
      for (const step of ['transfer', 'execute'] as const) {
        const [result] = await bank[step]([order], at)
        assert.equal(refusal(result!), expected, `${step} ${JSON.stringify(wish)}`)
      }
    }
    const details = { remittanceInformationStructuredArray: [{ reference: '2345676' }] }
    const withKid = orderOf(made, { reference: 'kid', minor: 100n, to: kidOnly.iban })
    value((await bank.transfer([{ ...withKid, details }], at))[0]!)
  })

  test('an account number at a bank abroad is never one of ours', async () => {
    const made = await makeBank()
    const { bank, savings, at } = made
    const before = await held(bank, savings.id)
    const paid = async (reference: string, creditorAgent: string) => {
      const order = orderOf(made, { reference, minor: 1_000n })
      const creditorAccount = { bban: savings.iban.slice(4) }
      const details = { ...order.details, creditorAgent }
      value((await bank.transfer([{ ...order, creditorAccount, details }], at))[0]!)
      return held(bank, savings.id)
    }
    assert.deepEqual(await paid('abroad', 'CHASUS33'), before)
    assert.notDeepEqual(await paid('at-home', 'DNBANOKK'), before)
  })

  test('a payment to another bank leaves, and fee and exchange are booked with it', async () => {
    const made = await makeBank()
    const { bank, current, at } = made
    const on = Temporal.PlainDate.from('2026-11-13')
    const exchange = value(await bank.rate('NOK', 'EUR', on))
    const order: PaymentOrder = {
      ...orderOf(made, { minor: 58_000n, to: 'DE89370400440532013000' }),
      credit: { minor: 5_000n, currency: 'EUR' },
      fee: { minor: 5_000n, currency: 'NOK' },
      exchange,
    }
    value((await bank.reserve([order], at))[0]!)
    assert.deepEqual(await held(bank, current.id), ['37000', '100000', '37000'])
    const { transactionId } = value((await bank.book([order.reference], at))[0]!)
    value((await bank.settle([order.reference], at))[0]!)
    assert.deepEqual(await held(bank, current.id), ['37000', '37000', '37000'])
    const { details } = value(await bank.transaction(current.id, transactionId))
    assert.equal(details.currencyExchange?.unitCurrency, exchange.unitCurrency)
    assert.equal(details.currencyExchange?.quotationDate, exchange.quotationDate.toString())
  })

  test('rates are quoted on banking days, fees in the currency of the account', async () => {
    const { bank, current, euro } = await makeBank()
    const sunday = Temporal.PlainDate.from('2026-11-15')
    const rate = value(await bank.rate('NOK', 'USD', sunday))
    assert.equal(rate.quotationDate.toString(), '2026-11-13')
    assert.deepEqual(value(await bank.rate('USD', 'NOK', sunday)), rate)
    const amount: Money = { minor: 10_000n, currency: 'EUR' }
    const fee = async (debtorAccountId: string, urgent: boolean) =>
      value(await bank.fee({ service: 'cross-border', urgent, debtorAccountId, amount }))
    assert.equal((await fee(euro.id, false)).currency, 'EUR')
    assert.ok((await fee(current.id, true)).minor > (await fee(current.id, false)).minor)
  })

  test('a fee is told by the currency alone, the same as for an account in it', async () => {
    const { bank, current, euro } = await makeBank()
    const amount: Money = { minor: 10_000n, currency: 'EUR' }
    for (const [id, currency] of [
      [current.id, 'NOK'],
      [euro.id, 'EUR'],
    ] as const) {
      const order = { service: 'sepa', urgent: false, amount } as const
      const byCurrency = value(await bank.fee({ ...order, debtorCurrency: currency }))
      assert.deepEqual(byCurrency, value(await bank.fee({ ...order, debtorAccountId: id })))
    }
  })
}

function isolation(makeBank: Make): void {
  test('nothing of another bank can be read', async () => {
    const { bank, elsewhere, kari, current } = await makeBank()
    const { customerId, agreementId, accountId, transactionId } = elsewhere
    const corporate = { kind: 'CORPORATE', agreementId } as const
    const query = { status: 'booked', limit: 5 } as const
    const after = { at: 'after', transactionId } as const
    const results: [BankResult<unknown>, string][] = [
      [await bank.customer(customerId), 'customer-unknown'],
      [await bank.agreementsOf(customerId), 'customer-unknown'],
      [await bank.accountsOf(customerId, { kind: 'PRIVATE' }), 'customer-unknown'],
      [await bank.accountsOf(kari.id, corporate), 'agreement-unknown'],
      [await bank.cardAccountsOf(kari.id, corporate), 'agreement-unknown'],
      [await bank.account(accountId), 'account-unknown'],
      [(await bank.balances([accountId]))[0]!, 'account-unknown'],
      [
        await bank.balancesWithin(accountId, { customerId, context: { kind: 'PRIVATE' } }),
        'account-unknown',
      ],
      [await bank.transactions({ ...query, accountId, place: { at: 'first' } }), 'account-unknown'],
      [await bank.transaction(accountId, transactionId), 'account-unknown'],
      [await bank.transaction(current.id, transactionId), 'transaction-unknown'],
      [
        await bank.transactions({ ...query, accountId: current.id, place: after }),
        'transaction-unknown',
      ],
    ]
    for (const [place, [result, expected]] of results.entries()) {
      assert.equal(refusal(result), expected, `question ${place}`)
    }
  })

  test('nothing of another bank can pay', async () => {
    const made = await makeBank()
    const { bank, elsewhere, at } = made
    const order = orderOf(made, { minor: 1n, from: elsewhere.accountId })
    assert.equal(refusal((await bank.reserve([order], at))[0]!), 'account-unknown')
    assert.equal(refusal((await bank.transfer([order], at))[0]!), 'account-unknown')
  })
}

interface OrderWish {
  reference: string
  minor: bigint
  from: string
  to: string
}

const orderOf = (
  { current, savings }: BankUnderTest,
  {
    reference = 'payment-1',
    minor = 100n,
    from = current.id,
    to = savings.iban,
  }: Partial<OrderWish>,
): PaymentOrder => ({
  reference,
  debtorAccountId: from,
  debit: { minor, currency: 'NOK' },
  credit: { minor, currency: 'NOK' },
  creditorAccount: { iban: to },
  endToEndId: `e2e-${reference}`,
  details: { creditorName: 'Kari Nordmann', remittanceInformationUnstructured: 'Sparing' },
})

async function pageOf(
  bank: Bank,
  accountId: string,
  place: Place,
  limit: number,
  status: TransactionQuery['status'] = 'booked',
) {
  return value(await bank.transactions({ accountId, status, limit, place }))
}

async function list(
  bank: Bank,
  accountId: string,
  place: Place,
  limit: number,
  status: TransactionQuery['status'] = 'booked',
): Promise<BankTransaction[]> {
  return (await pageOf(bank, accountId, place, limit, status)).transactions
}

/** Available, booked and expected, in minor units. */
async function held(bank: Bank, accountId: string): Promise<string[]> {
  const [balances] = await bank.balances([accountId])
  return value(balances!).map(({ amount }) => String(amount.minor))
}

const amounts = (balances: Balance[]): Record<string, string> =>
  Object.fromEntries(
    balances.map(({ type, amount }) => [
      type,
      `${amount.currency satisfies Currency} ${amount.minor}`,
    ]),
  )

const dayOf = ({ bookingDate }: BankTransaction) => Temporal.PlainDate.from(bookingDate)

const between = (
  date: Temporal.PlainDate,
  from: Temporal.PlainDate,
  to: Temporal.PlainDate,
): boolean =>
  Temporal.PlainDate.compare(from, date) <= 0 && Temporal.PlainDate.compare(date, to) <= 0

function value<T>(result: BankResult<T>): T {
  assert(result.ok, result.ok ? '' : `refused: ${result.refusal}`)
  return result.value
}

const verdict = (result: BankResult<unknown>): string => (result.ok ? 'ok' : result.refusal)

const refusal = (result: BankResult<unknown>): string | undefined =>
  result.ok ? undefined : result.refusal
