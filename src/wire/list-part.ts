import { Type } from 'typebox'

const int32Max = 2 ** 31 - 1

/** For lists that are short as a rule, and so come whole unless a part is asked for. */
export const partQuery = {
  offset: Type.Optional(
    Type.Integer({ minimum: 0, maximum: int32Max, description: 'How many to skip.' }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: int32Max,
      description: 'How many at most; all of them unless given.',
    }),
  ),
}
