/** Serial numbers of certificates (RFC 5280 §4.1.2.2): positive, of at most twenty bytes, and not to be guessed. */
import { Effect, Option } from "effect"
import { SecureRandom } from "effect/crypto"

/** More than BR 7.1 asks for, which is 64 bits. */
const randomBytes = 16

const canonical = (hex: string): string => {
  const digits = hex.toLowerCase().replace(/^0+/, "")
  return digits.length % 2 === 0 ? digits : `0${digits}`
}

/** A new serial number, as {@link IssuedCertificate} has it. */
export const make = Effect.gen(function* () {
  const bytes = yield* (yield* SecureRandom.SecureRandom).randomBytes(randomBytes)
  return canonical(Buffer.from(bytes).toString("hex"))
}).pipe(Effect.repeat({ until: (serial) => serial !== "" }))

/** Twenty bytes, with colons between. */
const longest = 60

/**
 * A serial number as tools show it (`7F:01…`, `0x7f01…`, `7F01…`), in the form in which we keep it; nothing for any other
 * text.
 */
export const parse = (text: string): Option.Option<string> => {
  const hex = text.trim().replace(/^0x/i, "").replaceAll(":", "")
  return text.length <= longest && /^[0-9a-f]{1,40}$/i.test(hex) && /[^0]/.test(hex)
    ? Option.some(canonical(hex))
    : Option.none()
}
