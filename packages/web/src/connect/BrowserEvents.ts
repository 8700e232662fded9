/** What the browser tells the page: a step back in the history, and a lost or regained network. */
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

/** Follows the browser's events for as long as the page is open. */
export const listen = ({ errors, interruption, place }: Followed): void => {
  addEventListener("popstate", () => {
    errors.value = {}
    place.value = PageRoutes.currentRoute() ?? { at: "welcome" }
  })
  addEventListener("offline", () => (interruption.value = "offline"))
  addEventListener("online", () => {
    batch(() => {
      interruption.value = undefined
      // Reads the place again, because a held request may never end.
      place.value = { ...place.peek() }
    })
  })
}
