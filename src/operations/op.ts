import type { Caller, Visitor } from '../kernel/caller.ts'
import type { OfferingCaller, PayingCaller, PsuCaller } from '../sca/sca.ts'
import type { Transaction } from '../storage/storage.ts'
import type {
  Contract,
  Guards,
  Input,
  Method,
  Operation,
  Output,
  ScaGuard,
} from '../wire/operation.ts'

/** Who an operation sees as its caller: the guards decide what is known of the PSU. */
type CallerUnder<G extends Guards> = G extends { sca: 'offer' }
  ? OfferingCaller
  : G extends { sca: 'payment' }
    ? PayingCaller
    : G extends { sca: ScaGuard }
      ? PsuCaller
      : Caller

type Handle<C extends Contract, Who = Caller> = (
  caller: Who,
  input: Input<C>,
  tx: Transaction,
) => Promise<Output<C>>
type OpenHandle<C extends Contract> = (visitor: Visitor, input: Input<C>) => Promise<Output<C>>

export function op<C extends Contract, const G extends Guards>(
  method: Method,
  path: string,
  contract: C,
  handle: Handle<C, CallerUnder<G>>,
  guards: G,
): Operation<Transaction> {
  // The pipeline has checked the input against this very contract when it calls.
  return {
    method,
    path,
    contract,
    guards,
    handle: handle as unknown as Handle<Contract>,
  } as Operation<Transaction>
}

export function unsigned<C extends Contract>(
  why: string,
  method: Method,
  path: string,
  contract: C,
  handle: OpenHandle<C>,
): Operation<Transaction> {
  return {
    method,
    path,
    contract,
    unsigned: why,
    handle: handle as unknown as OpenHandle<Contract>,
  }
}
