export type Check = 'certificate' | 'date' | 'digest' | 'signature'

/** Every reason for refusing a signed message: the check it belongs to, and what to do about it. */
export const faults = {
  'certificate-missing': [
    'certificate',
    'Send the signing certificate in TPP-Signature-Certificate, as base64 of its DER or PEM form.',
  ],
  'certificate-unreadable': [
    'certificate',
    'Send the whole certificate, its chain after it if need be, as base64 of its DER or PEM form: no key, nothing cut off.',
  ],
  'key-unsupported': [
    'certificate',
    'Use a certificate with an RSA key of 2048 bits or more, or an EC key on the curve P-256.',
  ],
  'key-too-short': ['certificate', 'Use a certificate whose RSA key has 2048 bits or more.'],

  'date-missing': ['date', 'Send a Date header such as `Sun, 06 Nov 1994 08:49:37 GMT`.'],
  'date-format': [
    'date',
    'Write the date as RFC 7231 does, in GMT and in English: `Sun, 06 Nov 1994 08:49:37 GMT`.',
  ],
  'date-impossible': ['date', 'Take the date from a calendar function; this day or time never is.'],
  'date-weekday': ['date', 'Let a library print the date; the weekday must fit the day.'],
  'date-skew': [
    'date',
    'Set the clock by NTP and make the Date header when the request is sent; 60 seconds are allowed.',
  ],

  'digest-missing': [
    'digest',
    'Send `Digest: SHA-256=<base64 of the SHA-256 of the body>` with every body, and sign it.',
  ],
  'digest-format': ['digest', 'Write `SHA-256=<base64 of the hash>`: name, `=`, 44 characters.'],
  'digest-algorithm': ['digest', 'Use SHA-256 or SHA-512; no other algorithm is taken.'],
  'digest-length': [
    'digest',
    'Encode the bytes of the hash, not its hex text, in base64: 44 characters for SHA-256, 88 for SHA-512.',
  ],
  'digest-mismatch': [
    'digest',
    'Hash the very bytes that are sent: make the body once, hash it, and send that same buffer.',
  ],

  'signature-missing': ['signature', 'Sign every request and send the Signature header.'],
  'header-not-ascii': [
    'signature',
    'Wrap the whole header value as RFC 2047 says: `=?utf-8?B?<base64 of the value in UTF-8>?=`.',
  ],
  'rfc2047-partial': [
    'signature',
    'Encode the whole value of the header, from `keyId` to the last quote, not a part of it.',
  ],
  'rfc2047-unfinished': ['signature', 'End the encoded word with `?=`.'],
  'rfc2047-words': ['signature', 'Encode the whole value as one word.'],
  'rfc2047-charset': ['signature', 'Use the charset utf-8 (or iso-8859-1).'],
  'rfc2047-encoding': ['signature', 'Use the encoding B (base64) or Q.'],
  'rfc2047-base64': ['signature', 'Encode the value in plain base64 with padding, without spaces.'],
  'rfc2047-q': ['signature', 'Write `=` and two hexadecimal digits for a byte, `_` for a space.'],
  'rfc2047-bytes': ['signature', 'Name the charset in which the bytes really are.'],

  'scheme-word': [
    'signature',
    'Leave out the word `Signature` before `keyId`; it belongs to Authorization.',
  ],
  'part-malformed': [
    'signature',
    'Write each part as `name="value"`, with a comma between the parts.',
  ],
  'part-not-quoted': ['signature', 'Put the value of each part in double quotes.'],
  'part-unknown': [
    'signature',
    'Send exactly keyId, algorithm, headers and signature; other parameters have no meaning here.',
  ],
  'part-twice': ['signature', 'Send one Signature header, with each part once.'],
  'part-missing': ['signature', 'Send the four parts keyId, algorithm, headers and signature.'],
  'part-order': ['signature', 'Put the parts in the order keyId, algorithm, headers, signature.'],

  'algorithm-wrong': ['signature', 'Name the algorithm that goes with the key of the certificate.'],

  'key-id-format': [
    'signature',
    'Write keyId as `SN=<serial in upper-case hexadecimal>,CA=<issuer in RFC 2253 form>`.',
  ],
  'serial-lower-case': ['signature', 'Write the hexadecimal letters of the serial in upper case.'],
  'serial-decimal': ['signature', 'Write the serial in hexadecimal, not as a decimal number.'],
  'serial-prefix': ['signature', 'Leave out `0x` before the serial.'],
  'serial-colons': ['signature', 'Write the serial without colons between the bytes.'],
  'serial-spaces': ['signature', 'Write the serial without spaces.'],
  'serial-not-hex': ['signature', 'Write the serial in the digits 0-9 and A-F only.'],
  'serial-wrong': ['signature', 'Use the serial of the certificate in TPP-Signature-Certificate.'],
  'issuer-unreadable': [
    'signature',
    'Write the issuer in RFC 2253 form, as `expectedKeyId` shows.',
  ],
  'issuer-slashes': ['signature', 'Write `CN=…,O=…,C=…` with commas, not `/C=…/O=…/CN=…`.'],
  'issuer-percent-encoded': ['signature', 'Do not URL-encode the issuer.'],
  'issuer-forward-order': [
    'signature',
    'Reverse the order: RFC 2253 begins with the last part of the name (mostly CN) and ends with C.',
  ],
  'issuer-is-subject': [
    'signature',
    'Name the issuer of the certificate (the authority), not its subject (yourself).',
  ],
  'issuer-mojibake': [
    'signature',
    'Make the text of keyId from UTF-8 once; it was decoded wrongly.',
  ],
  'issuer-case': [
    'signature',
    'Keep the letters of the issuer exactly as the certificate has them.',
  ],
  'issuer-wrong': [
    'signature',
    'Take the issuer from the certificate in TPP-Signature-Certificate.',
  ],

  'list-separator': ['signature', 'Separate the names in `headers` by single spaces.'],
  'list-upper-case': [
    'signature',
    'Write the names in `headers`, and in the signing string, in lower case.',
  ],
  'list-twice': ['signature', 'List every header once.'],
  'list-pseudo': [
    'signature',
    'Of the pseudo-headers only `(request-target)` is known; leave others out.',
  ],
  'list-absent': ['signature', 'List only headers that the request has, or send the missing ones.'],
  'list-incomplete': [
    'signature',
    'List and sign all headers of `headersToList` that the request has.',
  ],

  'signature-base64': [
    'signature',
    'Encode the signature bytes in plain base64, once, with padding.',
  ],
  'signature-mismatch': [
    'signature',
    'Compare your signing string with `signingString`, byte by byte, and check which key signs.',
  ],
} as const satisfies Record<string, readonly [Check, string]>

export type FaultReason = keyof typeof faults

/** `text` is a sentence for the developer who sent the message; the server chooses the code. */
export class SigningFault extends Error {
  readonly check: Check
  readonly reason: FaultReason
  readonly text: string

  constructor(reason: FaultReason, text: string) {
    super(text)
    this.name = 'SigningFault'
    this.check = faults[reason][0]
    this.reason = reason
    this.text = text
  }
}

const quotedMax = 120

/** Received text inside a sentence, never so long that it drowns the sentence. */
export function quote(received: string): string {
  const cut = received.length > quotedMax ? `${received.slice(0, quotedMax)}…` : received
  return `\`${cut}\``
}
