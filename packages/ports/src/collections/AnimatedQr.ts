/** QR codes and links that change every second (spec 2.5, 17). */
import { Context } from "effect"
import type { AnimatedQrSource, DeviceLinkSource } from "../companies/Connector.ts"

export class AnimatedQr extends Context.Service<
  AnimatedQr,
  {
    /**
     * Returns `<prefix>.<startToken>.<seconds>.<hex HMAC-SHA256(startSecret, seconds)>`, where `seconds` counts from
     * the order's creation.
     */
    readonly text: (source: Omit<AnimatedQrSource, "startedAt">, seconds: number) => string
    /**
     * Returns the link for the given second. The link ends with `&authCode=` and HMAC-SHA256(secret, signedStart + the
     * link up to `&authCode=`) in base64url.
     */
    readonly link: (source: Omit<DeviceLinkSource, "startedAt">, seconds: number) => string
  }
>()("@sheaf/ports/AnimatedQr") {}
