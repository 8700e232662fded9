/** Users, their sessions and their erasure (decisions 8). The same in every version. */
import { CreateUser, ExternalId, UserSession, User, UserId } from "@sheaf/domain/User"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { personal } from "../openapi/Caching.ts"
import { Authenticated, Identified, Negotiated, Readable, Validated } from "../openapi/Conditions.ts"
import * as ConsentList from "../consents/ConsentList.ts"
import { list, page } from "../consents/ConsentsGroup.ts"
import { session, user } from "../openapi/Examples.ts"
import * as Operation from "../openapi/Operation.ts"
import * as Problem from "../problems/Problem.ts"

const params = { userId: UserId }

const problems = Problem.of("NOT_FOUND")

const create = Operation.make(
  {
    id: "createUser",
    summary: "Create a user",
    description:
      "Creates a user. Users own consents, and tokens act for users. A repeated externalId returns the existing " +
      "user. If the request also has a user's token, it only returns that user.",
    answers: { 201: "The new user.", 200: "The existing user." },
    examples: { request: { user: { externalId: user.externalId } }, answer: { user } },
    problems
  },
  (error) =>
    HttpApiEndpoint.post("create", "/users", {
      payload: CreateUser,
      success: [
        HttpApiSchema.WithHeaders(User.pipe(HttpApiSchema.status(201)), {
          ...personal,
          location: Schema.String.annotate({ description: "The address of the user." })
        }),
        HttpApiSchema.WithHeaders(User, personal)
      ],
      error
    }).middleware(Readable)
)

const find = Operation.make(
  {
    id: "findUsers",
    summary: "Find a user",
    description: "Returns the user with the given externalId, or an empty list.",
    answers: { 200: "A list with the matching user, or an empty list." },
    examples: { answer: { found: [user] } },
    problems: Problem.of("INVALID_FIELD", "MISSING_FIELD"),
    query: { externalId: { description: "The client's identifier for the user." } }
  },
  (error) =>
    HttpApiEndpoint.get("find", "/users", {
      query: { externalId: ExternalId },
      success: HttpApiSchema.WithHeaders(Schema.Array(User), personal),
      error
    })
)

const read = Operation.make(
  {
    id: "getUser",
    summary: "Get a user",
    description: "Returns a user, with the service's and the client's identifiers.",
    answers: { 200: "The user." },
    examples: { answer: { user } },
    problems
  },
  (error) =>
    HttpApiEndpoint.get("read", "/users/:userId", {
      params,
      success: HttpApiSchema.WithHeaders(User, personal),
      error
    }).middleware(Identified)
)

const erase = Operation.make(
  {
    id: "eraseUser",
    summary: "Erase a user",
    description:
      "Erases a user and all their data immediately and permanently. The user's tokens stop working. Running " +
      "collections end. The service asks each bank to revoke the user's consents as soon as the bank can be reached. " +
      "The id, company, status and failure reason of each collection remain readable with the API key.",
    answers: { 204: "The user is erased." },
    problems
  },
  (error) =>
    HttpApiEndpoint.delete("erase", "/users/:userId", { params, success: HttpApiSchema.NoContent, error }).middleware(
      Identified
    )
)

const openSession = Operation.make(
  {
    id: "openSession",
    summary: "Open a session",
    description:
      "Issues a token that acts for the user, to send in the `Authorization` header. Send no request body. Keep the " +
      "token secret: anyone who has it can act as the user until it expires.",
    answers: { 201: "A new token." },
    examples: { answer: { session } },
    problems
  },
  (error) =>
    HttpApiEndpoint.post("openSession", "/users/:userId/sessions", {
      params,
      success: HttpApiSchema.WithHeaders(UserSession.pipe(HttpApiSchema.status(201)), personal),
      error
    }).middleware(Identified)
)

const endSessions = Operation.make(
  {
    id: "endSessions",
    summary: "End all sessions",
    description: "Revokes every token issued to this user so far.",
    answers: { 204: "All tokens are revoked." },
    problems
  },
  (error) =>
    HttpApiEndpoint.delete("endSessions", "/users/:userId/sessions", {
      params,
      success: HttpApiSchema.NoContent,
      error
    }).middleware(Identified)
)

const consents = Operation.make(
  {
    ...list,
    id: "listConsentsOfUser",
    summary: "List a user's consents",
    description: "Lists a user's consents, newest first. `GET /consents` returns the same list for the user's token.",
    problems: Problem.of("NOT_FOUND", "INVALID_FIELD", "INVALID_CURSOR")
  },
  (error) =>
    HttpApiEndpoint.get("consents", "/users/:userId/consents", {
      params,
      query: ConsentList.query,
      success: page,
      error
    }).middleware(Identified)
)

export const UsersGroup = HttpApiGroup.make("users")
  .add(create, find, read, erase, openSession, endSessions, consents)
  .middleware(Validated)
  .middleware(Negotiated)
  .middleware(Authenticated)
  .annotateMerge(
    OpenApi.annotations({ title: "Users", description: "A client's users, and tokens that act for them." })
  )
