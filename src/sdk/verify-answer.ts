import { verify, X509Certificate } from 'node:crypto'
import {
  algorithmOf,
  buildSigningString,
  checkDigest,
  checkKeyId,
  clockToleranceMs,
  decodeBase64,
  decodeHeader,
  type MessageHeaders,
  parseHttpDate,
  parseSignatureHeader,
  readCertificateIdentity,
} from '../signing/signing.ts'
import { signingHeaders } from '../wire/headers.ts'
import { type ExpectedSeal, requireBankSeal } from './bank-seal.ts'

/** An answer that is not what the bank sent to this request: do not use it. */
export class AnswerNotTrusted extends Error {}

/** Health, metrics and documentation are not signed, nor is any answer of a bank without a key. */
export class AnswerNotSigned extends AnswerNotTrusted {}

export interface AnswerToVerify {
  status: number
  headers: MessageHeaders
  /** Left out for HEAD, whose answer has the digest of a body that is not sent. */
  body: Buffer | undefined
  /** The X-Request-ID that was sent, which ties the answer to the request. */
  requestId: string | undefined
  receivedAt: Temporal.Instant
}

/** Throws unless the bank made this answer, for this request, and just now. */
export function verifyAnswer(answer: AnswerToVerify, expected: ExpectedSeal): void {
  const header = answer.headers.get('aspsp-signature-certificate')
  const signature = answer.headers.get('signature')
  if (header === undefined || signature === undefined) {
    throw new AnswerNotSigned('The answer is not signed.')
  }
  try {
    const certificate = new X509Certificate(Buffer.from(header, 'base64'))
    checkSignature(answer.headers, signature, certificate)
    if (answer.body) checkDigest(answer.headers.get('digest'), answer.body)
    requireRequestId(answer)
    const sentAt = requireFresh(answer)
    requireValidAt(certificate, sentAt)
    requireBankSeal(certificate, readCertificateIdentity(certificate.raw), expected)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new AnswerNotTrusted(`The answer cannot be trusted: ${why}`, { cause: error })
  }
}

/** What an answer must sign differs from what a request must: it may have no X-Request-ID. */
function checkSignature(headers: MessageHeaders, header: string, certificate: X509Certificate) {
  const parts = parseSignatureHeader(decodeHeader(header))
  checkKeyId(parts.keyId, readCertificateIdentity(certificate.raw))
  const { publicKey } = certificate
  if (parts.algorithm !== algorithmOf(publicKey)) {
    throw new Error(`its algorithm ${parts.algorithm} does not go with the bank’s key`)
  }
  const list = parts.headers.split(' ')
  const mustCover = ['date', 'digest', ...(headers.has('x-request-id') ? ['x-request-id'] : [])]
  const uncovered = mustCover.filter((name) => !list.includes(name))
  if (uncovered.length > 0) throw new Error(`the signature does not cover ${uncovered.join(', ')}`)
  const signed = Buffer.from(buildSigningString(list, { headers }), 'latin1')
  const signature = decodeBase64(parts.signature) ?? Buffer.alloc(0)
  if (!verify('sha256', signed, publicKey, signature)) {
    throw new Error('the signature does not fit the answer')
  }
}

const requestIdRule = signingHeaders.find(({ name }) => name === 'X-Request-ID')

/** The bank leaves out only an id that it could not take, and then it refuses. */
function requireRequestId({ headers, requestId, status }: AnswerToVerify): void {
  const answered = headers.get('x-request-id')
  if (answered === requestId && requestId !== undefined) return
  if (answered !== undefined) throw new Error(`it answers another request, ${answered}`)
  if (status < 400 || (requestId !== undefined && requestIdRule?.valid(requestId))) {
    throw new Error('it does not say which request it answers')
  }
}

/** Clocks may be a minute apart, and an answer may be a minute on its way. */
const ageMaxMs = 2 * clockToleranceMs

/**
 * A refusal that repeats the request's id may have any date: it may say that this very clock is
 * wrong, and an older one could only be a refusal of the same request.
 */
function requireFresh({ headers, status, receivedAt }: AnswerToVerify): Temporal.Instant {
  const sentAt = parseHttpDate(headers.get('date') ?? '', receivedAt)
  const apartMs = Math.abs(receivedAt.epochMilliseconds - sentAt.epochMilliseconds)
  const isOwnRefusal = status >= 400 && headers.has('x-request-id')
  if (apartMs <= ageMaxMs || isOwnRefusal) return sentAt
  throw new Error(`it was made ${Math.round(apartMs / 1000)} seconds away from this clock`)
}

function requireValidAt({ validFromDate, validToDate }: X509Certificate, at: Temporal.Instant) {
  const ms = at.epochMilliseconds
  if (ms >= validFromDate.getTime() && ms <= validToDate.getTime()) return
  throw new Error('the bank’s certificate was not valid at that time')
}
