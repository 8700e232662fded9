/** The service's public URL: the issuer of Sheaf's tokens, and where banks redirect people to. */
import { Context } from "effect"
import type { Effect } from "effect"

export class PublicUrl extends Context.Service<
  PublicUrl,
  {
    /** Scheme, host, port and optional path, without a trailing slash. */
    readonly base: Effect.Effect<string>
  }
>()("@sheaf/ports/PublicUrl") {}
