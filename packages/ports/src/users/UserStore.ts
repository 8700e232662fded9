/** Where the users of clients are kept. An implementation seals `externalId`, which may tell who somebody is. */
import { Context } from "effect"
import type { Effect, Option } from "effect"
import type { StoreError } from "../StoreError.ts"

/** A user who is not erased. Times are milliseconds since 1970. */
export interface StoredUser {
  readonly userId: string
  readonly clientId: string
  readonly externalId: string
  readonly createdAt: number
  /** How often all sessions of the user were ended: tokens of our own carry the number that held when they were made. */
  readonly generation: number
  /** When they were last ended: no token of another issuer is accepted that is not surely younger. */
  readonly sessionsEndedAt?: number
}

/** A user whose erasure has begun, and is not known to be finished. */
export interface Erasure {
  readonly userId: string
  readonly clientId: string
}

/** Longer than a token of another issuer may live, which is a day; in milliseconds. */
export const erasedIdsKeptFor = 25 * 60 * 60 * 1000

export class UserStore extends Context.Service<
  UserStore,
  {
    /**
     * Keeps a new user, or gives the one whom this client knows by the same externalId. Of two at the same moment, one is
     * created. Once this returns, the user survives a power cut.
     */
    readonly create: (
      user: Pick<StoredUser, "userId" | "clientId" | "externalId" | "createdAt">
    ) => Effect.Effect<{ readonly user: StoredUser; readonly created: boolean }, StoreError>
    /** The user of this client; nothing for one who was erased. */
    readonly find: (clientId: string, userId: string) => Effect.Effect<Option.Option<StoredUser>, StoreError>
    readonly findByExternalId: (
      clientId: string,
      externalId: string
    ) => Effect.Effect<Option.Option<StoredUser>, StoreError>
    /** Ends all sessions at a time; false when there is no such user. Survives a power cut. */
    readonly endSessions: (clientId: string, userId: string, at: number) => Effect.Effect<boolean, StoreError>
    /**
     * Leaves of a user no more than a tombstone; false when there is no such user (any more). Survives a power cut. What
     * else there is of the user is erased afterwards, until {@link erased} says that it is.
     */
    readonly erase: (clientId: string, userId: string, at: number) => Effect.Effect<boolean, StoreError>
    /**
     * When a user whom this client knew by this externalId was last erased: a token of another issuer that is not surely
     * younger does not make the person known again. Kept for {@link erasedIdsKeptFor}, and only as a keyed hash of the
     * externalId; nothing after that.
     */
    readonly erasedAt: (clientId: string, externalId: string) => Effect.Effect<Option.Option<number>, StoreError>
    /** Forgets the externalIds of users who were erased before a time: no hash of them is left. */
    readonly forgetErasedIds: (erasedBefore: number) => Effect.Effect<void, StoreError>
    /** Users with a tombstone of whom something may still be left. */
    readonly erasures: Effect.Effect<ReadonlyArray<Erasure>, StoreError>
    /** Nothing is left of an erased user but the tombstone. */
    readonly erased: (userId: string) => Effect.Effect<void, StoreError>
  }
>()("@sheaf/ports/UserStore") {}
