import { type Static, Type } from 'typebox'

/** What payments and baskets tell a TPP besides: errors and warnings, each by a code of this list. */
export const tppMessageCodes = [
  'SYSTEM_ERROR',
  'BAD_REQUEST',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
  'HTTP_HEADER_REQUIRED',
  'QUERY_PARAMETER_REQUIRED',
  'SCA_NOT_FOUND',
  'SCA_EXPIRED',
  'SCA_INVALID',
  'FORMAT_ERROR',
  'RESOURCE_UNKNOWN',
  'PSU_CREDENTIALS_INVALID',
  'CONSENT_UNKNOWN',
  'CONSENT_INVALID',
  'CONSENT_EXPIRED',
  'ACCESS_EXCEEDED',
  'PRODUCT_UNKNOWN',
  'PRODUCT_INVALID',
  'KID_MISSING',
  'KID_INVALID',
  'PAYMENT_FAILED',
  'EXECUTION_DATE_INVALID',
] as const
export type TppMessageCode = (typeof tppMessageCodes)[number]

const textMax = 512

export const TppMessage = Type.Object(
  {
    category: Type.Enum(['ERROR', 'WARNING']),
    code: Type.Enum([...tppMessageCodes], { title: 'TppMessageCode' }),
    path: Type.Optional(Type.String({ description: 'Where in the request, if it is one place.' })),
    text: Type.Optional(Type.String({ maxLength: textMax })),
  },
  { title: 'TppMessage' },
)
export type TppMessage = Static<typeof TppMessage>

const codes: ReadonlySet<string> = new Set(tppMessageCodes)

export const isTppMessageCode = (code: string): code is TppMessageCode => codes.has(code)

/** With a text that is cut where it is too long. */
export function tppMessage(
  category: TppMessage['category'],
  code: TppMessageCode,
  text: string,
  path?: string,
): TppMessage {
  const shown = text.length > textMax ? `${text.slice(0, textMax - 1)}…` : text
  return { category, code, ...(path !== undefined && { path }), text: shown }
}
