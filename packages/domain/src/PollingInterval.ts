/** How often a client should ask for the status (spec 8; decisions 4). */
import { isFinal } from "./CollectionStatus.ts"
import type { CollectionStatus } from "./CollectionStatus.ts"

/** Milliseconds until the next poll is worth its while; `undefined` once the collection has ended. */
export const of = (status: CollectionStatus, showsAnimatedQr: boolean): number | undefined => {
  if (isFinal(status)) return undefined
  if (showsAnimatedQr) return 1000
  return status === "COLLECTING" ? 3000 : 2000
}
