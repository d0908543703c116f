import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const readPemFile = (path: string): string => readFileSync(path, 'utf8')

/** The PEM files of a folder as one text; whatever else lies there is left alone. */
export function readPemFolder(folder: string): string {
  const names = readdirSync(folder).filter((name) => /\.(pem|crt|cer)$/i.test(name))
  return names
    .sort()
    .map((name) => readPemFile(join(folder, name)))
    .join('\n')
}
