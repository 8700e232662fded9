/** The keys of an operator who benchmarks: what stands beside the service reads and writes its database with them. */
import { ApiKeysLive, KeyRing, Sealing } from "@sheaf/adapters-security"
import { Effect, Layer, Redacted } from "effect"
import { Aead, SecureRandom } from "effect/crypto"
import { Base64 } from "effect/encoding"

const secret = new Uint8Array(32).fill(11)
const sealingKey = KeyRing.formatKey("bench", secret)

export const pepper = Redacted.make(secret)

/** What API keys are hashed with. */
export const hashKey = ApiKeysLive.hashKeyOf(pepper)

/** How the service is told. */
export const env = {
  SHEAF_KEYS: Redacted.value(sealingKey),
  SHEAF_PEPPER: Base64.encode(secret)
}

/** Opens and seals what the service does. */
export const sealer = Layer.unwrap(Effect.map(KeyRing.parse(sealingKey), (ring) => Sealing.layer(ring, pepper))).pipe(
  Layer.provide(Aead.layerWebCrypto),
  Layer.provide(SecureRandom.layerWebCrypto)
)
