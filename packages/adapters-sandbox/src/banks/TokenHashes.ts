/** The hashes of a consent's tokens, as they are stored in its file. */
import { Schema } from "effect"

export const TokenHashes = Schema.Struct({
  clientId: Schema.String,
  access: Schema.String,
  /** When the access token expires, in milliseconds since 1970. */
  until: Schema.Finite,
  refresh: Schema.String,
  /** The refresh token that `refresh` replaced. */
  used: Schema.optionalKey(Schema.String)
})
export type TokenHashes = typeof TokenHashes.Type
