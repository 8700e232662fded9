/** Certificates' serial numbers: positive, at most twenty bytes, and unpredictable (RFC 5280 §4.1.2.2). */
import { Effect, Option } from "effect"
import { SecureRandom } from "effect/crypto"

/** How many random bytes to use. BR 7.1 requires eight. */
const randomBytes = 16

const canonical = (hex: string): string => {
  const digits = hex.toLowerCase().replace(/^0+/, "")
  return digits.length % 2 === 0 ? digits : `0${digits}`
}

/** Returns a new serial number as an `IssuedCertificate` has it. */
export const make = Effect.gen(function* () {
  const bytes = yield* (yield* SecureRandom.SecureRandom).randomBytes(randomBytes)
  return canonical(Buffer.from(bytes).toString("hex"))
}).pipe(Effect.repeat({ until: (serial) => serial !== "" }))

/**
 * Returns a serial number in the stored form, given any form that common tools print (`7F:01…`, `0x7f01…`, `7F01…`).
 */
export const parse = (text: string): Option.Option<string> => {
  const hex = text.trim().replace(/^0x/i, "").replaceAll(":", "")
  // In hexadecimal and separated by colons, twenty bytes take 59 characters.
  return text.length <= 60 && /^[0-9a-f]{1,40}$/i.test(hex) && /[^0]/.test(hex)
    ? Option.some(canonical(hex))
    : Option.none()
}
