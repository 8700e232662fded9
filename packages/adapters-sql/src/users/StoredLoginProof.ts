/** The stored form of a login's proof. It skips the checks of its form, because newer ones could reject old rows. */
import { Schema } from "effect"

export const StoredLoginProof = Schema.Struct({
  signature: Schema.String,
  ocspResponse: Schema.optionalKey(Schema.String),
  certificate: Schema.optionalKey(Schema.String)
})
