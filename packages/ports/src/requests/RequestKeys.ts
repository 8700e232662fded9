/**
 * The keys with which clients repeat requests (decisions 14). The first request with a key takes effect, and its repeats
 * get its response. A key belongs to one client, user, method and path.
 */
import type { RequestKey } from "@sheaf/domain/RequestKey"
import { Context, Schema } from "effect"
import type { Effect, Option } from "effect"
import type { StoreError } from "../StoreError.ts"

/** A request that has a key. */
export interface KeyedRequest {
  readonly clientId: string
  /** The user whose token the request has. */
  readonly userId?: string
  readonly method: string
  readonly path: string
  readonly key: RequestKey
  /** Marks the response as the response to a repeat. */
  readonly markReplayed: Effect.Effect<void>
}

/** The request that the fiber handles, if the request has a key. */
export const CurrentKeyedRequest = Context.Reference<KeyedRequest | undefined>("@sheaf/ports/CurrentKeyedRequest", {
  defaultValue: () => undefined
})

/** The key of a request as the store keeps it. Contains neither the key nor the request. */
export interface KeyClaim {
  /** The keyed hash of the client, user, method, path and key. */
  readonly id: Uint8Array
  /** The keyed hash of the request in the newest version's terms. */
  readonly request: Uint8Array
  readonly clientId: string
  readonly userId?: string
  readonly at: number
  /** The end of the retention. From then on, the key is free again. */
  readonly until: number
}

/** A request's effect. */
export interface Made {
  /** The id of the object that the response shows. */
  readonly id: string
  /** False if the object existed before the request. */
  readonly isNew: boolean
}

export interface KeptRequest extends Pick<KeyClaim, "request"> {
  readonly made: Made
}

/** Another request has kept its effect under the key. The write that fails with this error has had no effect. */
export class KeyTaken extends Schema.TaggedError<KeyTaken>()("KeyTaken", {}) {}

/** The key belongs to a different request. */
export class KeyReused extends Schema.TaggedError<KeyReused>()("KeyReused", {}) {}

/** The store of keys. A key survives a power cut if its request's effect does. */
export class RequestKeyStore extends Context.Service<
  RequestKeyStore,
  {
    /** Returns the request that was kept under a key, unless the retention has ended. */
    readonly find: (id: Uint8Array) => Effect.Effect<Option.Option<KeptRequest>, StoreError>
    /**
     * Runs `write`, a write of another store, and keeps the key in the same transaction. Keeps no key if `write`
     * has no effect. Of several concurrent requests with one key, in one process or many, only one takes effect.
     */
    readonly within: <A, E, R>(
      claim: KeyClaim,
      made: Made,
      write: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | KeyTaken, R>
    /** Keeps the key of a request that needed no write. Returns false if the key is taken. */
    readonly keep: (claim: KeyClaim, made: Made) => Effect.Effect<boolean, StoreError>
    /** Erases the keys of a user's requests, and of all requests that made or changed the user's objects. */
    readonly eraseOfUser: (clientId: string, userId: string) => Effect.Effect<void, StoreError>
    /** Erases the keys whose retention has ended. Returns their number. */
    readonly eraseExpired: (now: number) => Effect.Effect<number, StoreError>
  }
>()("@sheaf/ports/RequestKeyStore") {}
