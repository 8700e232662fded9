/** The text of an animated QR code. It changes every second (spec 2.5, 17). */
import { Context } from "effect"

export class AnimatedQr extends Context.Service<
  AnimatedQr,
  {
    /**
     * Returns `eid.<startToken>.<seconds>.<hex HMAC-SHA256(startSecret, seconds)>`. `seconds` is the number of seconds
     * since the order was created.
     */
    readonly text: (startToken: string, startSecret: string, seconds: number) => string
  }
>()("@sheaf/ports/AnimatedQr") {}
