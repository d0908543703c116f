/** Where a PSU may be sent: checked when the TPP asks, since nobody can be told afterwards. */

const lengthMax = 2000

/** Schemes that no app may claim, because something else happens to whoever follows them. */
const notOfApps = new Set(
  `about blob cid chrome content data edge facetime feed file filesystem ftp ftps geo http https
   intent itms-services jar javascript ldap mailto market mid ms-settings news nfs res resource
   search-ms sftp skype sms smsto ssh tel telnet urn vbscript view-source ws wss`.split(/\s+/),
)

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

export interface RedirectRules {
  /** The sandbox sends a PSU back to a developer's own machine. */
  localhost: boolean
}

/** What is wrong with the address, in words that complete "must be …"; undefined when nothing is. */
export function redirectUriFault(uri: string, { localhost }: RedirectRules): string | undefined {
  const url = /^[!-~]+$/.test(uri) && uri.length <= lengthMax ? URL.parse(uri) : null
  if (!url) return `an absolute address of at most ${lengthMax} ASCII characters`
  const { protocol, hostname, username, password } = url
  if (username !== '' || password !== '') return 'an address without credentials'
  if (uri.includes('#')) return 'an address without a fragment'
  const scheme = protocol.slice(0, -1)
  if (scheme === 'https') return undefined
  if (scheme === 'http' && localhost && loopback.has(hostname)) return undefined
  if (scheme.length > 2 && !notOfApps.has(scheme)) return undefined
  return `an address with https or the scheme of an app${localhost ? ', or http://localhost' : ''}`
}

/** The TPP's own parameters stay as they are, byte for byte. */
export function withParameters(uri: string, parameters: Record<string, string>): string {
  const added = Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
  if (!uri.includes('?')) return `${uri}?${added}`
  return /[?&]$/.test(uri) ? uri + added : `${uri}&${added}`
}
