/** The animated QR code of an electronic ID, which changes every second (decisions 4, 6). */
import type { AnimatedQr, AnimatedQrSource } from "@sheaf/ports"

/** Returns the code at `now`, the number of whole seconds since the electronic ID's order began, and the second's end. */
export const at = (
  qr: AnimatedQr["Service"],
  { startedAt, startSecret, startToken }: AnimatedQrSource,
  now: number
) => {
  const second = Math.max(0, Math.floor((now - startedAt) / 1000))
  return { second, until: startedAt + (second + 1) * 1000, text: qr.text(startToken, startSecret, second) }
}
