/** The problems with which the operator's console refuses requests. */
import { Problem } from "@sheaf/http-contract"
import type { ProblemCode } from "@sheaf/http-contract"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { RequestId } from "../pipeline/CurrentRequest.ts"

const refuse = (code: ProblemCode.ProblemCode, detail: string): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  Effect.map(RequestId, (requestId) => {
    const problem = Problem.make(code, { detail, requestId })
    return HttpServerResponse.jsonUnsafe(problem, { status: problem.status, contentType: Problem.contentType })
  })

export const refusals = {
  elsewhere: refuse("MISDIRECTED_REQUEST", "The console serves only requests from this machine to a loopback name."),
  otherSite: refuse("CROSS_SITE_REQUEST", "Another site caused the request."),
  noSession: refuse("MISSING_CREDENTIALS", "Run sheaf console, and open the link that it prints."),
  usedLink: refuse("INVALID_TOKEN", "The link was already used or has expired. Run sheaf console again."),
  noRoute: refuse("UNKNOWN_ROUTE", "The console has no such path."),
  invalid: refuse("MALFORMED_REQUEST", "The console cannot process this request."),
  failed: refuse("INTERNAL", "The request could not be processed.")
}
