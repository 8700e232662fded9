/** The hashes of a consent's tokens, as the consent's file contains them. */
import { Schema } from "effect"

export const TokenHashes = Schema.Struct({
  clientId: Schema.String,
  access: Schema.String,
  /** The time at which the access token expires, in milliseconds since 1970. */
  until: Schema.Finite,
  refresh: Schema.String,
  /** The refresh token that `refresh` has replaced. */
  used: Schema.optionalKey(Schema.String)
})
export type TokenHashes = typeof TokenHashes.Type
