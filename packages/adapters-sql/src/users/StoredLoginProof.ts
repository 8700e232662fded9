/** The stored form of a login's proof. Its format is not checked, because newer rules could reject older rows. */
import { Schema } from "effect"

export const StoredLoginProof = Schema.Struct({
  signature: Schema.String,
  ocspResponse: Schema.optionalKey(Schema.String),
  certificate: Schema.optionalKey(Schema.String)
})
