/** API keys, stored only as keyed hashes (spec 5; decisions 8). */
import { ApiKeys, callerOf, ClientStore, TooManyKeys, UnknownClient } from "@sheaf/ports"
import { Effect, Layer, Option, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { createHmac, createSecretKey } from "node:crypto"
import * as ApiKeyText from "./ApiKeyText.ts"
import * as KeyRing from "./KeyRing.ts"

/** Derives the key of the hashes (HMAC-SHA-256) from the pepper. */
export const hashKeyOf = (pepper: Redacted.Redacted<Uint8Array>) => KeyRing.derive(pepper, "sheaf/api-key")

/**
 * A fast hash suffices, because keys have enough entropy. Without the pepper, a stolen database cannot confirm
 * guessed keys, and attackers cannot choose hashes whose lookup times would reveal a key.
 */
export const layer = (pepper: Redacted.Redacted<Uint8Array>) =>
  Layer.effect(
    ApiKeys,
    Effect.gen(function* () {
      const store = yield* ClientStore
      const random = yield* SecureRandom.SecureRandom
      // Created once, because that takes longer than a hash.
      const hashKey = createSecretKey(hashKeyOf(pepper))
      const hash = (key: Redacted.Redacted): Uint8Array =>
        createHmac("sha256", hashKey).update(Redacted.value(key)).digest()

      return ApiKeys.of({
        verify: (key) => {
          if (ApiKeyText.keyIdOf(Redacted.value(key)) === undefined) return Effect.succeedNone
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
