/** The address at which people and clients reach the service: issuer of its tokens, and where banks send people back to. */
import { Context } from "effect"
import type { Effect } from "effect"

export class PublicAddress extends Context.Service<
  PublicAddress,
  {
    /** Scheme, host and port (and path, where there is one), without a slash at the end. */
    readonly base: Effect.Effect<string>
  }
>()("@sheaf/ports/PublicAddress") {}
