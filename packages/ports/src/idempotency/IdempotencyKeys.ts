/**
 * The keys that let clients retry requests safely (spec 8). Only the first request with a key takes effect, and
 * repetitions get the same response. Each combination of client, user, method and path has its own keys.
 */
import type { IdempotencyKey } from "@sheaf/domain/IdempotencyKey"
import { Context, Schema } from "effect"
import type { Effect, Option } from "effect"
import type { BlindIndex } from "../stores/Sealer.ts"
import type { StoreError } from "../stores/StoreError.ts"

export interface IdempotentRequest {
  readonly clientId: string
  /** The user whose token came with the request. */
  readonly userId?: string
  /** The Connect session whose page sent the request. */
  readonly connectSessionId?: string
  readonly method: string
  readonly path: string
  readonly key: IdempotencyKey
  /** Marks the response as a replay. */
  readonly markReplayed: Effect.Effect<void>
}

/** The request that the fiber is handling, if the request has an idempotency key. */
export const CurrentIdempotentRequest = Context.Reference<IdempotentRequest | undefined>(
  "@sheaf/ports/CurrentIdempotentRequest",
  {
    defaultValue: () => undefined
  }
)

/** An idempotency key as stored: hashes, which reveal neither the key nor the request. */
export interface NewIdempotencyRecord {
  /**
   * The keyed hashes of the client, user, method, path and key, one for each pepper. The key is taken if any of them is
   * stored.
   */
  readonly id: BlindIndex
  /** The keyed hashes of the request, translated to the newest version. */
  readonly request: BlindIndex
  readonly clientId: string
  readonly userId?: string
  readonly at: number
  /** The end of the retention, after which the key can be used again. */
  readonly until: number
}

export interface IdempotentResult {
  /** The object's id in the response. */
  readonly id: string
  /** False if the object existed before the request. */
  readonly isNew: boolean
}

export interface IdempotencyRecord {
  /** The stored hash of the request. */
  readonly request: Uint8Array
  readonly result: IdempotentResult
}

/** Another request has taken the key. A write that fails with this error has changed nothing. */
export class IdempotencyKeyTaken extends Schema.TaggedError<IdempotencyKeyTaken>()("IdempotencyKeyTaken", {}) {}

/** The key was used for a different request. */
export class IdempotencyKeyReused extends Schema.TaggedError<IdempotencyKeyReused>()("IdempotencyKeyReused", {}) {}

/** The store of idempotency keys. A key survives a power failure if the effect of its request does. */
export class IdempotencyKeyStore extends Context.Service<
  IdempotencyKeyStore,
  {
    /** Returns the request that used a key, unless the key's retention has ended. */
    readonly find: (id: BlindIndex) => Effect.Effect<Option.Option<IdempotencyRecord>, StoreError>
    /**
     * Runs `write`, a write to another store, and stores the key in the same transaction unless `write` changes
     * nothing. Of several concurrent requests with the same key, even in several processes, only one takes effect.
     */
    readonly within: <A, E, R>(
      record: NewIdempotencyRecord,
      made: IdempotentResult,
      write: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | IdempotencyKeyTaken, R>
    /** Stores the key for a request that needed no write. Returns false if the key is taken. */
    readonly keep: (record: NewIdempotencyRecord, made: IdempotentResult) => Effect.Effect<boolean, StoreError>
    /** Erases the keys of a user's requests, and of all requests that created or changed the user's objects. */
    readonly eraseOfUser: (clientId: string, userId: string) => Effect.Effect<void, StoreError>
    /** Erases the keys whose retention has ended. Returns their number. */
    readonly eraseExpired: (now: number) => Effect.Effect<number, StoreError>
  }
>()("@sheaf/ports/IdempotencyKeyStore") {}
