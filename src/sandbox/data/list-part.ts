/** The part of a list that was asked for; all of it unless told otherwise. */
export const listPart = <Item>(
  items: readonly Item[],
  { offset = 0, limit = items.length }: { offset?: number; limit?: number },
): Item[] => items.slice(offset, offset + limit)
