/** Loopback return addresses, for clients that developers run locally (decisions 9). */
import { Context } from "effect"

/** True if loopback return addresses need no registration. */
export const LoopbackReturns = Context.Reference<boolean>("@sheaf/application/LoopbackReturns", {
  defaultValue: () => false
})
