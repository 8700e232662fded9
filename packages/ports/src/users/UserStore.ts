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
  /** The number of times the user's sessions were ended. Sheaf's own tokens contain the number at the time of issue. */
  readonly generation: number
  /** The time at which the sessions were last ended. Tokens from other issuers must provably be newer. */
  readonly sessionsEndedAt?: number
}

/**
 * The result of a start that does not fit the user. A user's first accepted start decides whether the user is for tests:
 * such a user never gets real collections or consents, and a real user never gets tests.
 */
export type UserMismatch = "USER_IS_TEST" | "USER_IS_REAL"

/** A user whose erasure has begun but is not finished. */
export type UserToErase = Pick<StoredUser, "userId" | "clientId">

/**
 * The retention of erased external ids, in milliseconds. It is longer than a day, the longest lifetime of issuers'
 * tokens.
 */
export const erasedIdRetentionMillis = 25 * 60 * 60 * 1000

/**
 * `create`, `endSessions` and `erase` survive a power cut. `endSessions` and `erase` return false for an unknown user.
 */
export class UserStore extends Context.Service<
  UserStore,
  {
    /** Creates a user, or returns the client's user with the same externalId. */
    readonly create: (
      user: Pick<StoredUser, "userId" | "clientId" | "externalId" | "createdAt">
    ) => Effect.Effect<{ readonly user: StoredUser; readonly created: boolean }, StoreError>
    readonly find: (clientId: string, userId: string) => Effect.Effect<Option.Option<StoredUser>, StoreError>
    readonly findByExternalId: (
      clientId: string,
      externalId: string
    ) => Effect.Effect<Option.Option<StoredUser>, StoreError>
    /** Lists the users who have not been erased. */
    readonly list: (query: PageQuery) => Effect.Effect<ReadonlyArray<StoredUser>, StoreError>
    readonly endSessions: (clientId: string, userId: string, at: number) => Effect.Effect<boolean, StoreError>
    /**
     * Replaces a user with a tombstone. The caller must then erase the user's other data and finally call
     * {@link erased}.
     */
    readonly erase: (clientId: string, userId: string, at: number) => Effect.Effect<boolean, StoreError>
    /** Returns the time at which this externalId was erased, if within {@link erasedIdRetentionMillis}. Keeps only a hash. */
    readonly erasedAt: (clientId: string, externalId: string) => Effect.Effect<Option.Option<number>, StoreError>
    /** Removes the hashed externalIds of users who were erased before a time. */
    readonly forgetErasedIds: (erasedBefore: number) => Effect.Effect<void, StoreError>
    readonly erasures: Effect.Effect<ReadonlyArray<UserToErase>, StoreError>
    /**
     * Marks an erasure as finished. Adds the event `user.erased`, and erases all other events of the user. Repeated calls
     * have no effect.
     */
    readonly erased: (user: UserToErase) => Effect.Effect<void, StoreError>
  }
>()("@sheaf/ports/UserStore") {}
