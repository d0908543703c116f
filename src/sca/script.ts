import { Problem } from '../kernel/problem.ts'
import type { ConsentChoice, Step } from './flow.ts'
import type { Script } from './headless.ts'

/** What the script means by its words, held against what is offered. */

type Agreements = readonly { id: string; name: string }[]

export function agreementIn({ agreement }: Script, offered: Agreements): string {
  const meant =
    agreement === undefined
      ? offered
      : offered.filter(({ id, name }) => id === agreement || name === agreement)
  if (meant.length === 1) return meant[0]!.id
  const names = offered.map(({ name }) => name).join(', ')
  throw misfit('body/agreement', `must be one of: ${names}`)
}

export function ticksIn({ accounts }: Script, step: Step): string[] {
  if (step.step !== 'consent') return []
  const offered = [...step.accounts, ...step.cardAccounts]
  if (accounts === undefined) return offered.map(({ id }) => id)
  return accounts.map((account, place) => {
    const meant = offered.find((choice) => isMeant(choice, account))
    if (!meant) throw misfit(`body/accounts/${place}`, 'is not offered to this PSU in this context')
    return meant.id
  })
}

const isMeant = ({ id, number }: ConsentChoice, account: string): boolean =>
  id === account || number === account.replace(/\s/g, '')

const misfit = (path: string, text: string): Problem =>
  new Problem('FORMAT_ERROR', 'The script does not fit what the PSU is shown:', {
    findings: [{ path, text }],
  })
