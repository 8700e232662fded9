/** Requests about users that are refused, the same in every version (decisions 8, 12). */
import type { BadRequest } from "./BadRequest.ts"

const create = (body: unknown) => ({ method: "POST", path: "/users", body: JSON.stringify(body) })

const invalid = { status: 400, code: "INVALID_FIELD" } as const
const notFound = { status: 404, code: "NOT_FOUND" } as const

const nobody = "019a0000-0000-7000-8000-0000000000ff"

export const users: ReadonlyArray<BadRequest> = [
  {
    name: "a user without a name",
    ...create({}),
    status: 400,
    code: "MISSING_FIELD",
    errors: { "/externalId": "MISSING_FIELD" }
  },
  {
    name: "a user with more than a name",
    ...create({ externalId: "maja", email: "maja@example.com" }),
    status: 400,
    code: "UNKNOWN_FIELD",
    errors: { "/email": "UNKNOWN_FIELD" }
  },
  ...["", " ", "\u200b", " maja", "maja ", "a\nb", "a\u0000b", "a\u0085b", "x".repeat(256), 17, null, ["maja"]].map(
    (externalId) => ({
      name: `a name that is none: ${JSON.stringify(externalId).slice(0, 20)}`,
      ...create({ externalId }),
      ...invalid,
      errors: { "/externalId": "INVALID_FIELD" }
    })
  ),
  {
    name: "a list of all users",
    path: "/users",
    status: 400,
    code: "MISSING_FIELD",
    errors: { "/query/externalId": "MISSING_FIELD" }
  },
  {
    name: "an empty name",
    path: "/users?externalId=",
    ...invalid,
    errors: { "/query/externalId": "INVALID_FIELD" }
  },
  {
    name: "a name given twice",
    path: "/users?externalId=a&externalId=b",
    status: 400,
    code: "UNKNOWN_QUERY",
    errors: { "/query/externalId": "UNKNOWN_QUERY" }
  },
  ...[nobody, "1", "me", nobody.toUpperCase(), "..%2Fhealth", "%00"].flatMap((id) => [
    { name: `a user that there is not: ${id}`, path: `/users/${id}`, ...notFound },
    { name: `consents of a user that there is not: ${id}`, path: `/users/${id}/consents`, ...notFound },
    {
      name: `a session of a user that there is not: ${id}`,
      method: "POST",
      path: `/users/${id}/sessions`,
      ...notFound
    },
    { name: `the end of a user that there is not: ${id}`, method: "DELETE", path: `/users/${id}`, ...notFound },
    {
      name: `the end of sessions of a user that there is not: ${id}`,
      method: "DELETE",
      path: `/users/${id}/sessions`,
      ...notFound
    }
  ]),
  {
    name: "a session that is read",
    path: `/users/${nobody}/sessions`,
    status: 405,
    code: "METHOD_NOT_ALLOWED",
    names: "DELETE, POST"
  }
]
