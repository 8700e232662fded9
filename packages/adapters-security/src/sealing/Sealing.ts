/**
 * Authenticated encryption of stored values. The record and the client are associated data, so sealed bytes cannot be
 * decrypted in another record or for another client. Sealed bytes contain the version (1 byte), the algorithm (1 byte),
 * the length of the key id (1 byte), the key id, the nonce, and the ciphertext with its tag, in this order.
 */
import { BlindIndex, Sealer, UnsealError } from "@sheaf/ports"
import type { EncryptionContext } from "@sheaf/ports"
import { Effect, Layer, Result } from "effect"
import type { Redacted } from "effect"
import { Aead, SecureRandom } from "effect/crypto"
import { Base64Url } from "effect/encoding"
import { createHmac, createSecretKey } from "node:crypto"
import * as AesGcm from "./AesGcm.ts"
import * as KeyRing from "./KeyRing.ts"

const layoutVersion = 1

/**
 * Small values use XChaCha20-Poly1305, whose nonces are long enough to be random for any number of values. Large
 * values, such as collected data and documents, use AES-256-GCM, which has hardware support. With random nonces, an
 * AES-256-GCM key can encrypt 2^32 values (NIST SP 800-38D §8.3), enough for more than 30 collections a second for a
 * year. Each algorithm has its own key, derived from the key in the ring.
 */
const algorithms = [
  { code: 1, aead: Aead.xchacha20Poly1305, label: "sheaf/seal/xchacha20-poly1305" },
  { code: 2, aead: Aead.aes256Gcm, label: "sheaf/seal/aes-256-gcm" }
] as const

/** From this size in bytes, AES-256-GCM is faster than XChaCha20-Poly1305. */
const largeBytes = 4 * 1024

const utf8 = new TextEncoder()
/** Keeps a leading U+FEFF. */
const text = new TextDecoder("utf-8", { ignoreBOM: true })

/**
 * Joins parts unambiguously, because JSON quotes them. JSON also escapes lone surrogates, which UTF-8 cannot encode.
 */
const joined = (...parts: ReadonlyArray<string>): string => JSON.stringify(parts)

const associatedData = (context: EncryptionContext, header: Uint8Array): Uint8Array =>
  Buffer.concat([utf8.encode(joined(context.tenant, context.record)), header])

const headerOf = (algorithm: number, keyId: string): Uint8Array => {
  const id = utf8.encode(keyId)
  return Uint8Array.of(layoutVersion, algorithm, id.length, ...id)
}

const notAuthentic = new UnsealError({ reason: "NOT_AUTHENTIC" })

/** The offset of the key id. The byte before it contains the id's length. */
const keyPosition = 3

const keyIdOf = (sealed: Uint8Array): string =>
  text.decode(sealed.subarray(keyPosition, keyPosition + (sealed[keyPosition - 1] ?? 0)))

/** A key from the ring for one algorithm. Callers supply the nonce and the associated data. */
interface Cipher {
  readonly header: Uint8Array
  readonly nonceLength: number
  readonly encrypt: (plain: Uint8Array, nonce: Uint8Array, aad: Uint8Array) => Effect.Effect<Uint8Array>
  readonly decrypt: (sealed: Uint8Array, nonce: Uint8Array, aad: Uint8Array) => Effect.Effect<Uint8Array, UnsealError>
}

type Scheme = (typeof algorithms)[number]

/**
 * Runs AES-256-GCM on the event loop, at about two gigabytes per second. WebCrypto would use threads, where Node.js 24
 * crashes if OpenSSL has an error left over from unrelated work, such as a connection to an impossible host name.
 */
const aesGcm = (derived: Uint8Array, header: Uint8Array, nonceLength: number): Cipher => {
  const secret = AesGcm.importKey(derived)
  return {
    header,
    nonceLength,
    encrypt: (plain, nonce, aad) => Effect.sync(() => AesGcm.encrypt(secret, nonce, plain, aad)),
    decrypt: (sealed, nonce, aad) =>
      Effect.suspend(() => {
        const plain = AesGcm.decrypt(secret, nonce, sealed, aad)
        return plain === undefined ? Effect.fail(notAuthentic) : Effect.succeed(plain)
      })
  }
}

const cipherOf = Effect.fnUntraced(function* ({ bytes, id }: KeyRing.SealingKey, { aead, code, label }: Scheme) {
  const header = headerOf(code, id)
  const { nonceLength } = aead
  const derived = KeyRing.deriveKey(bytes, label)
  if (aead === Aead.aes256Gcm) return aesGcm(derived, header, nonceLength)
  const service = yield* Aead.Aead
  const key = yield* Effect.orDie(Aead.key(aead, derived))
  const cipher: Cipher = {
    header,
    nonceLength,
    encrypt: (plain, nonce, aad) => Effect.orDie(service.encrypt(key, plain, { nonce, aad })),
    decrypt: (sealed, nonce, aad) => Effect.mapError(service.decrypt(key, sealed, { nonce, aad }), () => notAuthentic)
  }
  return cipher
})

/**
 * Encrypts with the keys in the ring. Blind indexes depend only on the pepper, so they survive key rotation.
 * `olderPeppers` are the previous peppers during a pepper rotation.
 */
export const layer = (
  ring: KeyRing.KeyRing,
  pepper: Redacted.Redacted<Uint8Array>,
  olderPeppers: ReadonlyArray<Redacted.Redacted<Uint8Array>> = []
) =>
  Layer.effect(
    Sealer,
    Effect.gen(function* () {
      const random = yield* SecureRandom.SecureRandom
      const ciphers = new Map<string, Cipher>()
      for (const key of ring.all) {
        for (const algorithm of algorithms) {
          ciphers.set(`${key.id}\0${algorithm.code}`, yield* cipherOf(key, algorithm))
        }
      }
      const [small, large] = [
        yield* cipherOf(ring.current, algorithms[0]),
        yield* cipherOf(ring.current, algorithms[1])
      ]
      // Hashing in Node.js is seven times as fast with a prepared key object as with raw bytes.
      const hashWith = (from: Redacted.Redacted<Uint8Array>) => {
        const indexKey = createSecretKey(KeyRing.deriveKey(from, "sheaf/blind-index"))
        return ({ record, tenant }: EncryptionContext, text: string) =>
          new Uint8Array(
            createHmac("sha256", indexKey)
              .update(joined(tenant, record, text))
              .digest()
          )
      }
      const [hashOf, others] = [hashWith(pepper), olderPeppers.map(hashWith)]

      const seal: Sealer["Service"]["seal"] = Effect.fnUntraced(function* (context, plain) {
        const { encrypt, header, nonceLength } = plain.length < largeBytes ? small : large
        const nonce = yield* random.randomBytes(nonceLength)
        return Buffer.concat([header, nonce, yield* encrypt(plain, nonce, associatedData(context, header))])
      })
      const open: Sealer["Service"]["open"] = Effect.fnUntraced(function* (context, sealed) {
        const [version, code, idLength = 0] = sealed
        if (version !== layoutVersion || !algorithms.some((known) => known.code === code)) return yield* notAuthentic
        const header = sealed.subarray(0, keyPosition + idLength)
        const keyId = keyIdOf(header)
        const cipher = ciphers.get(`${keyId}\0${code}`)
        if (cipher === undefined) return yield* new UnsealError({ reason: "UNKNOWN_KEY", keyId })
        const body = header.length + cipher.nonceLength
        if (sealed.length < body) return yield* notAuthentic
        const nonce = sealed.subarray(header.length, body)
        return yield* cipher.decrypt(sealed.subarray(body), nonce, associatedData(context, header))
      })
      return Sealer.of({
        seal,
        open,
        keys: Effect.succeed({
          current: ring.current.id,
          all: ring.all.map(({ id }) => id),
          position: keyPosition,
          markOf: (keyId) => headerOf(0, keyId).subarray(keyPosition - 1),
          keyIdOf
        }),
        sealText: (context, plain) => Effect.map(seal(context, utf8.encode(plain)), Base64Url.encode),
        openText: (context, sealed) =>
          Result.match(Base64Url.decode(sealed), {
            onFailure: () => Effect.fail(notAuthentic),
            onSuccess: (bytes) => Effect.map(open(context, bytes), (plain) => text.decode(plain))
          }),
        blindIndex: (context, text) =>
          new BlindIndex(hashOf(context, text), ...others.map((each) => each(context, text)))
      })
    })
  )
