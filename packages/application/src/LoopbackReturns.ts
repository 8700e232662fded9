/** Return addresses of this machine, for clients that developers run locally (decisions 9). */
import { Context } from "effect"

/** True if return addresses of this machine need no registration. */
export const LoopbackReturns = Context.Reference<boolean>("@sheaf/application/LoopbackReturns", {
  defaultValue: () => false
})
