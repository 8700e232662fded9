/** The return addresses that a client can name in a request (spec 2.4). */
import type * as ReturnUrl from "@sheaf/domain/ReturnUrl"
import { ClientStore } from "@sheaf/ports"
import { Context, Effect } from "effect"

/**
 * True if clients can run on a developer's machine: loopback return addresses need no registration, and a collection can
 * send a person to a page without a return address.
 */
export const AllowsLoopbackReturnUrls = Context.Reference<boolean>("@sheaf/application/AllowsLoopbackReturnUrls", {
  defaultValue: () => false
})

/** Returns the addresses that a client can name. Without an address in the request, none are read. */
export const returnUrlsOf = Effect.fnUntraced(function* (
  clientId: string,
  { returnUrl }: Partial<Pick<ReturnUrl.ReturnTarget, "returnUrl">>
) {
  const allowed: ReturnUrl.AllowedReturnUrls = {
    registered: returnUrl === undefined ? [] : yield* Effect.orDie((yield* ClientStore).returnUrls(clientId)),
    isLoopbackAllowed: yield* AllowsLoopbackReturnUrls
  }
  return allowed
})
