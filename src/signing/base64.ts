const alphabet = /^[A-Za-z0-9+/]*={0,2}$/

/** Plain base64 with padding and nothing else; undefined otherwise. */
export function decodeBase64(text: string): Buffer | undefined {
  if (text.length % 4 !== 0 || !alphabet.test(text)) return undefined
  const bytes = Buffer.from(text, 'base64')
  return bytes.length === decodedLength(text) ? bytes : undefined
}

function decodedLength(text: string): number {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  return (text.length / 4) * 3 - padding
}
