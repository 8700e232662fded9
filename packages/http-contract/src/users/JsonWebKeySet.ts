/** This service's public keys, as a JWK Set (RFC 7517 §5; spec 5). */
import * as Annotations from "@sheaf/domain/Annotations"
import { Schema } from "effect"
import { publicKey } from "../openapi/Examples.ts"

const PublicKey = Schema.Record(Schema.String, Schema.String).annotate({
  identifier: "PublicKey",
  description: "A public key as a JWK (RFC 7517). `kid` identifies the key, and `alg` is its signature algorithm.",
  examples: [publicKey]
})

export const keySetExample = { keys: [publicKey] }

export const JsonWebKeySet = Schema.Struct({
  keys: Schema.Array(PublicKey).pipe(Annotations.describe("The current signing key and the previous one."))
}).annotate({
  identifier: "KeySet",
  description: "Public keys as a JWK Set (RFC 7517).",
  examples: [keySetExample]
})
