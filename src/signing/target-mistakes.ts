import { requestTargetName } from './header-list.ts'
import { changeValues, type Mistake, type SentRequest } from './mistake.ts'

type Targets = (request: {
  method: string
  lower: string
  target: string
  path: string
  host: string
}) => string[]

const target = (reason: string, advice: string, targets: Targets): Mistake => ({
  reason,
  advice,
  drafts: (right, request) =>
    targets(parts(request)).flatMap((other) =>
      changeValues(right, (_, name) => (name === requestTargetName ? other : undefined)),
    ),
})

function parts({ context, headers }: SentRequest) {
  const { method, target } = context
  const path = target.split('?', 1)[0] ?? target
  return { method, lower: method.toLowerCase(), target, path, host: headers.get('host') ?? '' }
}

const form = 'Write `(request-target): ` and the lower-case method, a space, path and query.'

/** Mistakes in the line of `(request-target)`. */
export const targetMistakes: readonly Mistake[] = [
  target(
    '(request-target) was signed with the full URL.',
    form,
    ({ lower, method, target, host }) =>
      [`https://${host}${target}`, `http://${host}${target}`, `${host}${target}`].flatMap((url) => [
        `${lower} ${url}`,
        url,
        `${method} ${url}`,
      ]),
  ),
  target('(request-target) was signed with the method in upper case.', form, (request) => [
    `${request.method.toUpperCase()} ${request.target}`,
  ]),
  target('(request-target) was signed without the query.', form, ({ lower, path }) => [
    `${lower} ${path}`,
  ]),
  target('(request-target) was signed without the method.', form, ({ target, path }) => [
    target,
    path,
  ]),
  target(
    '(request-target) was signed with the path decoded or encoded in another way.',
    'Sign path and query exactly as they stand in the request line.',
    ({ lower, target }) => recoded(target).map((other) => `${lower} ${other}`),
  ),
  target(
    '(request-target) was signed with or without a slash at the end of the path.',
    'Sign path and query exactly as they stand in the request line.',
    ({ lower, target, path }) => {
      const other = path.endsWith('/') ? path.slice(0, -1) : `${path}/`
      return [`${lower} ${other}${target.slice(path.length)}`]
    },
  ),
  target(
    '(request-target) was signed without the first part of the path.',
    'Sign the whole path, with its version, as it stands in the request line.',
    ({ lower, target }) => {
      const next = target.indexOf('/', 1)
      return next < 0
        ? []
        : [`${lower} ${target.slice(next)}`, `${lower} ${target.slice(next + 1)}`]
    },
  ),
]

export function recoded(text: string): string[] {
  const spaces = [text.replaceAll('%20', '+'), text.replaceAll('+', '%20')]
  return [decoded(text), decoded(text.replaceAll('+', ' ')), encodeURI(text), ...spaces]
}

function decoded(text: string): string {
  try {
    return Buffer.from(decodeURIComponent(text), 'utf8').toString('latin1')
  } catch {
    return text
  }
}
