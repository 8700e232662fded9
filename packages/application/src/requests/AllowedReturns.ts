/** The return addresses that a client can name in a request (spec 2.4). */
import type * as ReturnAddress from "@sheaf/domain/ReturnAddress"
import { ClientStore } from "@sheaf/ports"
import { Context, Effect } from "effect"

/**
 * True in the sandbox, for clients that developers run locally: loopback return addresses need no registration, and a
 * collection can send a person to a page without a return address.
 */
export const SandboxReturns = Context.Reference<boolean>("@sheaf/application/SandboxReturns", {
  defaultValue: () => false
})

/** Returns the addresses that a client can name. Without an address in the request, none are read. */
export const of = Effect.fnUntraced(function* (
  clientId: string,
  { returnUrl }: Partial<Pick<ReturnAddress.ReturnTarget, "returnUrl">>
) {
  const allowed: ReturnAddress.AllowedReturns = {
    registered: returnUrl === undefined ? [] : yield* Effect.orDie((yield* ClientStore).returnUrls(clientId)),
    isLoopbackAllowed: yield* SandboxReturns
  }
  return allowed
})
