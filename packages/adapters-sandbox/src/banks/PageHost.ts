/** The host of the banks' pages. */
import { Context } from "effect"
import type { Effect } from "effect"

export class PageHost extends Context.Service<
  PageHost,
  {
    /** Scheme, host and port of the pages. */
    readonly address: Effect.Effect<URL>
  }
>()("@sheaf/adapters-sandbox/PageHost") {}
