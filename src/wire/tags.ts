/** The parts of the interface, each with what it is for; every operation belongs to one. */
export const tags = {
  'Account information':
    'The accounts that a PSU lets the TPP see, with their balances and transactions, and the ' +
    'agreements under which a PSU acts for companies.',
  'Card account information':
    'The same for card accounts: credit limit, invoiced and not invoiced purchases.',
  User: 'Who the PSU is, for TPPs that need the ids and no account information.',
  Payments: 'Initiates, follows and cancels payments: single, bulk and periodic.',
  'Signing baskets': 'Lets the PSU approve several payments at once.',
  Consents: 'Asks the PSU, at the bank, which accounts the TPP may see.',
  'TPP dialogue': 'Where the bank reaches the TPP about operational matters.',
  Sandbox: 'The TPP’s own bank as a whole: its state, its clock, its payment batches.',
  'Sandbox: customers': 'People and companies to test with.',
  'Sandbox: agreements': 'Who may do what for which company.',
  'Sandbox: accounts': 'Accounts to test with, and their balances.',
  'Sandbox: card accounts': 'Card accounts to test with, their balances and transactions.',
  'Sandbox: transactions': 'Transactions of those accounts, made up or from payments.',
  'Sandbox: SCA': 'A PSU without a browser, for tests that run by themselves.',
  'Sandbox: quotas': 'How many calls without the PSU are left.',
  'Sandbox: faults': 'Makes calls fail on purpose, to test how the TPP bears it.',
  'Sandbox: requests': 'The TPP’s latest calls, with the verdict of every check.',
  Service: 'What the service says of itself, to developers and monitors. Unsigned.',
} as const

export type Tag = keyof typeof tags
