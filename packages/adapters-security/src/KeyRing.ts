/** The keys that seal: the first one seals, all of them open, so that keys can be rotated. */
import { Effect, Redacted, Result, Schema } from "effect"
import { Base64 } from "effect/encoding"

const keyLength = 32
const idForm = /^[A-Za-z0-9_-]{1,32}$/

/** One sealing key. The id is stored with everything that it seals. */
export interface SealingKey {
  readonly id: string
  /** 32 bytes. */
  readonly bytes: Redacted.Redacted<Uint8Array>
}

export interface KeyRing {
  readonly current: SealingKey
  readonly all: ReadonlyArray<SealingKey>
}

/** A key is not written as it should be. The message names the rule and never holds any of the text. */
export class KeyFormatError extends Schema.TaggedError<KeyFormatError>()("KeyFormatError", {
  message: Schema.String
}) {}

/** 32 bytes from base64: one key, or the pepper. */
export const parseSecret = (text: Redacted.Redacted): Effect.Effect<Redacted.Redacted<Uint8Array>, KeyFormatError> => {
  const bytes = Base64.decode(Redacted.value(text).trim())
  return Result.isSuccess(bytes) && bytes.success.length === keyLength
    ? Effect.succeed(Redacted.make(bytes.success))
    : Effect.fail(new KeyFormatError({ message: `expected base64 of exactly ${keyLength} bytes` }))
}

const parseKey = Effect.fnUntraced(function* (entry: string) {
  const colon = entry.indexOf(":")
  const id = entry.slice(0, Math.max(colon, 0))
  if (!idForm.test(id)) {
    return yield* new KeyFormatError({ message: "expected id:base64, with an id of 1 to 32 letters, digits, _ or -" })
  }
  return { id, bytes: yield* parseSecret(Redacted.make(entry.slice(colon + 1))) }
})

/** Reads `id:base64(32 bytes)[,…]`. The first key seals; ids must differ. */
export const parse = Effect.fnUntraced(function* (text: Redacted.Redacted) {
  const all = yield* Effect.forEach(
    Redacted.value(text).trim().split(","),
    (entry): Effect.Effect<SealingKey, KeyFormatError> => parseKey(entry.trim())
  )
  const [current] = all
  if (current === undefined) return yield* new KeyFormatError({ message: "expected at least one key" })
  if (new Set(all.map((key) => key.id)).size < all.length) {
    return yield* new KeyFormatError({ message: "two keys have the same id" })
  }
  return { current, all } satisfies KeyRing
})

/** The text form of a ring with one key. */
export const formatKey = (id: string, bytes: Uint8Array): Redacted.Redacted =>
  Redacted.make(`${id}:${Base64.encode(bytes)}`)
