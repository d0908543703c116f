import type { Static, TObject, TSchema } from 'typebox'
import type { Caller, Role, Visitor } from '../kernel/caller.ts'
import type { ProblemCode } from '../kernel/problem.ts'
import type { RequiredHeader } from './headers.ts'
import type { Tag } from './tags.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Header names, each with what it means. */
export type AnswerHeaders = Readonly<Record<string, string>>

export interface WhenNothing {
  status: 204
  description: string
}

/** What an operation takes and gives: the type, the validator and the OpenAPI text in one. */
export interface Contract<
  P extends TObject = TObject,
  Q extends TObject = TObject,
  B extends TSchema = TSchema,
  A extends TSchema = TSchema,
  H extends AnswerHeaders | undefined = AnswerHeaders | undefined,
  N extends WhenNothing | undefined = WhenNothing | undefined,
> {
  /** The name in logs, metrics and OpenAPI, such as `read-contact-information`. */
  id: string
  tag: Tag
  summary: string
  description?: string
  path?: P
  query?: Q
  /** Those of the query without which the operation itself refuses, in words of its own. */
  queryRequired?: string[]
  body?: B
  bodyExample?: unknown
  answer: { status: 200 | 201 | 202 | 204; description: string; schema?: A; example?: unknown } & {
    /** Anything but JSON names its media type. */
    type?: string
    /** What the operation says in headers, by name: its output is then `{ headers, body }`. */
    headers?: H
    /** For an operation that sometimes has nothing to say: its output is then undefined. */
    whenNothing?: N
  }
  /** The refusals particular to this operation; those of the pipeline need no mention. */
  refusals?: ProblemCode[]
  /** Does nothing but refuse, so the OpenAPI document does not offer it. */
  unlisted?: true
  /** Every refusal carries `tppMessages`, as those of payments and baskets do. */
  tppMessages?: true
}

export interface Input<C extends Contract> {
  path: C extends Contract<infer P> ? Static<P> : never
  query: C extends Contract<TObject, infer Q> ? Static<Q> : never
  body: C extends Contract<TObject, TObject, infer B> ? Static<B> : never
}

export type Output<C extends Contract> =
  C extends Contract<TObject, TObject, TSchema, infer A, infer H, infer N>
    ? H extends AnswerHeaders
      ? { headers: { [Name in keyof H]?: string }; body: Static<A> }
      : Static<A> | (N extends WhenNothing ? undefined : never)
    : never

/** Lets the compiler keep the exact schemas of a contract. */
export const contract = <
  P extends TObject,
  Q extends TObject,
  B extends TSchema,
  A extends TSchema,
  H extends AnswerHeaders | undefined = undefined,
  N extends WhenNothing | undefined = undefined,
>(
  described: Contract<P, Q, B, A, H, N>,
): Contract<P, Q, B, A, H, N> => described

/** What an operation does for a PSU; `offer` always leads to a link, `payment` makes one. */
export type ScaGuard = 'accounts' | 'agreements' | 'user' | 'offer' | 'payment'

/** What unattended calls are counted by. */
export const quotaKinds = ['balances', 'transactions', 'details'] as const
export type QuotaKind = (typeof quotaKinds)[number]

/** The last two: balances that are only sometimes asked for, along with the accounts. */
export type Quota = QuotaKind | 'withBalance' | 'withCardBalance'

/** What must hold for a signed operation, beyond a true signature. */
export interface Guards {
  /** `any`: whoever holds at least one PSD2 role. */
  role: Role | 'any'
  /** Acts for a PSU: what must hold is in the policy table of `sca`. */
  sca?: ScaGuard
  /** Counted when the PSU is absent. */
  quota?: Quota
  /** Headers besides those that every signed request carries. */
  requires?: readonly RequiredHeader[]
  /** Said of what has nothing to do with the bank's data, such as a TPP's address. */
  world?: 'none'
  /** Commits as it goes, in transactions of its own, and goes on when it is sent again. */
  inSteps?: true
  /** Replaces the whole world, so nobody else writes in it meanwhile. */
  alone?: true
}

interface Routed {
  method: Method
  path: string
  contract: Contract
}

/** Signed, which is the rule. Writes get the transaction that also keeps their answer. */
export interface SignedOperation<Tx> extends Routed {
  guards: Guards
  handle(caller: Caller, input: Input<Contract>, tx: Tx | undefined): Promise<unknown>
}

/** Open to everybody, which is the exception and says why. */
export interface UnsignedOperation extends Routed {
  unsigned: string
  handle(visitor: Visitor, input: Input<Contract>): Promise<unknown>
}

export type Operation<Tx = unknown> = SignedOperation<Tx> | UnsignedOperation

export const isSigned = <Tx>(operation: Operation<Tx>): operation is SignedOperation<Tx> =>
  !('unsigned' in operation)
