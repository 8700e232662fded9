/** API keys, stored only as keyed hashes (spec 5; decisions 8). */
import { ApiKeys, callerOf, ClientStore, hasExpired, TooManyKeys, UnknownClient } from "@sheaf/ports"
import { Effect, Layer, Option, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import * as ApiKeyText from "./ApiKeyText.ts"
import * as KeyedHash from "./KeyedHash.ts"
import * as KeyRing from "./KeyRing.ts"

/** Derives the key for the hashes (HMAC-SHA-256) from the pepper. */
export const hashKeyOf = (pepper: Redacted.Redacted<Uint8Array>) => KeyRing.derive(pepper, "sheaf/api-key")

/**
 * A fast hash suffices, because keys have enough entropy. Every hash needs the pepper. Someone who steals the database
 * therefore cannot confirm guessed keys. Attackers cannot choose the hashes to look up either, so lookup times reveal
 * no keys.
 */
export const layer = (pepper: Redacted.Redacted<Uint8Array>) =>
  Layer.effect(
    ApiKeys,
    Effect.gen(function* () {
      const store = yield* ClientStore
      const random = yield* SecureRandom.SecureRandom
      const hashOf = KeyedHash.make(hashKeyOf(pepper), ApiKeyText.length)
      const lookup = (key: string) =>
        ApiKeyText.keyIdOf(key) === undefined ? undefined : { _tag: "Hash" as const, hash: hashOf(key) }

      return ApiKeys.of({
        lookup,
        verify: (key) => {
          const found = lookup(Redacted.value(key))
          return found === undefined
            ? Effect.succeedNone
            : Effect.clockWith((clock) =>
                Effect.map(store.findByKey(found.hash), (holder) =>
                  Option.map(
                    Option.filter(
                      holder,
                      ({ keyLimits = {} }) => !hasExpired(keyLimits, clock.currentTimeMillisUnsafe())
                    ),
                    callerOf
                  )
                )
              )
        },
        issue: Effect.fnUntraced(function* (clientId, limits) {
          const client = yield* store.findClient(clientId)
          if (Option.isNone(client)) return yield* new UnknownClient()
          const key = ApiKeyText.make(client.value.environment, yield* random.randomBytes(ApiKeyText.randomLength))
          const text = Redacted.value(key)
          const added = yield* store.addKey(clientId, hashOf(text), ApiKeyText.keyIdOf(text), limits)
          return added ? key : yield* new TooManyKeys()
        })
      })
    })
  )
