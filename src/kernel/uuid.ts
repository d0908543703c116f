/** An id as the bank writes it: in small letters, so that it has only one spelling. */
export const uuidForm = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/** Such an id and nothing else. */
export const uuidPattern = `^${uuidForm}$`

const uuid = new RegExp(uuidPattern)

/** What is none names nothing: it is unknown, and no question for the database. */
export const isUuid = (text: string): boolean => uuid.test(text)
