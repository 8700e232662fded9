/** Animated QR codes of the Swedish electronic ID (spec 2.5, 17). */
import { AnimatedQr } from "@sheaf/ports"
import { Layer } from "effect"
import { createHmac } from "node:crypto"

export const layer = Layer.succeed(AnimatedQr, {
  text: (startToken, startSecret, seconds) => {
    const time = String(seconds)
    return `eid.${startToken}.${time}.${createHmac("sha256", startSecret).update(time).digest("hex")}`
  }
})
