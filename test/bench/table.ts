import type { Comparison } from './comparison.ts'
import type { Round } from './load.ts'

const widths = [34, 9, 9, 9, 9, 7] as const
const names = ['', 'req/s', 'p50 ms', 'p99 ms', 'CPU µs', 'ratio'] as const

export const tableHead = (): string => row(names)

/** Three lines: the service, the limit server, and how they compare. */
export function tableLines(
  name: string,
  goal: number | undefined,
  { service, limit, ratio, cpuRatio }: Comparison,
): string {
  const met = goal === undefined ? 'no goal' : `goal ${goal}: ${ratio >= goal ? 'met' : 'MISSED'}`
  return [
    row([name, ...figures(service), '']),
    row(['  limit server', ...figures(limit), '']),
    row([`  ${met}`, '', '', '', shown(cpuRatio, 3), shown(ratio, 3)]),
  ].join('\n')
}

/** One of several that do the same. */
export const contestLine = (name: string, round: Round): string => row([name, ...figures(round)])

const figures = (round: Round): string[] => [
  shown(round.perSecond, 0),
  shown(round.p50Ms, 1),
  shown(round.p99Ms, 1),
  shown(round.cpuMicroseconds, 0),
]

const shown = (value: number | undefined, decimals: number): string =>
  value === undefined ? '-' : value.toFixed(decimals)

const row = (cells: readonly string[]): string =>
  cells
    .map((cell, column) => {
      const width = widths[column] ?? 0
      return column === 0 ? cell.padEnd(width) : cell.padStart(width)
    })
    .join('')
    .trimEnd()
