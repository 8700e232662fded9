/** Rejected inputs (spec 2.5, 7). */
import type { VersionDialect } from "@sheaf/sandbox-site/testing"
import { invalidFields, badRequestProblem, problemWithoutErrors, badRequest, unknownFields } from "./BadRequest.ts"
import type { BadRequest, TestObjects } from "./BadRequest.ts"

export const inputs = (
  { signing, waiting }: TestObjects,
  { wealth }: VersionDialect.VersionDialect
): ReadonlyArray<BadRequest> => {
  const post = (collectionId: string, body: object) => ({
    method: "POST",
    path: wealth.supplementInfo(collectionId),
    body: JSON.stringify(body)
  })
  return [
    invalidFields("input of an unknown type", post(waiting, { type: "SMOKE_SIGNAL" }), "/type"),
    badRequest(
      "input with an unknown member and one of the wrong type",
      post(waiting, { type: "TWO_FACTOR_CODE", value: 123456, retry: true }),
      { status: 400, code: "UNKNOWN_FIELD", errors: { "/retry": "UNKNOWN_FIELD", "/value": "INVALID_FIELD" } }
    ),
    badRequest("input that was not asked for", post(waiting, { type: "TWO_FACTOR_CHOICE", methodId: "sms" }), {
      ...badRequestProblem("WRONG_INPUT_TYPE", "/type"),
      status: 422
    }),
    badRequest("a malformed code", post(waiting, { type: "TWO_FACTOR_CODE", value: "12ab" }), {
      ...badRequestProblem("INVALID_INPUT", "/value"),
      status: 422
    }),
    problemWithoutErrors(
      "input while the collection waits for none",
      post(signing, { type: "TWO_FACTOR_CODE", value: "123456" }),
      409,
      "NOT_AWAITING_INPUT",
      "WAITING_FOR_USER_ACTION"
    ),
    unknownFields(
      "a response with the id of a question",
      post(waiting, { type: "RESPONSE_OBJECT", etag: "1", headers: {}, response: null, inputId: "1" }),
      "/inputId"
    )
  ]
}

/** Rejected inputs that name the question they answer. Only version 2026-04-01 lets inputs name a question. */
export const inputIds = ({ completed, waiting }: TestObjects): ReadonlyArray<BadRequest> => {
  const answer = (collectionId: string, inputId: unknown, value = "123456") => ({
    method: "POST",
    path: `/collections/${collectionId}/supplement-info`,
    body: JSON.stringify({ type: "TWO_FACTOR_CODE", value, inputId })
  })
  const notPending = (name: string, request: ReturnType<typeof answer>) =>
    problemWithoutErrors(name, request, 409, "INPUT_NO_LONGER_PENDING", "never asked")
  return [
    invalidFields("a question that is not a string", answer(waiting, 7), "/inputId"),
    notPending("an unknown question", answer(waiting, completed)),
    notPending("an unknown question, after the end", answer(completed, `${completed}-1`)),
    notPending("an unknown question with an invalid code", answer(waiting, "1", ""))
  ]
}
