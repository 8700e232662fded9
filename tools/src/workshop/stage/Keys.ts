/** Operator keys for benchmarks, with which other servers can read and write the service's database. */
import { ApiKeysLive, KeyRing, Sealing } from "@sheaf/adapters-security"
import { Effect, Layer, Redacted } from "effect"
import { Aead, SecureRandom } from "effect/crypto"
import { Base64 } from "effect/encoding"

const secret = new Uint8Array(32).fill(11)
const sealingKey = KeyRing.formatKey("bench", secret)

export const pepper = Redacted.make(secret)

export const hashKey = ApiKeysLive.hashKeyOf(pepper)

export const keysEnvironment = {
  SHEAF_KEYS: Redacted.value(sealingKey),
  SHEAF_PEPPER: Base64.encode(secret)
}

export const layerSealer = Layer.unwrap(
  Effect.map(KeyRing.parse(sealingKey), (ring) => Sealing.layer(ring, pepper))
).pipe(Layer.provide(Aead.layerWebCrypto), Layer.provide(SecureRandom.layerWebCrypto))
