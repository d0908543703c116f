/** What a TPP may be authorised for, in the words of its certificate and of the interface. */
export const roles = ['AISP', 'PISP'] as const
export type Role = (typeof roles)[number]

/** Whoever sent the request, before or without proof of identity. */
export interface Visitor {
  /** The TPP's own id of the call, or one made by the service where none is asked for. */
  requestId: string
  now: Temporal.Instant
}

/** A TPP whose certificate and signature have been verified: plain data, handed to operations. */
export interface Caller extends Visitor {
  /** The organizationIdentifier of its certificate, such as PSDNO-FSA-912345678. */
  tppId: string
  tppName: string
  roles: readonly Role[]
  /** Its own bank, whose clock `now` is. */
  world: bigint
  /** Of its bank's register, by which answers of the bank may be remembered; see `bank/port.ts`. */
  edition?: string | undefined
  /** Names of announced changes that the answer follows. */
  changes?: ReadonlySet<string>
}

/** Where an operation outside any world acts: no row has this id. */
export const noWorld = 0n
