import type { Config } from './config.ts'
import { table } from './keys.ts'

/** Every key, the value in force and where it came from, for `nordgate config`. */
export function describeConfig(config: Config): string {
  const rows = table.map(([name, key]) => {
    const value = config[name]
    const text = value === undefined ? '(not set)' : key.kind.print(value)
    return [name, key.secret && value ? '(set, hidden)' : text || '(none)', config.origins[name]]
  })
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows
    .map(([name, value, origin]) =>
      `${name!.padEnd(widths[0]!)}  ${value!.padEnd(widths[1]!)}  ${origin}`.trimEnd(),
    )
    .join('\n')
}
