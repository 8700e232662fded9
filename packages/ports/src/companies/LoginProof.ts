/** Proof that a person has authenticated with an electronic ID (spec 17). */
import { Schema } from "effect"

const maxLength = 65_536

const Base64 = Schema.NonEmptyString.check(
  Schema.isMaxLength(maxLength),
  Schema.makeFilter((text) => /^[A-Za-z0-9+/]+={0,2}$/.test(text) || "expected base64")
)

export const LoginProof = Schema.Struct({
  signature: Base64,
  ocspResponse: Schema.optionalKey(Base64),
  certificate: Schema.optionalKey(Base64)
})
export type LoginProof = typeof LoginProof.Type
