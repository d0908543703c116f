import { hash } from 'node:crypto'
import { bodyVariants, makeVariant } from './body-variants.ts'
import { checkDigest, digestHeader } from './digest.ts'
import { type Finding, firstDifference } from './explanation.ts'
import { trimSpaces } from './headers.ts'
import { type Reading, readSignatureValue } from './signature-value.ts'

const algorithmByLength: Record<number, string> = {
  16: 'MD5',
  20: 'SHA-1',
  32: 'SHA-256',
  48: 'SHA-384',
  64: 'SHA-512',
}

/** Beyond this a body is not written anew to find the mistake, so that no body buys time. */
const largestBody = 32_768

/** Finds out of which bytes, by which algorithm, and in which writing the digest is. */
export function explainDigest(header: string, body: Buffer): Finding {
  const entry = firstWrong(header, body)
  const [, name, value = ''] = /^([A-Za-z0-9-]{1,12})[=:](.*)$/s.exec(entry) ?? ['', '', entry]
  const expected = digestHeader(body, /512/.test(name ?? '') ? 'SHA-512' : 'SHA-256')
  const difference = firstDifference('digest', expected, entry)
  const readings = readSignatureValue(value, (bytes) => bytes.length in algorithmByLength)
  for (const reading of readings) {
    const source = findSource(reading.bytes, body)
    if (source !== undefined) return conclude({ name: name ?? '', reading, source, difference })
  }
  const [reading] = readings
  const about = reading ? aboutWriting(name ?? '', reading) : ['It is no digest in base64.']
  return {
    reason: ['The digest is not that of the body that arrived.', ...about].join(' '),
    advice: 'Hash the very bytes that are sent, and send `SHA-256=<base64 of the hash>`.',
    ...difference,
  }
}

function firstWrong(header: string, body: Buffer): string {
  const entries = header.split(',').map(trimSpaces)
  const wrong = entries.find((entry) => {
    try {
      checkDigest(entry, body)
      return false
    } catch {
      return true
    }
  })
  return wrong ?? header
}

/** Empty text for the body itself; undefined when no usual mistake gives this digest. */
function findSource(digest: Buffer, body: Buffer): string | undefined {
  const algorithm = algorithmByLength[digest.length]?.replace('-', '').toLowerCase() ?? ''
  if (hash(algorithm, body, 'buffer').equals(digest)) return ''
  const variants = body.length > largestBody ? bodyVariants.slice(0, 1) : bodyVariants
  const found = variants.find((variant) => {
    const bytes = makeVariant(variant, body)
    return bytes && hash(algorithm, bytes, 'buffer').equals(digest)
  })
  return found?.[0]
}

function conclude(found: {
  name: string
  reading: Reading
  source: string
  difference: ReturnType<typeof firstDifference>
}): Finding {
  const { name, reading, source, difference } = found
  const about = aboutWriting(name, reading)
  const reasons = source === '' ? about : [`The digest is that of ${source}.`, ...about]
  const advice = [
    source === '' ? '' : 'Make the body once, hash those bytes, and send the same bytes.',
    about.length === 0 ? '' : 'Send `SHA-256=` and the base64 of the 32 bytes of the hash.',
  ]
  return {
    reason: reasons.join(' ') || 'The digest fits the body, but not as it is written.',
    advice: advice.filter(Boolean).join(' '),
    ...difference,
  }
}

function aboutWriting(name: string, { bytes, mistake }: Reading): string[] {
  const algorithm = algorithmByLength[bytes.length] ?? ''
  const sentences = mistake ? [mistake.replaceAll('signature', 'digest')] : []
  if (name === '') sentences.push('The name of the algorithm is missing before the digest.')
  else if (!/^sha-(256|512)$/i.test(name)) {
    sentences.push(`The algorithm is named \`${name}\`; only SHA-256 and SHA-512 are known.`)
  }
  if (name !== '' && name.replaceAll('-', '').toUpperCase() !== algorithm.replaceAll('-', '')) {
    sentences.push(`The digest has the length of ${algorithm}, while it is named \`${name}\`.`)
  }
  return sentences
}
