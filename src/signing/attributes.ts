/**
 * Attribute types of distinguished names: OID, the name we print, other names that tools print.
 * RFC 2253 fixes only the first nine; the rest are printed as OpenSSL and Node do, so that a
 * developer who compares the two texts by eye finds them equal. 2.5.4.97 is one of those.
 */
const table: readonly (readonly [oid: string, name: string, ...others: string[]])[] = [
  ['2.5.4.3', 'CN', 'commonName'],
  ['2.5.4.7', 'L', 'localityName'],
  ['2.5.4.8', 'ST', 'S', 'SP', 'stateOrProvinceName'],
  ['2.5.4.10', 'O', 'organizationName'],
  ['2.5.4.11', 'OU', 'organizationalUnitName'],
  ['2.5.4.6', 'C', 'countryName'],
  ['2.5.4.9', 'STREET', 'streetAddress'],
  ['0.9.2342.19200300.100.1.25', 'DC', 'domainComponent'],
  ['0.9.2342.19200300.100.1.1', 'UID', 'userId'],
  ['1.2.840.113549.1.9.1', 'emailAddress', 'E', 'email'],
  ['2.5.4.5', 'serialNumber'],
  ['2.5.4.97', 'organizationIdentifier'],
  ['2.5.4.4', 'SN', 'surname'],
  ['2.5.4.42', 'GN', 'G', 'givenName'],
  ['2.5.4.12', 'title', 'T'],
  ['2.5.4.13', 'description'],
  ['2.5.4.15', 'businessCategory'],
  ['2.5.4.17', 'postalCode'],
  ['2.5.4.41', 'name'],
  ['2.5.4.43', 'initials'],
  ['2.5.4.44', 'generationQualifier', 'generation'],
  ['2.5.4.46', 'dnQualifier', 'DNQ'],
  ['2.5.4.65', 'pseudonym'],
  ['1.3.6.1.4.1.311.60.2.1.1', 'jurisdictionL', 'jurisdictionLocalityName'],
  ['1.3.6.1.4.1.311.60.2.1.2', 'jurisdictionST', 'jurisdictionStateOrProvinceName'],
  ['1.3.6.1.4.1.311.60.2.1.3', 'jurisdictionC', 'jurisdictionCountryName'],
]

const nameByOid = new Map(table.map(([oid, name]) => [oid, name]))
const oidByName = new Map(
  table.flatMap(([oid, ...names]) => names.map((name) => [name.toLowerCase(), oid] as const)),
)

const dottedOid = /^(?:oid\.)?([0-2](?:\.(?:0|[1-9]\d*))+)$/i

export const attributeName = (oid: string): string => nameByOid.get(oid) ?? oid

/** The OID behind a name in any case, or behind `2.5.4.97` and `OID.2.5.4.97`. */
export function attributeOid(name: string): string | undefined {
  return oidByName.get(name.toLowerCase()) ?? dottedOid.exec(name)?.[1]
}
