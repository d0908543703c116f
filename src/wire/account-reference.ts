import { Type } from 'typebox'
import { CurrencyCode } from './amount.ts'

/** By either number; both are told where both are known. */
export const AccountReference = Type.Object(
  {
    iban: Type.Optional(Type.String({ maxLength: 34 })),
    bban: Type.Optional(Type.String({ maxLength: 30 })),
    currency: CurrencyCode,
  },
  { title: 'AccountReference' },
)

export const CardAccountReference = Type.Object(
  {
    maskedPan: Type.String({ maxLength: 35 }),
    currency: CurrencyCode,
  },
  { title: 'CardAccountReference' },
)

export const exampleReference = {
  iban: 'NO7099911110012',
  bban: '99911110012',
  currency: 'NOK',
} as const

export const exampleCardReference = { maskedPan: '457112******4827', currency: 'NOK' } as const
