/** Input that no collection takes (decisions 5, 12). */
import type { Speaker } from "@sheaf/adapters-http/testing"
import type { BadRequest, Facts } from "./BadRequest.ts"
import { nested } from "./Nested.ts"

export const inputs = ({ signing, waiting }: Facts, { wealth }: Speaker.Speaker): ReadonlyArray<BadRequest> => {
  const post = (collectionId: string, body: object | string) => ({
    method: "POST",
    path: wealth.supplementInfo(collectionId),
    body: typeof body === "string" ? body : JSON.stringify(body)
  })
  return [
    {
      name: "input of a kind that nobody knows",
      ...post(waiting, { type: "SMOKE_SIGNAL" }),
      status: 400,
      code: "INVALID_FIELD",
      errors: { "/type": "INVALID_FIELD" }
    },
    {
      name: "input without a type",
      ...post(waiting, { value: "123456" }),
      status: 400,
      code: "MISSING_FIELD",
      errors: { "/type": "MISSING_FIELD" }
    },
    {
      name: "input with a member too many and one of the wrong type",
      ...post(waiting, { type: "TWO_FACTOR_CODE", value: 123456, retry: true }),
      status: 400,
      code: "UNKNOWN_FIELD",
      errors: { "/retry": "UNKNOWN_FIELD", "/value": "INVALID_FIELD" }
    },
    {
      name: "input that was not asked for",
      ...post(waiting, { type: "TWO_FACTOR_CHOICE", methodId: "sms" }),
      status: 422,
      code: "WRONG_INPUT_TYPE",
      errors: { "/type": "WRONG_INPUT_TYPE" }
    },
    {
      name: "a code that is none",
      ...post(waiting, { type: "TWO_FACTOR_CODE", value: "12" }),
      status: 422,
      code: "INVALID_INPUT",
      errors: { "/value": "INVALID_INPUT" }
    },
    {
      name: "input when none is waited for",
      ...post(signing, { type: "TWO_FACTOR_CODE", value: "123456" }),
      status: 409,
      code: "NOT_AWAITING_INPUT",
      names: "WAITING_FOR_USER_ACTION"
    },
    {
      name: "a response that is nested 10,000 deep",
      ...post(waiting, `{"type":"RESPONSE_OBJECT","etag":"1","headers":{},"response":${nested(10_000)}}`),
      status: 400,
      code: "MALFORMED_JSON"
    }
  ]
}
