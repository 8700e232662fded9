/**
 * Idempotency keys let clients retry requests safely (spec 8). Only the first request with a key takes effect, and
 * retries get the same response. Each combination of client, user, method and path has its own keys.
 */
import type { IdempotencyKey } from "@sheaf/domain/IdempotencyKey"
import { Context, Schema } from "effect"
import type { Effect, Option } from "effect"
import type { BlindIndex } from "../stores/Sealer.ts"
import type { StoreError } from "../stores/StoreError.ts"

export interface IdempotentRequest {
  readonly clientId: string
  readonly userId?: string
  readonly connectSessionId?: string
  readonly method: string
  readonly path: string
  readonly key: IdempotencyKey
  readonly markReplayed: Effect.Effect<void>
}

export const CurrentIdempotentRequest = Context.Reference<IdempotentRequest | undefined>(
  "@sheaf/ports/CurrentIdempotentRequest",
  {
    defaultValue: () => undefined
  }
)

/** Contains only keyed hashes, which reveal neither the key nor the request. */
export interface NewIdempotencyRecord {
  /**
   * Keyed hashes of the combination of client, user, method, path and key: one hash for each pepper. The key is taken
   * if any of these hashes is stored.
   */
  readonly id: BlindIndex
  /** Keyed hashes of the request, after translation to the newest API version. */
  readonly request: BlindIndex
  readonly clientId: string
  readonly userId?: string
  readonly at: number
  /** The end of the retention, after which the key can be used again. */
  readonly until: number
}

export interface IdempotentResult {
  readonly id: string
  /** False if the object existed before the request. */
  readonly isNew: boolean
}

export interface IdempotencyRecord {
  readonly request: Uint8Array
  readonly result: IdempotentResult
}

/** Another request has taken the key. A write that fails with this error has changed nothing. */
export class IdempotencyKeyTaken extends Schema.TaggedError<IdempotencyKeyTaken>()("IdempotencyKeyTaken", {}) {}

export class IdempotencyKeyReused extends Schema.TaggedError<IdempotencyKeyReused>()("IdempotencyKeyReused", {}) {}

/** The store of idempotency keys. A key survives a power failure if the effect of its request does. */
export class IdempotencyKeyStore extends Context.Service<
  IdempotencyKeyStore,
  {
    /** Returns none if the key's retention has ended. */
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
    readonly eraseExpired: (now: number) => Effect.Effect<number, StoreError>
  }
>()("@sheaf/ports/IdempotencyKeyStore") {}
