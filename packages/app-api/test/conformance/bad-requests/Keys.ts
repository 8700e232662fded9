/** Malformed idempotency keys, and keys on operations that return secrets (decisions 14). */
import type { Speaker } from "@sheaf/adapters-http/testing"
import { refused } from "./BadRequest.ts"
import type { BadRequest, Facts } from "./BadRequest.ts"

const malformed = {
  "an empty key": "",
  "an empty quoted key": '""',
  "a key with a space": "order 17",
  "a quoted key with a space": '"order 17"',
  "two keys": "order-17, order-18",
  "two quoted keys": '"order-17", "order-17"',
  "an open quotation": '"order-17',
  "a quoted key with parameters": '"order-17";v=1',
  "a key with another letter": "ordre-é",
  "a key of 256 characters": "x".repeat(256),
  "a quoted key of 256 characters": `"${"x".repeat(256)}"`
}

const nobody = "019a0000-0000-7000-8000-0000000000ff"

export const keys = ({ waiting }: Facts, { wealth }: Speaker.Speaker): ReadonlyArray<BadRequest> => [
  ...Object.entries(malformed).flatMap(([name, key]) =>
    [wealth.starts, wealth.supplementInfo(waiting)].map((path) => {
      const headers = { "idempotency-key": key }
      return refused(`${name}: ${path}`, { method: "POST", path, headers, body: "{}" }, 400, "INVALID_IDEMPOTENCY_KEY")
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
