/**
 * The letters with which IBANs of the SEPA area begin: the 41 countries of the European Payments
 * Council's list of SEPA countries and territories (EPC409-09), with Serbia, which came last, and
 * Gibraltar, whose IBANs have letters of their own. Other territories use those of their countries.
 */
const letters = new Set([
  ...['AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GR', 'HR', 'HU', 'IE'],
  ...['IT', 'LT', 'LU', 'LV', 'MT', 'NL', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK'],
  ...['IS', 'LI', 'NO'],
  ...['AD', 'AL', 'CH', 'GB', 'GI', 'MC', 'MD', 'ME', 'MK', 'RS', 'SM', 'VA'],
])

export const isInSepaArea = (iban: string): boolean => letters.has(iban.slice(0, 2))
