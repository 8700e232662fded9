/** Driving port: a client's users, and their tokens (spec 5). */
import type { UserSession, User } from "@sheaf/domain/User"
import { Context, Schema } from "effect"
import type { Effect, Option } from "effect"
import type { IdempotencyKeyReused } from "../idempotency/IdempotencyKeys.ts"
import type { InvalidCursor } from "../errors/RequestErrors.ts"
import type { ListPage, PageRequest } from "../stores/ListQuery.ts"
import type { Caller } from "../auth/Caller.ts"

/** The user does not exist, was erased, or belongs to another client. */
export class UserNotFound extends Schema.TaggedError<UserNotFound>()("UserNotFound", {}) {}

export class UserErasedError extends Schema.TaggedError<UserErasedError>()("UserErasedError", {}) {}

export class Users extends Context.Service<
  Users,
  {
    /**
     * Creates a user, or returns the existing one with this externalId. A caller with a user's token can get only that
     * user.
     */
    readonly create: (
      caller: Caller,
      externalId: string
    ) => Effect.Effect<{ readonly user: User; readonly created: boolean }, UserNotFound | IdempotencyKeyReused>
    readonly read: (caller: Caller, userId: string) => Effect.Effect<User, UserNotFound>
    readonly find: (caller: Caller, externalId: string) => Effect.Effect<Option.Option<User>>
    readonly list: (caller: Caller, request: PageRequest) => Effect.Effect<ListPage<User>, InvalidCursor>
    readonly openSession: (caller: Caller, userId: string) => Effect.Effect<UserSession, UserNotFound>
    readonly endSessions: (caller: Caller, userId: string) => Effect.Effect<void, UserNotFound>
    /**
     * Erases a user: revokes tokens immediately, ends running collections, and erases data, inputs and histories. Live
     * consents are revoked at their banks in the background. Only a tombstone with the id and the time remains.
     */
    readonly erase: (caller: Caller, userId: string) => Effect.Effect<void, UserNotFound>
  }
>()("@sheaf/ports/Users") {}
