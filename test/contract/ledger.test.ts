import { bankContract } from './bank.ts'
import { bankUnderTest, testLedger } from './ledger.fixture.ts'

const ledger = await testLedger()

bankContract('ledger', () => bankUnderTest(ledger))
