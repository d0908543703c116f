/** A colour as `#rrggbb`, the only way in which we write one. */
export const isColour = (text: string): boolean => /^#[0-9a-fA-F]{6}$/.test(text)

/** The contrast ratio of WCAG 2.2 between two colours: 1 for the same, 21 for black on white. */
export function contrast(a: string, b: string): number {
  const [lighter = 0, darker = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (lighter + 0.05) / (darker + 0.05)
}

/** `share` 0 is the first colour, 1 the second. */
export function mix(from: string, to: string, share: number): string {
  const other = channels(to)
  const mixed = channels(from).map((value, index) => value + ((other[index] ?? 0) - value) * share)
  return `#${mixed.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => linear(value / 255))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const linear = (share: number): number =>
  share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4

const channels = (colour: string): number[] =>
  [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16))
