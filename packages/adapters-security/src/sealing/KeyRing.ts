/** The encryption keys. Only the first key encrypts, but every key can decrypt, which makes rotation possible. */
import { Effect, Redacted, Result, Schema } from "effect"
import { Base64 } from "effect/encoding"
import { hkdfSync } from "node:crypto"

const keyLength = 32

/** Everything that a key encrypts contains the key's id. */
export interface SealingKey {
  readonly id: string
  /** The key has 32 bytes. */
  readonly bytes: Redacted.Redacted<Uint8Array>
}

export interface KeyRing {
  readonly current: SealingKey
  readonly all: ReadonlyArray<SealingKey>
}

/** A key has the wrong format. The message explains the problem but never contains the key. */
export class KeyFormatError extends Schema.TaggedError<KeyFormatError>()("KeyFormatError", {
  message: Schema.String
}) {}

/** Parses a sealing key or a pepper: 32 random bytes in base64. */
export const parseSecret = (text: Redacted.Redacted): Effect.Effect<Redacted.Redacted<Uint8Array>, KeyFormatError> => {
  const bytes = Base64.decode(Redacted.value(text).trim())
  if (Result.isFailure(bytes) || bytes.success.length !== keyLength) {
    return Effect.fail(new KeyFormatError({ message: `expected base64 of exactly ${keyLength} bytes` }))
  }
  return bytes.success.every((byte) => byte === 0)
    ? Effect.fail(
        new KeyFormatError({ message: "expected random bytes, not zeros: generate them with openssl rand -base64 32" })
      )
    : Effect.succeed(Redacted.make(bytes.success))
}

/**
 * Parses `base64(32 bytes)[,…]`. The first pepper is the current one. The others are only used to find hashes that were
 * stored under them. All peppers must be different.
 */
export const parsePeppers = Effect.fnUntraced(function* (text: Redacted.Redacted) {
  const texts = Redacted.value(text).trim().split(",")
  const [pepper, ...olderPeppers] = yield* Effect.forEach(texts, (each) => parseSecret(Redacted.make(each)))
  if (pepper === undefined) return yield* new KeyFormatError({ message: "expected a pepper" })
  const all = [pepper, ...olderPeppers].map((each) => Base64.encode(Redacted.value(each)))
  if (new Set(all).size < all.length) return yield* new KeyFormatError({ message: "two peppers are the same" })
  return { pepper, olderPeppers }
})

const parseKey = Effect.fnUntraced(function* (entry: string) {
  const colon = entry.indexOf(":")
  const id = entry.slice(0, Math.max(colon, 0))
  if (!/^[A-Za-z0-9_-]{1,32}$/.test(id)) {
    return yield* new KeyFormatError({ message: "expected id:base64, with an id of 1 to 32 letters, digits, _ or -" })
  }
  return { id, bytes: yield* parseSecret(Redacted.make(entry.slice(colon + 1))) } satisfies SealingKey
})

/** Parses `id:base64(32 bytes)[,…]`. The first key is the one that encrypts. All ids must be different. */
export const parse = Effect.fnUntraced(function* (text: Redacted.Redacted) {
  const all = yield* Effect.forEach(Redacted.value(text).trim().split(","), (entry) => parseKey(entry.trim()))
  const [current] = all
  if (current === undefined) return yield* new KeyFormatError({ message: "expected at least one key" })
  if (new Set(all.map((key) => key.id)).size < all.length) {
    return yield* new KeyFormatError({ message: "two keys have the same id" })
  }
  return { current, all } satisfies KeyRing
})

/** Returns a key in the format that {@link parse} reads. */
export const formatKey = (id: string, bytes: Uint8Array): Redacted.Redacted =>
  Redacted.make(`${id}:${Base64.encode(bytes)}`)

/** Derives a 32-byte key for one purpose from a secret (HKDF-SHA-256). */
export const deriveKey = (secret: Redacted.Redacted<Uint8Array>, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync("sha256", Redacted.value(secret), new Uint8Array(0), purpose, keyLength))
