/** The animated QR code of an electronic-ID order. It changes every second (spec 2.5, 17). */
import type { AnimatedQr, AnimatedQrSource } from "@sheaf/ports"

/**
 * Returns the code at `now`, the number of whole seconds since the order began, and the time at which the code changes.
 */
export const at = (
  qr: AnimatedQr["Service"],
  { startedAt, startSecret, startToken }: AnimatedQrSource,
  now: number
) => {
  const second = Math.max(0, Math.floor((now - startedAt) / 1000))
  return { second, until: startedAt + (second + 1) * 1000, text: qr.text(startToken, startSecret, second) }
}
