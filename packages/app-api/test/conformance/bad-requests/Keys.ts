/** Malformed idempotency keys, and keys on operations that return secrets (spec 8). */
import type { Speaker } from "@sheaf/adapters-http/testing"
import { refused } from "./BadRequest.ts"
import type { BadRequest, Facts } from "./BadRequest.ts"

const nobody = "019a0000-0000-7000-8000-0000000000ff"

export const keys = ({ waiting }: Facts, { wealth }: Speaker.Speaker): ReadonlyArray<BadRequest> => [
  ...["", "order-17, order-18", "x".repeat(256)].flatMap((key) =>
    [wealth.starts, wealth.supplementInfo(waiting)].map((path) => {
      const headers = { "idempotency-key": key }
      const name = `the key "${key.slice(0, 20)}": ${path}`
      return refused(name, { method: "POST", path, headers, body: "{}" }, 400, "INVALID_IDEMPOTENCY_KEY")
    })
  ),
  ...["order-17", ""].map((key) =>
    refused(
      `a key for a token: "${key}"`,
      { method: "POST", path: `/users/${nobody}/sessions`, headers: { "idempotency-key": key } },
      400,
      "IDEMPOTENCY_KEY_NOT_SUPPORTED"
    )
  )
]
