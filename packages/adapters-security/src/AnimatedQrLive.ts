/** The animated QR codes of electronic IDs, which change every second (spec 2.5, 17). */
import { AnimatedQr } from "@sheaf/ports"
import { Layer } from "effect"
import { createHmac } from "node:crypto"

export const layer = Layer.succeed(AnimatedQr, {
  text: ({ prefix = "eid", startSecret, startToken }, seconds) => {
    const time = String(seconds)
    return `${prefix}.${startToken}.${time}.${createHmac("sha256", startSecret).update(time).digest("hex")}`
  },
  link: ({ linkEnd, linkStart, secret, signedStart }, seconds) => {
    const link = `${linkStart}${seconds}${linkEnd}`
    const code = createHmac("sha256", Buffer.from(secret, "base64")).update(`${signedStart}${link}`)
    return `${link}&authCode=${code.digest("base64url")}`
  }
})
