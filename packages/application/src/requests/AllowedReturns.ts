/** The return addresses that a client can name in a request (spec 2.4). */
import type * as ReturnAddress from "@sheaf/domain/ReturnAddress"
import { ClientStore } from "@sheaf/ports"
import { Context, Effect } from "effect"

/**
 * True if clients can run on a developer's machine: loopback return addresses need no registration, and a collection can
 * send a person to a page without a return address.
 */
export const LocalClients = Context.Reference<boolean>("@sheaf/application/LocalClients", {
  defaultValue: () => false
})

/** Returns the addresses that a client can name. Without an address in the request, none are read. */
export const of = Effect.fnUntraced(function* (
  clientId: string,
  { returnUrl }: Partial<Pick<ReturnAddress.ReturnTarget, "returnUrl">>
) {
  const allowed: ReturnAddress.AllowedReturns = {
    registered: returnUrl === undefined ? [] : yield* Effect.orDie((yield* ClientStore).returnUrls(clientId)),
    isLoopbackAllowed: yield* LocalClients
  }
  return allowed
})
