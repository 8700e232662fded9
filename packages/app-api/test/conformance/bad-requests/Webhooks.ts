/** Rejected requests about webhook endpoints, the same in every version (spec 2.4, 6, 7). */
import { invalidFields, missingFields, problemWithoutErrors, unknownFields } from "./BadRequest.ts"
import type { BadRequest } from "./BadRequest.ts"

const create = (body: unknown) => ({ method: "POST", path: "/webhook-endpoints", body: JSON.stringify(body) })

const nobody = "019a0000-0000-7000-8000-0000000000ff"

const url = "https://app.example/hooks"

export const webhooks: ReadonlyArray<BadRequest> = [
  missingFields("an endpoint without an address", create({}), "/url"),
  unknownFields("an endpoint with a secret of its own", create({ url, secret: "whsec_AAAA" }), "/secret"),
  invalidFields("an endpoint at a private address", create({ url: "http://10.0.0.7/" }), "/url"),
  invalidFields("an endpoint without types", create({ url, types: [] }), "/types"),
  invalidFields("an endpoint with an unknown type", create({ url, types: ["collection.started"] }), "/types/0"),
  invalidFields("an endpoint with a type twice", create({ url, types: ["user.erased", "user.erased"] }), "/types"),
  invalidFields("an endpoint with an unknown version", create({ url, version: "2020-01-01" }), "/version"),
  missingFields(
    "a replay without a time",
    { method: "POST", path: `/webhook-endpoints/${nobody}/replay` },
    "/query/since"
  ),
  problemWithoutErrors(
    "a redelivery of an unknown event",
    { method: "POST", path: `/events/${nobody}/redeliver`, body: "{}" },
    404,
    "NOT_FOUND"
  ),
  problemWithoutErrors(
    "a PUT of an endpoint",
    { method: "PUT", path: `/webhook-endpoints/${nobody}` },
    405,
    "METHOD_NOT_ALLOWED"
  )
]
