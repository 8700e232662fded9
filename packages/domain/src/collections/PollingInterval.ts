/** The recommended pauses between status polls, in milliseconds (spec 2.5, 8). */
import { isFinal } from "./CollectionStatus.ts"
import type { CollectionStatus } from "./CollectionStatus.ts"

/** The pause while the client shows an animated QR code, which changes every second. */
export const animatedQr = 1000

/** The pause in COLLECTING, because this status lasts longer than others. */
export const collecting = 3000

/** The pause in all other nonfinal statuses. */
export const waiting = 2000

/** Returns the recommended pause in this status, or `undefined` once the collection has ended. */
export const of = (status: CollectionStatus, showsAnimatedQr: boolean): number | undefined => {
  if (isFinal(status)) return undefined
  if (showsAnimatedQr) return animatedQr
  return status === "COLLECTING" ? collecting : waiting
}
