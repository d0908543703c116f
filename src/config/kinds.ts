import { isIP } from 'node:net'
import { contrast, isColour } from '../kernel/colour.ts'

/** A kind of value: what is allowed, in words, and how a text becomes one. */
export interface Kind<T> {
  /** Stands for the value in the help text. */
  placeholder: string
  allowed: string
  /** `undefined` means: not allowed. */
  parse(text: string): T | undefined
  print(value: T): string
  /** A path is resolved against the folder it was written for; a file must be readable. */
  path?: 'file' | 'folder'
  list?: true
}

export interface Address {
  host: string
  port: number
}

export function wholeNumber(min: number, max: number): Kind<number> {
  return {
    placeholder: 'NUMBER',
    allowed: `a whole number from ${min} to ${max}`,
    parse: (text) => {
      const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
      return value >= min && value <= max ? value : undefined
    },
    print: String,
  }
}

export function choice<const T extends string>(...values: T[]): Kind<T> {
  return {
    placeholder: values.join('|'),
    allowed: `one of ${values.join(', ')}`,
    parse: (text) => values.find((value) => value === text),
    print: String,
  }
}

export function path(kind: 'file' | 'folder', allowed: string): Kind<string> {
  return {
    placeholder: kind.toUpperCase(),
    allowed,
    parse: (text) => (text === '' || text.includes('\0') ? undefined : text),
    print: String,
    path: kind,
  }
}

/** Links are made by appending a path, so a base has no query, no fragment and no closing slash. */
export const baseUrl: Kind<string> = {
  placeholder: 'URL',
  allowed: 'an http or https URL without user, password, query and fragment',
  parse: (text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined
    if (!url || !/^https?:$/.test(url.protocol) || /[?#]/.test(text)) return undefined
    if (url.username || url.password) return undefined
    return url.href.replace(/\/+$/, '')
  },
  print: String,
}

export const postgresUrl: Kind<string> = {
  placeholder: 'URL',
  allowed: 'a URL that starts with postgres:// or postgresql://',
  parse: (text) => (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text) ? text : undefined),
  print: String,
}

export const listenAddress: Kind<Address | 'off'> = {
  placeholder: 'HOST:PORT|off',
  allowed: 'host:port (IPv6 as [::1]:8080; port 0 takes any free one) or off',
  parse: (text) => {
    if (text === 'off') return 'off'
    const [, ipv6, name, digits] = /^(?:\[([^\]]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(text) ?? []
    const port = Number(digits ?? Number.NaN)
    const hostOk = ipv6 ? isIP(ipv6) === 6 : isHost(name ?? '')
    return hostOk && port <= 65535 ? { host: ipv6 ?? name!, port } : undefined
  },
  print: (value) => {
    if (value === 'off') return 'off'
    return `${value.host.includes(':') ? `[${value.host}]` : value.host}:${value.port}`
  },
}

export function list(allowed: string, isItem: (item: string) => boolean): Kind<readonly string[]> {
  return {
    placeholder: 'LIST',
    allowed: `a list, separated by commas, of ${allowed}`,
    parse: (text) => {
      const items = text.trim() === '' ? [] : text.split(',').map((item) => item.trim())
      return items.every(isItem) ? items : undefined
    },
    print: (items) => items.join(','),
    list: true,
  }
}

/** White text on it, and it on light pages, must stay readable (WCAG 2.2 AA). */
export const accentColour: Kind<string> = {
  placeholder: '#RRGGBB',
  allowed: 'a colour as #rrggbb, dark enough to be read on white (contrast at least 4.5 to 1)',
  parse: (text) => {
    if (!isColour(text)) return undefined
    return lightPages.every((paper) => contrast(text, paper) >= 4.5) ? text : undefined
  },
  print: String,
}

const lightPages = ['#ffffff', '#f6f8f9']

export const shortName: Kind<string> = {
  placeholder: 'NAME',
  allowed: '1 to 40 characters',
  parse: (text) => (/^(?=.*\S)[^\p{C}]{1,40}$/u.test(text) ? text.trim() : undefined),
  print: String,
}

/** What a browser calls an origin; a path or a wildcard would mean more than one site. */
export function isOrigin(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.origin !== text) return false
  return isHost(url.hostname.replace(/^\[|\]$/g, ''))
}

/** A range of length 0 would trust everybody, which is the same as naming no proxy. */
export function isAddressRange(text: string): boolean {
  const [, address = '', length] = /^([0-9a-fA-F.:]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  return bits > 0 && (length === undefined || (Number(length) >= 1 && Number(length) <= bits))
}

export function isHost(text: string): boolean {
  if (isIP(text) !== 0) return !text.includes('%')
  const label = /^(?!-)[A-Za-z0-9-]{1,63}(?<!-)$/
  // A name of digits and dots alone is a mistyped address.
  return text.length <= 253 && !/^[\d.]+$/.test(text) && text.split('.').every((p) => label.test(p))
}
