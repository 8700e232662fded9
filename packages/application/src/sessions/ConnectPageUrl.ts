/** The URLs of the Connect page (spec 13). */
import { PublicUrl } from "@sheaf/ports"
import { Effect } from "effect"

/** The URL does not contain the link's secret. */
export const urlOf = Effect.fnUntraced(function* (connectSessionId: string) {
  return `${yield* (yield* PublicUrl).base}/connect/${connectSessionId}`
})
