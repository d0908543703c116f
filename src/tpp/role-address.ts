/**
 * Whether an address belongs to a role rather than to a person: some word of its local part is the
 * name of a task, or of the company itself.
 */
export function isRoleAddress(email: string, companyName: string): boolean {
  const at = email.lastIndexOf('@')
  const words = wordsOf(email.slice(0, at))
  const company = [...wordsOf(companyName), ...wordsOf(email.slice(at + 1))]
  return words.some((word) => roleWords.has(word) || company.includes(word))
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^a-zæøåäö0-9]+/)
    // A number at the end does not make another word: psd2 stays, support24 is support.
    .flatMap((word) => [word, word.replace(/\d+$/, '')])
    .filter((word) => word.length > 1)

const roleWords = new Set(
  `abuse admin administrasjon aisp alert alerts api apis bank banking bookkeeping compliance contact
  customer customercare customerservice dev developer developers development devops drift driftsmelding
  eiendom engineering finance fintech firmapost gateway hello help helpdesk hendelse hostmaster incident
  incidents info inbox integration integrations integrasjon it kontakt kundeservice kundesenter legal mail
  mailbox monitoring notice notices noc oncall openbanking open operasjon operation operations ops office
  partner partners pay payment payments betaling betalinger betalinger pisp platform plattform post postmaster
  product produkt psd psd2 regulatory risk risiko sales security service servicedesk sikkerhet sre status
  support system systems team teams tech technical teknikk teknisk tpp utvikling utviklere varsel varsler vakt
  webmaster xs2a account accounts konto regnskap faktura invoice billing test testing sandbox`.split(
    /\s+/,
  ),
)
