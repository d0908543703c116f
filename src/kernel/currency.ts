// biome-ignore format: reads as the interface document prints it, one letter after the other
export const currencies = [
  'AED', 'AFN', 'ALL', 'AMD', 'ANG', 'AOA', 'ARS', 'AUD', 'AWG', 'AZN',
  'BAM', 'BBD', 'BDT', 'BGN', 'BHD', 'BIF', 'BMD', 'BND', 'BOB', 'BRL', 'BSD', 'BTN', 'BWP', 'BYR',
  'BZD',
  'CAD', 'CDF', 'CHF', 'CLP', 'CNY', 'COP', 'CRC', 'CUC', 'CUP', 'CVE', 'CZK',
  'DJF', 'DKK', 'DOP', 'DZD',
  'EGP', 'ERN', 'ETB', 'EUR',
  'FJD', 'FKP',
  'GBP', 'GEL', 'GGP', 'GHS', 'GIP', 'GMD', 'GNF', 'GTQ', 'GYD',
  'HKD', 'HNL', 'HRK', 'HTG', 'HUF',
  'IDR', 'ILS', 'IMP', 'INR', 'IQD', 'IRR', 'ISK',
  'JEP', 'JMD', 'JOD', 'JPY',
  'KES', 'KGS', 'KHR', 'KMF', 'KPW', 'KRW', 'KWD', 'KYD', 'KZT',
  'LAK', 'LBP', 'LKR', 'LRD', 'LSL', 'LYD',
  'MAD', 'MDL', 'MGA', 'MKD', 'MMK', 'MNT', 'MOP', 'MRO', 'MUR', 'MVR', 'MWK', 'MXN', 'MYR', 'MZN',
  'NAD', 'NGN', 'NIO', 'NOK', 'NPR', 'NZD',
  'OMR',
  'PAB', 'PEN', 'PGK', 'PHP', 'PKR', 'PLN', 'PYG',
  'QAR',
  'RON', 'RSD', 'RUB', 'RWF',
  'SAR', 'SBD', 'SCR', 'SDG', 'SEK', 'SGD', 'SHP', 'SLL', 'SOS', 'SPL', 'SRD', 'STD', 'SVC', 'SYP',
  'SZL',
  'THB', 'TJS', 'TMT', 'TND', 'TOP', 'TRY', 'TTD', 'TVD', 'TWD', 'TZS',
  'UAH', 'UGX', 'USD', 'UYU', 'UZS',
  'VEF', 'VND', 'VUV',
  'WST',
  'XAF', 'XCD', 'XDR', 'XOF', 'XPF',
  'YER',
  'ZAR', 'ZMW', 'ZWD',
] as const

/** A currency the interface takes. Some are retired and some were never in ISO 4217. */
export type Currency = (typeof currencies)[number]

/**
 * Minor units by ISO 4217 where they are not 2. A retired code keeps what it had when it was
 * withdrawn: of those in the list only BYR differs, and ANG, BGN, CUC, HRK, MRO, SLL, STD, VEF and
 * ZWD had 2, though some were no longer counted in coins. The codes that ISO 4217 gives no minor
 * units for have 2 as well: GGP, IMP and JEP are sterling, TVD is the Australian dollar, SPL has 100
 * centesimi, and XDR, where ISO says "not applicable", is booked in hundredths.
 */
const unitsOtherThanTwo: Partial<Record<Currency, number>> = {
  BHD: 3,
  BIF: 0,
  BYR: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  IQD: 3,
  ISK: 0,
  JOD: 3,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  PYG: 0,
  RWF: 0,
  TND: 3,
  UGX: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
}

const known: ReadonlySet<string> = new Set(currencies)

export function isCurrency(code: string): code is Currency {
  return known.has(code)
}

/** How many digits of an amount stand after the decimal point. */
export function minorUnits(currency: Currency): number {
  return unitsOtherThanTwo[currency] ?? 2
}
