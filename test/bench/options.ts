import { parseArgs } from 'node:util'

export interface BenchOptions {
  /** Only cases whose name holds this text. */
  only: string
  rounds: number
  seconds: number
  connections: number
  profileFolder: string | undefined
}

export function readOptions(args: string[]): BenchOptions {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string', default: '' },
      rounds: { type: 'string', default: '12' },
      seconds: { type: 'string', default: '1' },
      connections: { type: 'string', default: '32' },
      profile: { type: 'string' },
    },
  })
  return {
    only: values.only,
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    connections: Number(values.connections),
    profileFolder: values.profile,
  }
}
