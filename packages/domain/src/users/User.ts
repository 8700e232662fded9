/** A client's users, and the tokens that identify them (spec 5). */
import { Schema } from "effect"
import { Timestamp } from "../shared/Timestamp.ts"
import * as Annotations from "../shared/Annotations.ts"

export const UserId = Schema.String.check(
  Schema.isPattern(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u, { message: "a user id" })
).annotate({
  identifier: "UserId",
  description: "Identifier of a user: a UUID, version 7.",
  format: "uuid",
  examples: ["019a9f0e-6b2c-7f41-8c3d-0a1b2c3d4e5f"]
})
export type UserId = typeof UserId.Type

/**
 * The client's identifier for a user, which should not reveal who the person is. White space and invisible characters
 * at either end are rejected, because a typo of this kind would create a second user.
 */
export const ExternalId = Schema.String.check(
  Schema.isPattern(/^[^\p{Cc}\p{Cf}\p{Z}]([^\p{Cc}]*[^\p{Cc}\p{Cf}\p{Z}])?$/u, {
    message: "visible characters, without white space at either end"
  }),
  Schema.isMaxLength(255)
).pipe(
  Annotations.annotate(
    "ExternalId",
    "The client's identifier for the user, unique among the client's users: 1 to 255 visible characters, without " +
      "leading or trailing white space."
  )
)
export type ExternalId = typeof ExternalId.Type

const externalId = ExternalId.pipe(Annotations.describe("The client's identifier for the user."))

export const CreateUser = Schema.Struct({ externalId }).pipe(
  Annotations.annotate(
    "CreateUserRequest",
    "A request to create a user. Repeating it with the same externalId returns the same user."
  )
)

export const User = Schema.Struct({
  userId: UserId.pipe(Annotations.describe("The service's identifier for the user.")),
  externalId,
  createdAt: Timestamp.pipe(Annotations.describe("The time the user was created."))
}).pipe(Annotations.annotate("User", "A person registered by the client."))
export type User = typeof User.Type

export const UserSession = Schema.Struct({
  token: Schema.NonEmptyString.pipe(
    Annotations.describe("A signed token (JWT). Send it as `Authorization: Bearer <token>`.")
  ),
  expiresAt: Timestamp.pipe(Annotations.describe("The time the token expires.")),
  userId: UserId.pipe(Annotations.describe("The user that the token acts for."))
}).pipe(
  Annotations.annotate("UserSession", "A token that acts for a user. Store it: the service does not return it again.")
)
export type UserSession = typeof UserSession.Type
