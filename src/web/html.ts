/** HTML that is safe to send: only the tag below makes it, and it escapes every value. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toString(): string {
    return this.text
  }
}

type Value = string | number | Html | readonly Value[] | undefined | false

/** html`<p>${name}</p>`: values are escaped, other pieces of HTML and lists of them are not. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  let text = parts[0] ?? ''
  for (const [index, value] of values.entries()) text += print(value) + (parts[index + 1] ?? '')
  return new Html(text)
}

function print(value: Value): string {
  if (value === undefined || value === false) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'object') return value.map(print).join('')
  return String(value).replace(/[&<>"']/g, (char) => entities[char] ?? '')
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
