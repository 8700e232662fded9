/** How often a client should ask for the status, in milliseconds (spec 8; decisions 4). */
import { isFinal } from "./CollectionStatus.ts"
import type { CollectionStatus } from "./CollectionStatus.ts"

/** While an animated QR code is shown, which changes every second. */
export const animatedQr = 1000

/** While the data is being collected, which takes a while. */
export const collecting = 3000

/** In every other state that is not final. */
export const waiting = 2000

/** Milliseconds until the next poll is worth its while; `undefined` once the collection has ended. */
export const of = (status: CollectionStatus, showsAnimatedQr: boolean): number | undefined => {
  if (isFinal(status)) return undefined
  if (showsAnimatedQr) return animatedQr
  return status === "COLLECTING" ? collecting : waiting
}
