/** The text of an animated QR code at one second (decisions 4, 6). */
import { Context } from "effect"

export class AnimatedQr extends Context.Service<
  AnimatedQr,
  {
    /** `eid.<startToken>.<seconds>.<HMAC-SHA256(startSecret, seconds) in hex>`; `seconds` is whole, since the order began. */
    readonly text: (startToken: string, startSecret: string, seconds: number) => string
  }
>()("@sheaf/ports/AnimatedQr") {}
