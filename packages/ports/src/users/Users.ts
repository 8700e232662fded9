/** Driving port: the persons of a client, and the tokens in their name (decisions 8). */
import type { UserSession, User } from "@sheaf/domain/User"
import { Context, Schema } from "effect"
import type { Effect, Option } from "effect"
import type { Caller } from "./Caller.ts"

/** No such user, another client's, another user's, or an erased one: which of these is not told. */
export class UserNotFound extends Schema.TaggedError<UserNotFound>()("UserNotFound", {}) {}

/** The user of the token was erased during the request. */
export class UserErased extends Schema.TaggedError<UserErased>()("UserErased", {}) {}

export class Users extends Context.Service<
  Users,
  {
    /**
     * Makes a user known; the same externalId again gives the same user. Who calls in a user's name makes nobody known, and
     * finds nobody else: UserNotFound for every other externalId, whether somebody has it or not.
     */
    readonly create: (
      caller: Caller,
      externalId: string
    ) => Effect.Effect<{ readonly user: User; readonly created: boolean }, UserNotFound>
    readonly read: (caller: Caller, userId: string) => Effect.Effect<User, UserNotFound>
    readonly find: (caller: Caller, externalId: string) => Effect.Effect<Option.Option<User>>
    /** A new token in the name of the user. */
    readonly openSession: (caller: Caller, userId: string) => Effect.Effect<UserSession, UserNotFound>
    /** Makes every token invalid that was issued for the user up to now. */
    readonly endSessions: (caller: Caller, userId: string) => Effect.Effect<void, UserNotFound>
    /**
     * Erases a user: tokens die at once, running collections end, data, inputs and histories go, live consents are revoked
     * at their banks, which is not waited for. A tombstone stays: the id, and when.
     */
    readonly erase: (caller: Caller, userId: string) => Effect.Effect<void, UserNotFound>
  }
>()("@sheaf/ports/Users") {}
