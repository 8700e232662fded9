/** Problems as whole responses, for failures that no endpoint has declared: those before and around the router. */
import { Problem } from "@sheaf/http-contract"
import { HttpServerResponse } from "effect/http"

/** The response of a problem. */
export const of = (problem: Problem.Problem, headers: Readonly<Record<string, string>> = {}) =>
  HttpServerResponse.jsonUnsafe(problem, { status: problem.status, contentType: Problem.contentType, headers })
