/** The service's public URL. It is the issuer of Sheaf's tokens, and banks redirect people to it. */
import { Context } from "effect"
import type { Effect } from "effect"

export class PublicUrl extends Context.Service<
  PublicUrl,
  {
    /** Scheme, host, port and optional path, without a trailing slash. */
    readonly base: Effect.Effect<string>
  }
>()("@sheaf/ports/PublicUrl") {}
