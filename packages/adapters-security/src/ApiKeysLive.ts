/** API keys, kept only as keyed hashes (spec 5; decisions 8). */
import { ApiKeys, callerOf, ClientStore, TooManyKeys, UnknownClient } from "@sheaf/ports"
import { Effect, Layer, Option, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { createHmac, createSecretKey, hkdfSync } from "node:crypto"
import * as ApiKeyText from "./ApiKeyText.ts"

/** What keys are hashed with (HMAC-SHA-256), derived from the pepper. */
export const hashKeyOf = (pepper: Redacted.Redacted<Uint8Array>): Uint8Array =>
  new Uint8Array(hkdfSync("sha256", Redacted.value(pepper), new Uint8Array(0), "sheaf/api-key", 32))

/**
 * Keys have enough entropy for a fast hash. It is keyed with the pepper: who reads the database learns nothing that a
 * key could be checked against. The hash is also what the store looks keys up by: since nobody without the pepper can
 * steer it, the time that the look-up takes tells nothing about a key.
 */
export const layer = (pepper: Redacted.Redacted<Uint8Array>) =>
  Layer.effect(
    ApiKeys,
    Effect.gen(function* () {
      const store = yield* ClientStore
      const random = yield* SecureRandom.SecureRandom
      // Made once: to make it of its bytes for every hash takes longer than the hash.
      const hashKey = createSecretKey(hashKeyOf(pepper))
      const hash = (key: Redacted.Redacted): Uint8Array =>
        createHmac("sha256", hashKey).update(Redacted.value(key)).digest()

      return ApiKeys.of({
        verify: (key) => {
          if (!ApiKeyText.isWellFormed(Redacted.value(key))) return Effect.succeedNone
          return Effect.map(store.findByKey(hash(key)), Option.map(callerOf))
        },
        issue: Effect.fnUntraced(function* (clientId) {
          const client = yield* store.findClient(clientId)
          if (Option.isNone(client)) return yield* new UnknownClient()
          const key = ApiKeyText.make(client.value.environment, yield* random.randomBytes(ApiKeyText.randomLength))
          const added = yield* store.addKey(clientId, hash(key), ApiKeyText.keyIdOf(Redacted.value(key)))
          return added ? key : yield* new TooManyKeys()
        })
      })
    })
  )
