import { contrast, mix } from '../kernel/colour.ts'

/** What a bank puts of itself into the pages. */
export interface Brand {
  name: string
  /** The main colour on light pages; dark pages get a lighter one made from it. */
  accent?: string | undefined
  /** The logo as a `data:` address. */
  logo?: string | undefined
}

export interface Accent {
  light: { accent: string; onAccent: string }
  dark: { accent: string; onAccent: string }
}

const fjord: Accent = {
  light: { accent: '#0b4a6f', onAccent: '#ffffff' },
  dark: { accent: '#7cc4ea', onAccent: '#06202f' },
}

/** Text must stand out from what lies behind it by this much (WCAG 2.2 AA). */
const readable = 4.5
const darkPanel = '#16212a'
const inkOnDark = '#06202f'

/** A bank chooses one colour; the configuration has seen to it that light pages can show it. */
export function accentOf({ accent }: Pick<Brand, 'accent'>): Accent {
  if (accent === undefined) return fjord
  const lighter = lightened(accent)
  return {
    light: { accent, onAccent: '#ffffff' },
    dark: { accent: lighter, onAccent: inkOnDark },
  }
}

function lightened(accent: string): string {
  const shades = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8].map((share) =>
    mix(accent, '#ffffff', share),
  )
  const shows = (shade: string) =>
    contrast(shade, darkPanel) >= readable && contrast(shade, inkOnDark) >= readable
  return shades.find(shows) ?? '#ffffff'
}
