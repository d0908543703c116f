import { Type } from 'typebox'

export const linkVerbs = ['GET', 'PUT', 'POST', 'DELETE'] as const

export const Link = Type.Object(
  {
    href: Type.String(),
    verbs: Type.Array(Type.Enum([...linkVerbs])),
  },
  { title: 'Link' },
)

type LinkVerb = (typeof linkVerbs)[number]

export const link = (href: string, ...verbs: LinkVerb[]) => ({ href, verbs })
