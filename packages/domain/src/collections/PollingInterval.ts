/** The recommended pauses between status polls, in milliseconds (spec 2.5, 8). */
import * as LoginMethod from "../companies/LoginMethod.ts"
import { isFinal } from "./CollectionStatus.ts"
import type { CollectionStatus } from "./CollectionStatus.ts"

/** The pause while the client shows an animated QR code, which changes every second. */
export const animatedQrMillis = 1000

/** The pause in COLLECTING: longer than in the other statuses, because this status lasts longer. */
export const collectingMillis = 3000

/** The pause if the collection has no login method and neither of the pauses above applies. */
export const defaultMillis = 2000

export interface PollingContext {
  readonly loginMethod?: LoginMethod.LoginMethod | undefined
  readonly showsAnimatedQr: boolean
}

/** Returns the recommended pause in this status, or `undefined` once the collection has ended. */
export const intervalOf = (
  status: CollectionStatus,
  { loginMethod, showsAnimatedQr }: PollingContext
): number | undefined => {
  if (isFinal(status)) return undefined
  if (showsAnimatedQr) return animatedQrMillis
  if (status === "COLLECTING") return collectingMillis
  return loginMethod === undefined ? defaultMillis : LoginMethod.describe(loginMethod).pollingMillis
}
