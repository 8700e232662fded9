/** Rejected inputs (decisions 5, 12). */
import type { Speaker } from "@sheaf/adapters-http/testing"
import { invalid, missing, refusal, refused, rejected } from "./BadRequest.ts"
import type { BadRequest, Facts } from "./BadRequest.ts"
import { nested } from "./Nested.ts"

export const inputs = ({ signing, waiting }: Facts, { wealth }: Speaker.Speaker): ReadonlyArray<BadRequest> => {
  const post = (collectionId: string, body: object | string) => ({
    method: "POST",
    path: wealth.supplementInfo(collectionId),
    body: typeof body === "string" ? body : JSON.stringify(body)
  })
  return [
    invalid("input of an unknown type", post(waiting, { type: "SMOKE_SIGNAL" }), "/type"),
    missing("input without a type", post(waiting, { value: "123456" }), "/type"),
    rejected(
      "input with an unknown member and one of the wrong type",
      post(waiting, { type: "TWO_FACTOR_CODE", value: 123456, retry: true }),
      { status: 400, code: "UNKNOWN_FIELD", errors: { "/retry": "UNKNOWN_FIELD", "/value": "INVALID_FIELD" } }
    ),
    rejected("input that was not asked for", post(waiting, { type: "TWO_FACTOR_CHOICE", methodId: "sms" }), {
      ...refusal("WRONG_INPUT_TYPE", "/type"),
      status: 422
    }),
    rejected("a malformed code", post(waiting, { type: "TWO_FACTOR_CODE", value: "12" }), {
      ...refusal("INVALID_INPUT", "/value"),
      status: 422
    }),
    refused(
      "input while the collection waits for none",
      post(signing, { type: "TWO_FACTOR_CODE", value: "123456" }),
      409,
      "NOT_AWAITING_INPUT",
      "WAITING_FOR_USER_ACTION"
    ),
    rejected(
      "a response with a repeated member",
      post(waiting, '{"type":"RESPONSE_OBJECT","etag":"1","headers":{},"response":{"a":[{"b":1,"b":1}]}}'),
      refusal("DUPLICATE_MEMBER", "/response/a/0/b")
    ),
    refused(
      "a response nested 10,000 levels deep",
      post(waiting, `{"type":"RESPONSE_OBJECT","etag":"1","headers":{},"response":${nested(10_000)}}`),
      400,
      "MALFORMED_JSON"
    )
  ]
}
