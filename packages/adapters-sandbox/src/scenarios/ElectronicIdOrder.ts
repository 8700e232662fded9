/** The order of the simulated electronic ID: what a client needs to open it (decisions 4, 6). */
import type { ExtraInformation } from "@sheaf/domain/ExtraInformation"
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import type { AnimatedQrSource } from "@sheaf/ports"
import { randomFrom } from "../records/Random.ts"

export interface Opening {
  readonly information?: ExtraInformation
  readonly animatedQr?: AnimatedQrSource
}

/** The autostart token and the source of the animated QR code, where the login method has them. */
export const opening = (method: LoginMethod.LoginMethod, identity: string, orderedAt: number): Opening => {
  const { animatedQr, autostart } = LoginMethod.describe(method)
  const random = randomFrom("electronic-id", method, identity)
  const [autostartToken, startToken, startSecret] = [random.uuid(), random.uuid(), random.uuid()]
  return {
    ...(autostart && { information: { SWEDISH_MOBILE_EID_AUTOSTART_TOKEN: autostartToken } }),
    ...(animatedQr && { animatedQr: { startToken, startSecret, startedAt: orderedAt } })
  }
}
