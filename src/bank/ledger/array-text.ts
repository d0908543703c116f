/**
 * Arrays as PostgreSQL writes them. The driver would do it too, but it looks for characters to
 * escape in every number, and with a thousand postings that is most of the work.
 */

type Bare = string | bigint | number | boolean | Temporal.PlainDate | null

/** Of values whose text has no character that means something in an array: ids, numbers, dates. */
export const bareArray = (values: readonly Bare[]): string => `{${values.map(bare).join()}}`

const bare = (value: Bare): string => (value === null ? 'NULL' : String(value))

/** Of any texts. */
export const textArray = (values: readonly (string | null)[]): string =>
  `{${values.map(quoted).join()}}`

const quoted = (value: string | null): string =>
  value === null ? 'NULL' : `"${value.replace(/["\\]/g, '\\$&')}"`
