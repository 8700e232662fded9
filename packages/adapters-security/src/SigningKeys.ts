/** The keys that sign our own tokens, and how one takes the place of another (decisions 8). */
import { SigningKeyStore, StoreError } from "@sheaf/ports"
import type { PublicKey, SigningKey } from "@sheaf/ports"
import { Clock, Effect, Option, Redacted, Schema, Semaphore } from "effect"
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK } from "jose"
import type { CryptoKey, JWK } from "jose"
import { tolerance } from "./TokenSignature.ts"

export const algorithm = "ES256"

/** How long one of our own tokens is good for, in seconds. */
export const lifetime = 60 * 60

/** A key, ready to sign and to verify. */
export interface UsableKey {
  readonly keyId: string
  readonly sign: CryptoKey
  readonly verify: CryptoKey
  readonly published: PublicKey
  readonly createdAt: number
}

export interface SigningKeys {
  /** The key that signs, made when there is none, or when the last one has signed for long enough. */
  readonly current: Effect.Effect<UsableKey, StoreError>
  /** The key with this id, as long as a token of it may live. */
  readonly find: (keyId: string) => Effect.Effect<Option.Option<UsableKey>, StoreError>
  /** Every key that verifies, the one that signs first. */
  readonly all: Effect.Effect<ReadonlyArray<UsableKey>, StoreError>
  readonly rotate: Effect.Effect<void, StoreError>
}

/** Other processes may have rotated the keys: so old may be what we know of them, in milliseconds. */
const knownFor = 60_000

/** Whoever makes key ids up does not make us read the store more often, in milliseconds. */
const betweenLooks = 1000

/** From its successor on, another process may sign with a key until it looks again; then its last token has to end. */
const outlives = knownFor + (lifetime + tolerance) * 1000

const PrivateKey = Schema.fromJsonString(
  Schema.Struct({
    kty: Schema.Literal("EC"),
    crv: Schema.Literal("P-256"),
    x: Schema.String,
    y: Schema.String,
    d: Schema.RedactedFromValue(Schema.String)
  })
)

const unreadable = () =>
  new StoreError({ operation: "read signing key", reason: "UNREADABLE", cause: "no private key for ES256" })

const toUsable = Effect.fnUntraced(function* ({ createdAt, jwk, keyId }: SigningKey) {
  const { d, ...point } = yield* Schema.decodeEffect(PrivateKey)(Redacted.value(jwk)).pipe(Effect.mapError(unreadable))
  const imported = (key: JWK) =>
    Effect.tryPromise({ try: () => importJWK(key, algorithm), catch: unreadable }).pipe(
      Effect.filterOrFail((found): found is CryptoKey => !(found instanceof Uint8Array), unreadable)
    )
  return {
    keyId,
    createdAt,
    sign: yield* imported({ ...point, d: Redacted.value(d) }),
    verify: yield* imported(point),
    published: { ...point, kid: keyId, alg: algorithm, use: "sig" }
  } satisfies UsableKey
})

/** A key is named by its thumbprint (RFC 7638). */
const generate = Effect.fnUntraced(function* () {
  const createdAt = yield* Clock.currentTimeMillis
  return yield* Effect.promise(async (): Promise<SigningKey> => {
    const { privateKey } = await generateKeyPair(algorithm, { extractable: true })
    const jwk = await exportJWK(privateKey)
    return { keyId: await calculateJwkThumbprint(jwk), jwk: Redacted.make(JSON.stringify(jwk)), createdAt }
  })
})

/** Adds a key after the newest. Of two who do so at the same moment one is faster, and its key is as good. */
const addAfter = Effect.fnUntraced(function* (store: SigningKeyStore["Service"], newest: SigningKey | undefined) {
  yield* store.add(yield* generate(), newest?.keyId)
  return yield* store.all
})

/**
 * Puts a new key in the place of the one that signs, for processes that run: they learn of it within a minute. Gives the
 * id of the key.
 */
export const rotate = Effect.gen(function* () {
  const store = yield* SigningKeyStore
  const [before] = yield* store.all
  const [newest] = yield* addAfter(store, before)
  return newest === undefined ? yield* unreadable() : newest.keyId
})

interface Known {
  readonly keys: ReadonlyArray<UsableKey>
  readonly readAt: number
}

/** `rotateAfter`: how long a key signs, in milliseconds. */
export const make = Effect.fnUntraced(function* (rotateAfter: number) {
  const store = yield* SigningKeyStore
  const oneAtATime = (yield* Semaphore.make(1)).withPermit
  let known: Known = { keys: [], readAt: Number.NEGATIVE_INFINITY }

  /** Takes away what has no living token any more: a key's last one was made when its successor became known. */
  const prune = Effect.fnUntraced(function* (stored: ReadonlyArray<SigningKey>, now: number) {
    const isOver = (_: SigningKey, index: number) => {
      const successor = stored[index - 1]
      return successor !== undefined && now >= successor.createdAt + outlives
    }
    for (const { keyId } of stored.filter(isOver)) yield* store.remove(keyId)
    return stored.filter((key, index) => !isOver(key, index))
  })

  const toKnown = Effect.fnUntraced(function* (stored: ReadonlyArray<SigningKey>, now: number) {
    const before = known.keys
    const keys = yield* Effect.forEach(yield* prune(stored, now), (key) => {
      const same = before.find(({ keyId }) => keyId === key.keyId)
      return same === undefined ? toUsable(key) : Effect.succeed(same)
    })
    known = { keys, readAt: now }
    return keys
  })

  const read = Effect.fnUntraced(function* (now: number) {
    const stored = yield* store.all
    const [newest] = stored
    if (newest !== undefined && now - newest.createdAt < rotateAfter) return yield* toKnown(stored, now)
    return yield* toKnown(yield* addAfter(store, newest), now)
  })

  /** What is known, read again where it is older than this, in milliseconds. */
  const keysOf = Effect.fnUntraced(function* (age: number) {
    const now = yield* Clock.currentTimeMillis
    const isKnown = () => now - known.readAt < age
    if (isKnown()) return known.keys
    // Whoever waited may find it read.
    return yield* oneAtATime(Effect.suspend(() => (isKnown() ? Effect.succeed(known.keys) : read(now))))
  })

  const fresh = Effect.suspend(() => keysOf(knownFor))

  const find = Effect.fnUntraced(function* (keyId: string) {
    const isIt = (key: UsableKey) => key.keyId === keyId
    const found = (yield* fresh).find(isIt)
    return Option.fromUndefinedOr(found ?? (yield* keysOf(betweenLooks)).find(isIt))
  })

  const current = Effect.gen(function* () {
    const [newest] = yield* fresh
    return newest ?? (yield* unreadable())
  })

  const rotated = Effect.gen(function* () {
    const [newest] = yield* store.all
    yield* toKnown(yield* addAfter(store, newest), yield* Clock.currentTimeMillis)
  }).pipe(oneAtATime)

  return { current, find, all: fresh, rotate: rotated } satisfies SigningKeys
})
