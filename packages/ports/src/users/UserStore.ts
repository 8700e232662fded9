/** The store of clients' users. Adapters seal `externalId`, because it can identify a person. */
import { Context } from "effect"
import type { Effect, Option } from "effect"
import type { StoreError } from "../StoreError.ts"

/** A user who has not been erased. Times are milliseconds since 1970. */
export interface StoredUser {
  readonly userId: string
  readonly clientId: string
  readonly externalId: string
  readonly createdAt: number
  /** The number of times the user's sessions were ended. Sheaf's own tokens contain the number at issue. */
  readonly generation: number
  /** When the sessions were last ended. Tokens of other issuers must be provably younger. */
  readonly sessionsEndedAt?: number
}

/** A user whose erasure has begun and is not marked as finished. */
export type Erasure = Pick<StoredUser, "userId" | "clientId">

/** The retention of erased external ids, in milliseconds: longer than a token of another issuer lives (a day). */
export const erasedIdsKeptFor = 25 * 60 * 60 * 1000

/** Calls of `create`, `endSessions` and `erase` survive a power cut. The last two return false for an unknown user. */
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
    readonly endSessions: (clientId: string, userId: string, at: number) => Effect.Effect<boolean, StoreError>
    /** Replaces a user with a tombstone. The caller then erases the user's other data and calls {@link erased}. */
    readonly erase: (clientId: string, userId: string, at: number) => Effect.Effect<boolean, StoreError>
    /** Returns when the user with this externalId was erased, for {@link erasedIdsKeptFor}. Only a hash is kept. */
    readonly erasedAt: (clientId: string, externalId: string) => Effect.Effect<Option.Option<number>, StoreError>
    /** Removes the hashes of externalIds of users who were erased before a time. */
    readonly forgetErasedIds: (erasedBefore: number) => Effect.Effect<void, StoreError>
    readonly erasures: Effect.Effect<ReadonlyArray<Erasure>, StoreError>
    /** Marks an erasure as finished. */
    readonly erased: (userId: string) => Effect.Effect<void, StoreError>
  }
>()("@sheaf/ports/UserStore") {}
