/** The recommended pauses between status polls, in milliseconds (spec 2.5, 8). */
import * as LoginMethod from "../companies/LoginMethod.ts"
import { isFinal } from "./CollectionStatus.ts"
import type { CollectionStatus } from "./CollectionStatus.ts"

/** The pause while the client shows an animated QR code, which changes every second. */
export const animatedQr = 1000

/** The pause in COLLECTING, because this status lasts longer than others. */
export const collecting = 3000

/** The pause in all other nonfinal statuses of a collection without a login method. */
export const waiting = 2000

/** What determines the pause, besides the status. */
export interface Shown {
  readonly loginMethod?: LoginMethod.LoginMethod | undefined
  readonly showsAnimatedQr: boolean
}

/** Returns the recommended pause in this status, or `undefined` once the collection has ended. */
export const of = (status: CollectionStatus, { loginMethod, showsAnimatedQr }: Shown): number | undefined => {
  if (isFinal(status)) return undefined
  if (showsAnimatedQr) return animatedQr
  if (status === "COLLECTING") return collecting
  return loginMethod === undefined ? waiting : LoginMethod.describe(loginMethod).pollingMillis
}
