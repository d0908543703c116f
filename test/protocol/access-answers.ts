import { bank } from './access-bank.ts'
import type { Read, Verdict } from './access-model.ts'

/** How the model's words are said in the protocol. */

export function targetOf({ kind, account, day }: Read): string {
  const one = `/v1/${account.card ? 'card-accounts' : 'accounts'}/${account.id}`
  if (kind === 'list') return '/v1/accounts'
  if (kind === 'list-with-balances') return '/v1/accounts?withBalance=true'
  if (kind === 'account') return one
  if (kind === 'balances') return `${one}/balances`
  if (kind === 'transactions') return `${one}/transactions?dateFrom=${day}&limit=3`
  return `${one}/transactions/${bank.latest(account).id}`
}

/** What the answer says, in the words of the model. */
export function verdictOf(
  { status, body }: { status: number; body: unknown },
  expected: Verdict,
): unknown {
  const { code } = body as { code?: string }
  if (status === 401 && code === undefined) {
    // Which of the two pages waits behind the link is seen when it is followed.
    return { answer: 'sca', asks: 'asks' in expected ? expected.asks : 'something' }
  }
  if (status === 200) return { answer: 'shown', ids: idsIn(body, expected) }
  const answers: Record<string, string> = {
    '400 FORMAT_ERROR': 'corporate-id-missing',
    '400 PERIOD_INVALID': 'too-far-back',
    '404 RESOURCE_UNKNOWN': 'unknown',
    '429 ACCESS_EXCEEDED': 'exceeded',
  }
  return { answer: answers[`${status} ${code}`] ?? `${status} ${code}` }
}

/** In the order that is expected; which order it is, other tests say. */
function idsIn(body: unknown, expected: Verdict): string[] {
  const wanted = expected.answer === 'shown' ? expected.ids : []
  const { accounts } = body as { accounts?: { resourceId: string }[] }
  if (!accounts) return wanted
  const ids = accounts.map(({ resourceId }) => resourceId)
  return [...wanted.filter((id) => ids.includes(id)), ...ids.filter((id) => !wanted.includes(id))]
}
