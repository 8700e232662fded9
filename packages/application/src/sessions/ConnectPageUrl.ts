/** The addresses of the Connect page (spec 13). */
import { PublicUrl } from "@sheaf/ports"
import { Effect } from "effect"

/** Returns the address of a session's page, without the secret of the link. */
export const urlOf = Effect.fnUntraced(function* (connectSessionId: string) {
  return `${yield* (yield* PublicUrl).base}/connect/${connectSessionId}`
})
