/** A login's proof, as stored. The format is not checked, because newer rules could reject older rows. */
import { Schema } from "effect"

export const StoredLoginProof = Schema.Struct({
  signature: Schema.String,
  ocspResponse: Schema.optionalKey(Schema.String),
  certificate: Schema.optionalKey(Schema.String)
})
