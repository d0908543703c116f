/** Every table whose rows belong to one world; a test holds this list against the database. */
export const worldTables: readonly string[] = [
  'account',
  'account_balance',
  'agreement',
  'customer',
  'engagement',
  'ledger_block',
  'ledger_entry',
  'ledger_transaction',
  'ledger_unbalanced',
  'payment_execution',
  'reservation',
  'batch_run',
  'clock_move',
  'snapshot',
  'snapshot_part',
]
