/** The public keys of this service, as a JWK Set (RFC 7517 §5; decisions 8). */
import * as Words from "@sheaf/domain/Words"
import { Schema } from "effect"

const publicKey = {
  kty: "EC",
  crv: "P-256",
  alg: "ES256",
  use: "sig",
  kid: "2026-05-04-a",
  x: "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
  y: "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"
}

const PublicKey = Schema.Record(Schema.String, Schema.String).annotate({
  identifier: "PublicKey",
  description: "A public key as a JWK (RFC 7517): `kid` names it, `alg` is how tokens are signed with it.",
  examples: [publicKey]
})

/** An example of the document. */
export const example = { keys: [publicKey] }

export const KeySet = Schema.Struct({
  keys: Schema.Array(PublicKey).pipe(Words.means("The key that signs, and the one that did before."))
}).annotate({
  identifier: "KeySet",
  description: "Public keys, as a JWK Set (RFC 7517).",
  examples: [example]
})
