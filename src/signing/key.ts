import type { KeyObject } from 'node:crypto'
import { SigningFault } from './faults.ts'

export type SigningAlgorithm = 'rsa-sha256' | 'ecdsa-sha256'

const smallestRsaBits = 2048

const known = new WeakMap<KeyObject, SigningAlgorithm>()

/** The one algorithm that goes with a key, public or private; Node takes long to say what it is. */
export function algorithmOf(key: KeyObject): SigningAlgorithm {
  const before = known.get(key)
  if (before) return before
  const algorithm = readAlgorithm(key)
  known.set(key, algorithm)
  return algorithm
}

function readAlgorithm(key: KeyObject): SigningAlgorithm {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key
  if (type === 'ec' && details?.namedCurve === 'prime256v1') return 'ecdsa-sha256'
  if (type !== 'rsa') {
    throw new SigningFault('key-unsupported', `A ${describe(key)} key cannot be used here.`)
  }
  const bits = details?.modulusLength ?? 0
  if (bits < smallestRsaBits) {
    throw new SigningFault('key-too-short', `The RSA key has ${bits} bits, not 2048 or more.`)
  }
  return 'rsa-sha256'
}

const describe = ({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): string =>
  [asymmetricKeyType, asymmetricKeyDetails?.namedCurve].filter(Boolean).join(' ')
