/** Reacts to browser events: the back button, and a lost or restored network connection. */
import { batch } from "@preact/signals"
import type { Signal } from "@preact/signals"
import type { FieldErrors } from "../components/Form.tsx"
import * as PageRoutes from "./PageRoutes.ts"
import type { PageRoute } from "./PageRoutes.ts"
import type { Interruption } from "./Reconnection.ts"

interface Followed {
  readonly errors: Signal<FieldErrors>
  readonly interruption: Signal<Interruption | undefined>
  readonly place: Signal<PageRoute>
}

export const listen = ({ errors, interruption, place }: Followed): void => {
  addEventListener("popstate", () => {
    errors.value = {}
    place.value = PageRoutes.currentRoute() ?? { at: "welcome" }
  })
  addEventListener("offline", () => (interruption.value = "offline"))
  addEventListener("online", () => {
    batch(() => {
      interruption.value = undefined
      // Restarts the screen's reads, because a request held open during the outage may never end.
      place.value = { ...place.peek() }
    })
  })
}
