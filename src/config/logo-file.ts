import { readFileSync } from 'node:fs'
import { extname } from 'node:path'

const types: Record<string, string> = { '.svg': 'image/svg+xml', '.png': 'image/png' }

/** It is sent with every page. */
const bytesMax = 32 * 1024

/** The logo as a `data:` address, so that a page loads nothing but itself. */
export function readLogo(path: string): string {
  const type = types[extname(path).toLowerCase()]
  const content = readFileSync(path)
  if (type === undefined || content.length > bytesMax) {
    throw new Error(`The logo ${path} must be an SVG or PNG file of at most ${bytesMax} bytes.`)
  }
  return `data:${type};base64,${content.toString('base64')}`
}
