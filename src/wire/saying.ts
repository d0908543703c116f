import { type Static, type TSchema, type TUnsafe, Type } from 'typebox'

/** Where a schema that has a name says what it is in one place. */
export const here = 'x-here'

export interface Said {
  description: string
  deprecated?: true
}

/**
 * A schema that has a name, its `title`, with words for the place where it stands. OpenAPI prints a
 * reference to the name with these words beside it.
 */
export const saying = <Named extends TSchema>(
  named: Named,
  description: string,
  { deprecated }: Pick<Said, 'deprecated'> = {},
): TUnsafe<Static<Named>> =>
  Type.Unsafe<Static<Named>>({
    ...named,
    [here]: { description, ...(deprecated && { deprecated }) },
  })
