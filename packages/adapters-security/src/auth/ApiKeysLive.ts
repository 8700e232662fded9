/** Issues and verifies API keys. Only keyed hashes of the keys are stored (spec 5). */
import { ApiKeys, callerOf, ClientStore, hasExpired, TooManyApiKeys, UnknownClient } from "@sheaf/ports"
import { Effect, Layer, Option, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import * as ApiKeyFormat from "./ApiKeyFormat.ts"
import * as Hmac from "../sealing/Hmac.ts"
import * as KeyRing from "../sealing/KeyRing.ts"

export const hashKeyOf = (pepper: Redacted.Redacted<Uint8Array>) => KeyRing.deriveKey(pepper, "sheaf/api-key")

/**
 * A fast hash is secure here, because the keys have enough entropy. The hash also depends on the pepper, so a stolen
 * database alone is not enough to check guessed keys. Lookup times reveal nothing, because attackers cannot choose the
 * hash that is looked up.
 */
export const layer = (
  pepper: Redacted.Redacted<Uint8Array>,
  olderPeppers: ReadonlyArray<Redacted.Redacted<Uint8Array>> = []
) =>
  Layer.effect(
    ApiKeys,
    Effect.gen(function* () {
      const store = yield* ClientStore
      const random = yield* SecureRandom.SecureRandom
      const hashOf = Hmac.make(hashKeyOf(pepper), ApiKeyFormat.keyLength)
      const olderHashes = olderPeppers.map((older) => Hmac.make(hashKeyOf(older), ApiKeyFormat.keyLength))
      const lookup = (key: string) =>
        ApiKeyFormat.keyIdOf(key) === undefined ? undefined : { _tag: "Hash" as const, hash: hashOf(key) }

      /** Finds a key that was hashed with an older pepper, and rehashes it with the current one. */
      const findOlder = Effect.fnUntraced(function* (key: string, hash: Uint8Array) {
        const older = olderHashes.map((olderHashOf) => olderHashOf(key))
        // Tries the older hashes, the current one, and the older ones again, because another request may rehash the key
        // in the meantime.
        for (const before of [...older, hash, ...older]) {
          const holder = yield* store.findByKey(before)
          if (Option.isNone(holder)) continue
          if (before !== hash) yield* store.rehashKey(holder.value.id, before, hash)
          return holder
        }
        return Option.none()
      })

      const find = (key: string, hash: Uint8Array) =>
        olderHashes.length === 0
          ? store.findByKey(hash)
          : Effect.flatMap(store.findByKey(hash), (holder) =>
              Option.isSome(holder) ? Effect.succeed(holder) : findOlder(key, hash)
            )

      return ApiKeys.of({
        lookup,
        verify: (key) => {
          const found = lookup(Redacted.value(key))
          return found === undefined
            ? Effect.succeedNone
            : Effect.clockWith((clock) =>
                Effect.map(find(Redacted.value(key), found.hash), (holder) =>
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
          const key = ApiKeyFormat.make(
            client.value.environment,
            yield* random.randomBytes(ApiKeyFormat.randomBytesLength)
          )
          const text = Redacted.value(key)
          const added = yield* store.addKey(clientId, hashOf(text), ApiKeyFormat.keyIdOf(text), limits)
          return added ? key : yield* new TooManyApiKeys()
        })
      })
    })
  )
