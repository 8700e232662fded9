/** The store of clients' users. Adapters seal `externalId`, because it can identify a person. */
import { Context } from "effect"
import type { Effect, Option } from "effect"
import type { PageQuery } from "../stores/ListQuery.ts"
import type { StoreError } from "../stores/StoreError.ts"

/** A user who has not been erased. Times are milliseconds since 1970. */
export interface StoredUser {
  readonly userId: string
  readonly clientId: string
  readonly externalId: string
  readonly createdAt: number
  /**
   * How many times the user's sessions have been ended. Each token that Sheaf issues contains the value at the time of
   * issue.
   */
  readonly generation: number
  /**
   * When the user's sessions were last ended. A token that Sheaf did not issue is accepted only if it was provably
   * issued later.
   */
  readonly sessionsEndedAt?: number
}

/**
 * Why a collection or consent cannot start for a user. A user's first accepted collection or consent decides
 * permanently whether the user is a test user or a real one.
 */
export type UserMismatch = "USER_IS_TEST" | "USER_IS_REAL"

export type UserToErase = Pick<StoredUser, "userId" | "clientId">

/**
 * How long hashes of erased external ids are kept, in milliseconds. Must exceed the lifetime of tokens from other
 * issuers, which is at most a day.
 */
export const erasedIdRetentionMillis = 25 * 60 * 60 * 1000

/**
 * `create`, `endSessions` and `erase` survive a power failure. `endSessions` and `erase` return false if the user is
 * unknown.
 */
export class UserStore extends Context.Service<
  UserStore,
  {
    /** Creates a user, or returns the client's existing user with this externalId. */
    readonly create: (
      user: Pick<StoredUser, "userId" | "clientId" | "externalId" | "createdAt">
    ) => Effect.Effect<{ readonly user: StoredUser; readonly created: boolean }, StoreError>
    readonly find: (clientId: string, userId: string) => Effect.Effect<Option.Option<StoredUser>, StoreError>
    readonly findByExternalId: (
      clientId: string,
      externalId: string
    ) => Effect.Effect<Option.Option<StoredUser>, StoreError>
    readonly list: (query: PageQuery) => Effect.Effect<ReadonlyArray<StoredUser>, StoreError>
    readonly endSessions: (clientId: string, userId: string, at: number) => Effect.Effect<boolean, StoreError>
    /**
     * Replaces a user with a tombstone. The caller must then erase the user's other data, and finally call {@link
     * erased}.
     */
    readonly erase: (clientId: string, userId: string, at: number) => Effect.Effect<boolean, StoreError>
    /**
     * Returns when this externalId was erased, if that was less than {@link erasedIdRetentionMillis} ago. Only a hash
     * of the id is kept.
     */
    readonly erasedAt: (clientId: string, externalId: string) => Effect.Effect<Option.Option<number>, StoreError>
    readonly forgetErasedIds: (erasedBefore: number) => Effect.Effect<void, StoreError>
    readonly erasures: Effect.Effect<ReadonlyArray<UserToErase>, StoreError>
    /**
     * Marks an erasure as finished: adds the event `user.erased`, and erases the user's other events. Safe to repeat.
     */
    readonly erased: (user: UserToErase) => Effect.Effect<void, StoreError>
  }
>()("@sheaf/ports/UserStore") {}
