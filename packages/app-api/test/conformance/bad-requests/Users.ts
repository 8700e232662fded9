/** Rejected requests about users, which are the same in every version (decisions 8, 12). */
import { refusal } from "./BadRequest.ts"
import type { BadRequest } from "./BadRequest.ts"

const create = (body: unknown) => ({ method: "POST", path: "/users", body: JSON.stringify(body) })

const notFound = { status: 404, code: "NOT_FOUND" } as const

const nobody = "019a0000-0000-7000-8000-0000000000ff"

export const users: ReadonlyArray<BadRequest> = [
  { name: "a user without an external id", ...create({}), ...refusal("MISSING_FIELD", "/externalId") },
  {
    name: "a user with an unknown member",
    ...create({ externalId: "maja", email: "maja@example.com" }),
    ...refusal("UNKNOWN_FIELD", "/email")
  },
  ...["", " ", "\u200b", " maja", "maja ", "a\nb", "a\u0000b", "a\u0085b", "x".repeat(256), 17, null, ["maja"]].map(
    (externalId) => ({
      name: `an invalid external id: ${JSON.stringify(externalId).slice(0, 20)}`,
      ...create({ externalId }),
      ...refusal("INVALID_FIELD", "/externalId")
    })
  ),
  { name: "a list of all users", path: "/users", ...refusal("MISSING_FIELD", "/query/externalId") },
  { name: "an empty external id", path: "/users?externalId=", ...refusal("INVALID_FIELD", "/query/externalId") },
  {
    name: "a repeated external id",
    path: "/users?externalId=a&externalId=b",
    ...refusal("UNKNOWN_QUERY", "/query/externalId")
  },
  ...[nobody, "1", "me", nobody.toUpperCase(), "..%2Fhealth", "%00"].flatMap((id) => [
    { name: `an unknown user: ${id}`, path: `/users/${id}`, ...notFound },
    { name: `consents of an unknown user: ${id}`, path: `/users/${id}/consents`, ...notFound },
    {
      name: `a session of an unknown user: ${id}`,
      method: "POST",
      path: `/users/${id}/sessions`,
      ...notFound
    },
    { name: `erasure of an unknown user: ${id}`, method: "DELETE", path: `/users/${id}`, ...notFound },
    {
      name: `end of all sessions of an unknown user: ${id}`,
      method: "DELETE",
      path: `/users/${id}/sessions`,
      ...notFound
    }
  ]),
  {
    name: "reading a session",
    path: `/users/${nobody}/sessions`,
    status: 405,
    code: "METHOD_NOT_ALLOWED",
    names: "DELETE, POST"
  }
]
