import { parseArgs } from 'node:util'
import { parts } from './cases/cases.ts'

export interface BenchOptions {
  part: keyof typeof parts
  /** Only cases whose name holds this text. */
  only: string
  rounds: number
  seconds: number
  connections: number
  profileFolder: string | undefined
  /** Also beside mock servers from npm, which are installed for that. */
  compare: boolean
}

export function readOptions(args: string[]): BenchOptions {
  const [first = 'requests', ...others] = args
  const part = isPart(first) ? first : 'requests'
  const { values } = parseArgs({
    args: first === part ? others : args,
    options: {
      only: { type: 'string', default: '' },
      rounds: { type: 'string', default: '12' },
      seconds: { type: 'string', default: '1' },
      connections: { type: 'string', default: '32' },
      profile: { type: 'string' },
      compare: { type: 'boolean', default: false },
    },
  })
  return {
    part,
    only: values.only,
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    connections: Number(values.connections),
    profileFolder: values.profile,
    compare: values.compare,
  }
}

const isPart = (word: string): word is keyof typeof parts => word in parts
