/** The persons of a client, the tokens in their name, and their erasure (decisions 8). The same in every version. */
import { CreateUser, ExternalId, UserSession, User, UserId } from "@sheaf/domain/User"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { personal } from "../openapi/Caching.ts"
import { Authenticated, Identified, Negotiated, Readable, Validated } from "../openapi/Conditions.ts"
import * as ConsentList from "../consents/ConsentList.ts"
import { listWords, page } from "../consents/ConsentsGroup.ts"
import * as Operation from "../openapi/Operation.ts"
import * as Problem from "../problems/Problem.ts"

const params = { userId: UserId }

const user: User = {
  userId: "019a9f0e-6b2c-7f41-8c3d-0a1b2c3d4e5f",
  externalId: "customer-20417",
  createdAt: "2026-05-04T08:00:00.000Z"
}

const session: UserSession = {
  token: "eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9.e30.c2lnbmF0dXJl",
  expiresAt: "2026-05-04T09:00:00.000Z",
  userId: user.userId
}

const create = Operation.make(
  {
    id: "createUser",
    summary: "Make a user known",
    description:
      "A user is a person of the client: consents are theirs, and tokens speak in their name. The same externalId again " +
      "gives the same user. Where a token comes beside the API key, only its own user is given, and nobody is made known.",
    answers: { 201: "The user is known from now on.", 200: "The user was known before." },
    examples: { request: { user: { externalId: user.externalId } }, answer: { user } },
    problems: Problem.of("NOT_FOUND")
  },
  (error) =>
    HttpApiEndpoint.post("create", "/users", {
      payload: CreateUser,
      success: [
        HttpApiSchema.WithHeaders(User.pipe(HttpApiSchema.status(201)), {
          ...personal,
          location: Schema.String.annotate({ description: "Where the user is read." })
        }),
        HttpApiSchema.WithHeaders(User, personal)
      ],
      error
    }).middleware(Readable)
)

const find = Operation.make(
  {
    id: "findUsers",
    summary: "Find a user by its externalId",
    description: "The list has the user whom the client knows by this externalId, or nobody.",
    answers: { 200: "The user, or an empty list." },
    examples: { answer: { found: [user] } },
    problems: Problem.of("INVALID_FIELD", "MISSING_FIELD"),
    query: { externalId: { description: "What the client calls the user." } }
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
    summary: "Read a user",
    description: "What the client and the service call the user.",
    answers: { 200: "The user." },
    examples: { answer: { user } },
    problems: Problem.of("NOT_FOUND")
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
      "From this answer on no token of the user is accepted, and nothing that the user had can be read. Collections that " +
      "run end, and consents are revoked at their banks as soon as these can be reached. Of collections, id, company, " +
      "status and failure reason stay for the API key, so that the client can follow how they end. It cannot be undone.",
    answers: { 204: "The user is erased." },
    problems: Problem.of("NOT_FOUND")
  },
  (error) =>
    HttpApiEndpoint.delete("erase", "/users/:userId", {
      params,
      success: HttpApiSchema.NoContent,
      error
    }).middleware(Identified)
)

const openSession = Operation.make(
  {
    id: "openSession",
    summary: "Open a session of a user",
    description:
      "Gives a token in the name of the user, for the header `Authorization`. Take no body along. Whoever has the token " +
      "acts as the user until it expires.",
    answers: { 201: "A new token." },
    examples: { answer: { session } },
    problems: Problem.of("NOT_FOUND")
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
    summary: "End every session of a user",
    description: "No token that was issued for the user before this answer is accepted after it.",
    answers: { 204: "Every session is ended." },
    problems: Problem.of("NOT_FOUND")
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
    ...listWords,
    id: "listConsentsOfUser",
    summary: "List the consents of a user",
    description: "What the user's own token would list, newest first.",
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
    OpenApi.annotations({ title: "Users", description: "The persons of the client, and tokens in their name." })
  )
