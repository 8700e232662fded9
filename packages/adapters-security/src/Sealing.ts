/**
 * Sealing with authenticated encryption. The place of the bytes is associated data, so that sealed bytes do not open in
 * another record or for another client.
 *
 * Layout: version (1 byte) | algorithm (1 byte) | length of the key id (1 byte) | key id | nonce | ciphertext and tag.
 */
import { Sealer, UnsealError } from "@sheaf/ports"
import type { Place } from "@sheaf/ports"
import { Effect, Layer, Result } from "effect"
import type { Redacted } from "effect"
import { Aead, SecureRandom } from "effect/crypto"
import { Base64Url } from "effect/encoding"
import { createHmac } from "node:crypto"
import * as KeyRing from "./KeyRing.ts"

const layoutVersion = 1

/**
 * Small values use XChaCha20-Poly1305, whose random nonces never run out. Large values, such as collected data and
 * documents, use AES-256-GCM, which runs off the event loop. Its random nonces allow 2^32 seals per key (NIST SP 800-38D
 * §8.3): more than 30 collections a second for a year. Each algorithm has its own key, derived from the ring's.
 */
const algorithms = [
  { code: 1, aead: Aead.xchacha20Poly1305, label: "sheaf/seal/xchacha20-poly1305" },
  { code: 2, aead: Aead.aes256Gcm, label: "sheaf/seal/aes-256-gcm" }
] as const

/** The size, in bytes, from which encryption blocks the event loop for longer than a thread switch takes. */
const largeBytes = 4 * 1024

const utf8 = new TextEncoder()
/** `ignoreBOM` keeps a leading U+FEFF. */
const text = new TextDecoder("utf-8", { ignoreBOM: true })

/** Joins parts unambiguously: JSON quotes them and escapes lone surrogates, which UTF-8 cannot encode. */
const joined = (...parts: ReadonlyArray<string>): string => JSON.stringify(parts)

const associatedData = (place: Place, header: Uint8Array): Uint8Array =>
  Buffer.concat([utf8.encode(joined(place.tenant, place.record)), header])

const headerOf = (algorithm: number, keyId: string): Uint8Array => {
  const id = utf8.encode(keyId)
  return Uint8Array.of(layoutVersion, algorithm, id.length, ...id)
}

const notAuthentic = new UnsealError({ reason: "NOT_AUTHENTIC" })

/** Seals with the ring's keys. Blind indexes use the pepper, so that they survive key rotation. */
export const layer = (ring: KeyRing.KeyRing, pepper: Redacted.Redacted<Uint8Array>) =>
  Layer.effect(
    Sealer,
    Effect.gen(function* () {
      const aead = yield* Aead.Aead
      const random = yield* SecureRandom.SecureRandom
      const keys = new Map<string, Aead.Key>()
      for (const key of ring.all) {
        for (const { aead: algorithm, code, label } of algorithms) {
          keys.set(`${key.id}\0${code}`, yield* Effect.orDie(Aead.key(algorithm, KeyRing.derive(key.bytes, label))))
        }
      }
      const indexKey = KeyRing.derive(pepper, "sheaf/blind-index")

      const seal: Sealer["Service"]["seal"] = Effect.fnUntraced(function* (place, plain) {
        const { aead: algorithm, code } = algorithms[plain.length < largeBytes ? 0 : 1]
        const key = keys.get(`${ring.current.id}\0${code}`)
        const header = headerOf(code, ring.current.id)
        if (key === undefined) return yield* Effect.die("the current key is not in the ring")
        const nonce = yield* random.randomBytes(algorithm.nonceLength)
        const aad = associatedData(place, header)
        const sealed = yield* Effect.orDie(aead.encrypt(key, plain, { nonce, aad }))
        return Buffer.concat([header, nonce, sealed])
      })
      const open: Sealer["Service"]["open"] = Effect.fnUntraced(function* (place, sealed) {
        const [version, code, idLength = 0] = sealed
        const algorithm = algorithms.find((known) => known.code === code)
        if (version !== layoutVersion || algorithm === undefined) return yield* notAuthentic
        const header = sealed.subarray(0, 3 + idLength)
        const key = keys.get(`${text.decode(header.subarray(3))}\0${code}`)
        if (key === undefined) return yield* new UnsealError({ reason: "UNKNOWN_KEY" })
        const body = header.length + algorithm.aead.nonceLength
        if (sealed.length < body) return yield* notAuthentic
        return yield* aead
          .decrypt(key, sealed.subarray(body), {
            nonce: sealed.subarray(header.length, body),
            aad: associatedData(place, header)
          })
          .pipe(Effect.mapError(() => notAuthentic))
      })
      return Sealer.of({
        seal,
        open,
        sealText: (place, plain) => Effect.map(seal(place, utf8.encode(plain)), Base64Url.encode),
        openText: (place, sealed) =>
          Result.match(Base64Url.decode(sealed), {
            onFailure: () => Effect.fail(notAuthentic),
            onSuccess: (bytes) => Effect.map(open(place, bytes), (plain) => text.decode(plain))
          }),
        blindIndex: (place, text) =>
          new Uint8Array(
            createHmac("sha256", indexKey)
              .update(joined(place.tenant, place.record, text))
              .digest()
          )
      })
    })
  )
