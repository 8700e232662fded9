/** The host that serves the banks' pages. */
import { Context } from "effect"
import type { Effect } from "effect"

export class PageHost extends Context.Service<
  PageHost,
  {
    readonly address: Effect.Effect<URL>
  }
>()("@sheaf/adapters-sandbox/PageHost") {}
