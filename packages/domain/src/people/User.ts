/** The persons of a client, and the tokens in their name (decisions 8). */
import { Schema } from "effect"
import { Timestamp } from "../Timestamp.ts"

/** A UUID of version 7. */
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
 * What the client calls the person: its own choice, and best nothing that tells who it is. White space and invisible
 * characters at an end are a slip of whoever sends it, and would make two users of one.
 */
export const ExternalId = Schema.String.check(
  Schema.isPattern(/^[^\p{Cc}\p{Cf}\p{Z}]([^\p{Cc}]*[^\p{Cc}\p{Cf}\p{Z}])?$/u, {
    message: "visible characters, the first and the last of them no white space"
  }),
  Schema.isMaxLength(255)
).annotate({
  identifier: "ExternalId",
  description:
    "The client's identifier of the user, unique among its users: 1 to 255 visible characters, without leading " +
    "or trailing white space.",
  examples: ["customer-20417"]
})
export type ExternalId = typeof ExternalId.Type

/** Body of `POST /users`. */
export const CreateUser = Schema.Struct({
  externalId: ExternalId.pipe(Schema.annotateKey({ description: "The client's identifier of the user." }))
}).annotate({
  identifier: "CreateUserRequest",
  description: "A request to create a user. Repeating it with the same externalId returns the same user.",
  examples: [{ externalId: "customer-20417" }]
})
export type CreateUser = typeof CreateUser.Type

export const User = Schema.Struct({
  userId: UserId.pipe(Schema.annotateKey({ description: "The service's identifier of the user." })),
  externalId: ExternalId.pipe(Schema.annotateKey({ description: "The client's identifier of the user." })),
  createdAt: Timestamp.pipe(Schema.annotateKey({ description: "The time the user was created." }))
}).annotate({
  identifier: "User",
  description: "A person that the client registered.",
  examples: [
    {
      userId: "019a9f0e-6b2c-7f41-8c3d-0a1b2c3d4e5f",
      externalId: "customer-20417",
      createdAt: "2026-04-01T08:00:00.000Z"
    }
  ]
})
export type User = typeof User.Type

/** A token in the name of a user, for `Authorization: Bearer`. It is shown here once. */
export const UserSession = Schema.Struct({
  token: Schema.NonEmptyString.pipe(
    Schema.annotateKey({ description: "A signed token (JWT). Send it as `Authorization: Bearer <token>`." })
  ),
  expiresAt: Timestamp.pipe(Schema.annotateKey({ description: "The time the token expires." })),
  userId: UserId.pipe(Schema.annotateKey({ description: "The user that the token acts for." }))
}).annotate({
  identifier: "UserSession",
  description: "A token that acts for a user. Store it: the service does not return it again.",
  examples: [
    {
      token: "eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9.e30.c2lnbmF0dXJl",
      expiresAt: "2026-04-01T09:00:00.000Z",
      userId: "019a9f0e-6b2c-7f41-8c3d-0a1b2c3d4e5f"
    }
  ]
})
export type UserSession = typeof UserSession.Type
