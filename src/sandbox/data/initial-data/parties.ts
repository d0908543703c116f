import { bbanFrom } from '../../../kernel/bban.ts'
import type { Currency } from '../../../kernel/currency.ts'
import { ibanOf } from '../../../kernel/iban.ts'

/** Whom the customers deal with. No bank has the register number 9999, and none of these exists. */
export interface Party {
  name: string
  iban: string
  bban: string
}

const norwegian = (name: string, tenDigits: string): Party => {
  const bban = bbanFrom(tenDigits)!
  return { name, bban, iban: ibanOf(bban) }
}

const abroad = (name: string, iban: string): Party => ({ name, iban, bban: iban.slice(4) })

export const parties = {
  municipality: norwegian('Fjordlia kommune', '9999220101'),
  landlord: norwegian('Solbakken Boligutleie AS', '9999220202'),
  power: norwegian('Elvekraft Strøm AS', '9999220303'),
  broadband: norwegian('Nordfiber AS', '9999220404'),
  mobile: norwegian('Fjelltele AS', '9999220505'),
  insurance: norwegian('Varde Forsikring', '9999220707'),
  gym: norwegian('Pulsen Trening AS', '9999220808'),
  lender: norwegian('Nordgate Boliglån', '9999220909'),
  kindergarten: norwegian('Blåveis Barnehage SA', '9999221010'),
  toll: norwegian('Vegringen Bompenger AS', '9999221212'),
  taxCollector: norwegian('Skatteetaten', '9999221313'),
  acquirer: norwegian('Kortoppgjør Norden AS', '9999221414'),
  premises: norwegian('Kaibygg Eiendom AS', '9999221515'),
  wholesaler: norwegian('Elgros Installasjon AS', '9999221616'),
  packaging: norwegian('Pakkmester AS', '9999221717'),
  leasing: norwegian('Varebilleasing AS', '9999221818'),
  cardIssuer: norwegian('Nordgate Kort', '9999222828'),
  ownSavings: norwegian('Egen konto i annen bank', '9999221919'),
  tenant: abroad('Carmen Olivares Prado', 'ES9499990001220012345678'),
  housing: abroad('Comunidad Mirador del Faro', 'ES0999990002210087654321'),
  importer: abroad('Hansen Rohkaffee Kontor GmbH', 'DE85999900010012345678'),
} as const satisfies Record<string, Party>

/** People who share a bill, and pay each other by telephone. */
export const friends: readonly Party[] = [
  norwegian('Kari Aune Dalheim', '9999222020'),
  norwegian('Eirik Vassbotn Lie', '9999222121'),
  norwegian('Maja Skogheim Bru', '9999222222'),
  norwegian('Tor Inge Hegrestad', '9999222323'),
]

/** Who pays the invoices of the roastery and of the electrician. */
export const coffeeDrinkers: readonly Party[] = [
  norwegian('Bakeriet Bislett AS', '9999310101'),
  norwegian('Hotell Havnekanten AS', '9999310202'),
  norwegian('Kontorkaffe Vest AS', '9999310303'),
  norwegian('Kafé Lykt', '9999310505'),
]

export const builders: readonly Party[] = [
  norwegian('Borettslaget Utsikten', '9999310606'),
  norwegian('Grunnmur Entreprenør AS', '9999310707'),
  norwegian('Aaland Rør og Varme AS', '9999310808'),
  norwegian('Kirsti Brunvoll Eide', '9999310909'),
]

/** Employees of the two companies, whose own bank is elsewhere. */
export const employees: readonly Party[] = [
  norwegian('Silje Brekkhus Moe', '9999222424'),
  norwegian('Anders Fossmo Vik', '9999222525'),
  norwegian('Lene Kvalvåg Ness', '9999222626'),
]

export interface Merchant {
  name: string
  category: string
  city: string
  postalCode: string
  country: string
  /** What a purchase costs, from and to, in minor units of the currency. */
  price: readonly [number, number]
  currency: Currency
}

const shop = (
  name: string,
  category: string,
  price: Merchant['price'],
  [postalCode, city]: readonly [string, string],
): Merchant => ({ name, category, price, postalCode, city, country: 'NO', currency: 'NOK' })

const oslo = ['0461', 'Oslo'] as const
const bergen = ['5003', 'Bergen'] as const

/** Category codes by ISO 18245: 5411 groceries, 5812 restaurants, 5912 pharmacies and so on. */
export const shopsInOslo: readonly Merchant[] = [
  shop('Kornmoen Mat Sagene', '5411', [9_900, 78_000], oslo),
  shop('Torgbua Dagligvare', '5411', [6_500, 52_000], oslo),
  shop('Kornmoen Mat Sagene', '5411', [14_900, 92_000], oslo),
  shop('Bakeriet Bislett', '5462', [4_200, 16_800], oslo),
  shop('Kaffebaren Hjørnet', '5814', [4_800, 13_900], oslo),
  shop('Lindeapoteket', '5912', [7_900, 41_000], oslo),
  shop('Bybillett Oslo', '4111', [4_200, 4_201], oslo),
]

export const shopsInBergen: readonly Merchant[] = [
  shop('Vågen Matsenter', '5411', [18_000, 142_000], bergen),
  shop('Sjøgata Mat', '5411', [8_900, 66_000], bergen),
  shop('Vågen Matsenter', '5411', [21_000, 118_000], bergen),
  shop('Fjordstasjonen Drivstoff', '5541', [42_000, 98_000], bergen),
  shop('Byggtorget Minde', '5200', [9_900, 124_000], bergen),
  shop('Kiosken på Torget', '5994', [3_500, 12_000], bergen),
  shop('Fløyen Parkering', '7523', [3_000, 18_000], bergen),
]

export const onlineShops: readonly Merchant[] = [
  shop('Bokreolen.example', '5942', [14_900, 64_900], ['0150', 'Oslo']),
  shop('Turskoen.example', '5661', [59_900, 249_900], ['3510', 'Hønefoss']),
  shop('Hjemlevert.example', '5812', [18_900, 58_900], ['0184', 'Oslo']),
  shop('Flybilletten.example', '4511', [69_900, 349_900], ['0154', 'Oslo']),
]

const foreign = (
  name: string,
  category: string,
  price: Merchant['price'],
  [postalCode, city, country, currency]: readonly [string, string, string, Currency],
): Merchant => ({ name, category, price, postalCode, city, country, currency })

const copenhagen = ['1208', 'København', 'DK', 'DKK'] as const
const malaga = ['29001', 'Málaga', 'ES', 'EUR'] as const
const london = ['SW1A', 'London', 'GB', 'GBP'] as const

export const abroadInDenmark: readonly Merchant[] = [
  foreign('Hotel Havnefronten', '7011', [89_000, 149_000], copenhagen),
  foreign('Smørrebrødshuset Nyhavn', '5812', [14_500, 62_000], copenhagen),
  foreign('Museumsbutikken', '5947', [9_900, 38_000], copenhagen),
]

export const abroadInSpain: readonly Merchant[] = [
  foreign('Supermercado La Palmera', '5411', [1_250, 9_800], malaga),
  foreign('Restaurante El Mirlo', '5812', [2_400, 11_600], malaga),
  foreign('Gasolinera Costa Azul', '5541', [3_800, 7_900], malaga),
]

export const abroadInBritain: readonly Merchant[] = [
  foreign('The Copper Kettle', '5812', [1_150, 6_400], london),
  foreign('Thames Gate Hotel', '7011', [9_500, 18_900], london),
  foreign('Paperback Corner', '5942', [899, 4_500], london),
]

/** Charged on the same day of every month. */
export const subscriptions = {
  films: shop('Filmstrømmen.example', '4899', [12_900, 12_901], ['0150', 'Oslo']),
  music: shop('Lydbølgen.example', '5815', [11_900, 11_901], ['0150', 'Oslo']),
  cloud: foreign('Cloudkeep', '5734', [299, 300], ['D02', 'Dublin', 'IE', 'EUR']),
  software: foreign('Inkwell Apps', '5734', [999, 1_000], ['94016', 'San Francisco', 'US', 'USD']),
} as const
