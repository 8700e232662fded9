/** Rejected requests about users, the same in every version (spec 5, 7). */
import { invalidFields, missingFields, problemWithoutErrors, unknownFields, unknownQuery } from "./BadRequest.ts"
import type { BadRequest } from "./BadRequest.ts"

const create = (body: unknown) => ({ method: "POST", path: "/users", body: JSON.stringify(body) })

const nobody = "019a0000-0000-7000-8000-0000000000ff"

export const users: ReadonlyArray<BadRequest> = [
  missingFields("a user without an external id", create({}), "/externalId"),
  unknownFields("a user with an unknown member", create({ externalId: "maja", email: "maja@example.com" }), "/email"),
  invalidFields("an external id that begins with a space", create({ externalId: " maja" }), "/externalId"),
  invalidFields("an empty external id", "/users?externalId=", "/query/externalId"),
  unknownQuery("a repeated external id", "/users?externalId=a&externalId=b", "/query/externalId"),
  problemWithoutErrors("reading a session", `/users/${nobody}/sessions`, 405, "METHOD_NOT_ALLOWED", "DELETE, POST")
]
