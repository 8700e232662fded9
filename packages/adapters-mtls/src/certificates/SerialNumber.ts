/** Serial numbers of certificates: positive, at most twenty bytes, and unpredictable (RFC 5280 §4.1.2.2). */
import { Effect, Option } from "effect"
import { SecureRandom } from "effect/crypto"

/** BR 7.1 requires at least eight random bytes. */
const randomBytes = 16

const canonical = (hex: string): string => {
  const digits = hex.toLowerCase().replace(/^0+/, "")
  return digits.length % 2 === 0 ? digits : `0${digits}`
}

/** Returns a new serial number in the form that `IssuedCertificate` stores. */
export const make = Effect.gen(function* () {
  const bytes = yield* (yield* SecureRandom.SecureRandom).randomBytes(randomBytes)
  return canonical(Buffer.from(bytes).toString("hex"))
}).pipe(Effect.repeat({ until: (serial) => serial !== "" }))

/** Converts a serial number from any form that common tools print (`7F:01…`, `0x7f01…`, `7F01…`) to the stored form. */
export const parse = (text: string): Option.Option<string> => {
  const hex = text.trim().replace(/^0x/i, "").replaceAll(":", "")
  // The longest form, twenty bytes in hexadecimal separated by colons, takes 59 characters.
  return text.length <= 60 && /^[0-9a-f]{1,40}$/i.test(hex) && /[^0]/.test(hex)
    ? Option.some(canonical(hex))
    : Option.none()
}
