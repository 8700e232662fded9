/** The keys that sign Sheaf's own tokens and receipts, and how they rotate (spec 5, 18). */
import { SigningKeyStore, StoreError } from "@sheaf/ports"
import type { PublicJwk, SigningKey, SigningPurpose } from "@sheaf/ports"
import { Clock, Effect, Option, Redacted, Schema, Semaphore } from "effect"
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK } from "jose"
import type { CryptoKey, JWK } from "jose"
import { clockTolerance } from "./TokenSignature.ts"

export const algorithm = "ES256"

export const tokenLifetimeSeconds = 60 * 60

/** Receipts can be verified for five years. */
export const receiptLifetimeSeconds = 5 * 365 * 24 * 60 * 60

/**
 * `signsFor` is how long a key signs, in milliseconds. `lifetimeSeconds` is how long the signed tokens or receipts are
 * valid.
 */
const uses: Readonly<Record<SigningPurpose, { readonly signsFor: number; readonly lifetimeSeconds: number }>> = {
  TOKEN: { signsFor: 30 * 24 * 60 * 60 * 1000, lifetimeSeconds: tokenLifetimeSeconds },
  RECEIPT: { signsFor: 365 * 24 * 60 * 60 * 1000, lifetimeSeconds: receiptLifetimeSeconds }
}

/** How long stored keys are cached, in milliseconds. A process notices another process's rotation within this time. */
const knownFor = 60_000

/**
 * The minimum pause between two reads that unknown key ids trigger, in milliseconds. It limits how often forged ids can
 * cause a read.
 */
const betweenLooks = 1000

/**
 * A new key starts to sign at this age, in milliseconds. By then, every process knows the key and publishes it, even if
 * clocks differ by 5 seconds, so no process receives a token that was signed with an unknown key.
 */
const signsAfter = knownFor + 5_000

/**
 * Returns how long a key must be kept after its successor is created, in milliseconds. After this time, every process
 * signs with the successor, and everything that the old key signed has expired.
 */
const outlives = (purpose: SigningPurpose): number =>
  signsAfter + knownFor + (uses[purpose].lifetimeSeconds + clockTolerance) * 1000

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
  const published: PublicJwk = { ...point, kid: keyId, alg: algorithm, use: "sig" }
  const sign = yield* imported({ ...point, d: Redacted.value(d) })
  return { keyId, createdAt, sign, verify: yield* imported(point), published }
})

type UsableKey = Effect.Success<ReturnType<typeof toUsable>>

/** The key's id is its thumbprint (RFC 7638). */
const generate = Effect.fnUntraced(function* (purpose: SigningPurpose) {
  const createdAt = yield* Clock.currentTimeMillis
  return yield* Effect.promise(async (): Promise<SigningKey> => {
    const { privateKey } = await generateKeyPair(algorithm, { extractable: true })
    const jwk = await exportJWK(privateKey)
    const keyId = await calculateJwkThumbprint(jwk)
    return { purpose, keyId, jwk: Redacted.make(JSON.stringify(jwk)), createdAt }
  })
})

/** Adds a successor to the newest key, unless another process has already done so. Returns all stored keys. */
const addAfter = Effect.fnUntraced(function* (
  store: SigningKeyStore["Service"],
  purpose: SigningPurpose,
  newest: SigningKey | undefined
) {
  yield* store.add(yield* generate(purpose), newest?.keyId)
  return yield* store.all(purpose)
})

/**
 * Replaces the key for a purpose and returns the new key's id. Running processes start to sign with the new key once it
 * is as old as {@link signsAfter}.
 */
export const rotate = Effect.fnUntraced(function* (purpose: SigningPurpose) {
  const store = yield* SigningKeyStore
  const [before] = yield* store.all(purpose)
  const [newest] = yield* addAfter(store, purpose, before)
  return newest === undefined ? yield* unreadable() : newest.keyId
})

export const make = Effect.fnUntraced(function* (purpose: SigningPurpose) {
  const store = yield* SigningKeyStore
  const oneAtATime = (yield* Semaphore.make(1)).withPermit
  let known: ReadonlyArray<UsableKey> = []
  let readAt = Number.NEGATIVE_INFINITY

  /**
   * Removes keys that no longer sign and whose tokens or receipts have all expired. A key continues to sign until all
   * processes know its successor.
   */
  const prune = Effect.fnUntraced(function* (stored: ReadonlyArray<SigningKey>, now: number) {
    const isOver = (_: SigningKey, index: number) => {
      const successor = stored[index - 1]
      return successor !== undefined && now >= successor.createdAt + outlives(purpose)
    }
    for (const { keyId } of stored.filter(isOver)) yield* store.remove(keyId)
    return stored.filter((key, index) => !isOver(key, index))
  })

  const remember = Effect.fnUntraced(function* (stored: ReadonlyArray<SigningKey>, now: number) {
    known = yield* Effect.forEach(yield* prune(stored, now), (key) => {
      const same = known.find(({ keyId }) => keyId === key.keyId)
      return same === undefined ? toUsable(key) : Effect.succeed(same)
    })
    readAt = now
    return known
  })

  const read = Effect.fnUntraced(function* (now: number) {
    const stored = yield* store.all(purpose)
    const isDue = stored[0] === undefined || now - stored[0].createdAt >= uses[purpose].signsFor
    return yield* remember(isDue ? yield* addAfter(store, purpose, stored[0]) : stored, now)
  })

  /** Returns the cached keys, or reads them again if they are older than `age` milliseconds. */
  const keysOf = Effect.fnUntraced(function* (age: number) {
    const now = yield* Clock.currentTimeMillis
    const isKnown = () => now - readAt < age
    if (isKnown()) return known
    // Another fiber may have read the keys while this one waited for the semaphore.
    return yield* oneAtATime(Effect.suspend(() => (isKnown() ? Effect.succeed(known) : read(now))))
  })

  /** Every key that verification may still need, newest first. */
  const all = Effect.suspend(() => keysOf(knownFor))

  /** Finds a key if anything that it signed may still be valid. */
  const find = Effect.fnUntraced(function* (keyId: string) {
    const isIt = (key: UsableKey) => key.keyId === keyId
    return Option.fromUndefinedOr((yield* all).find(isIt) ?? (yield* keysOf(betweenLooks)).find(isIt))
  })

  /** Returns the newest key that is old enough to sign or, if there is none, the oldest key. */
  const current = Effect.gen(function* () {
    const keys = yield* all
    const now = yield* Clock.currentTimeMillis
    return keys.find(({ createdAt }) => now - createdAt >= signsAfter) ?? keys.at(-1) ?? (yield* unreadable())
  })

  const rotated = Effect.gen(function* () {
    const [newest] = yield* store.all(purpose)
    yield* remember(yield* addAfter(store, purpose, newest), yield* Clock.currentTimeMillis)
  }).pipe(oneAtATime)

  return { current, find, all, rotate: rotated }
})

export type SigningKeys = Effect.Success<ReturnType<typeof make>>
