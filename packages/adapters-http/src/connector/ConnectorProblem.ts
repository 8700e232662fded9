/** What a connector's server answers when there is no step: problems that hold nothing of the request (docs/connectors.md). */
import { Problem } from "@sheaf/http-contract"
import type { ConnectorError } from "@sheaf/ports"
import { HttpServerResponse } from "effect/http"

const titles = {
  400: "The request is not what the protocol says.",
  401: "The caller did not show the secret.",
  404: "There is nothing at this path.",
  405: "The path has another method.",
  413: "The body is too long.",
  422: "There is no step for this: the company, the session or the signal is not one that could have one.",
  500: "The connector failed.",
  502: "The company answered with an error.",
  504: "The company cannot be reached."
} as const

export type Status = keyof typeof titles

export const of = (status: Status, headers: Readonly<Record<string, string>> = {}) =>
  HttpServerResponse.jsonUnsafe({ title: titles[status] }, { status, contentType: Problem.contentType, headers })

const statuses = { UNREACHABLE: 504, COMPANY_ERROR: 502, BROKEN: 422 } as const satisfies Record<
  ConnectorError["reason"],
  Status
>

/** The problem that says, on the other side, why there is no step. */
export const ofReason = (reason: ConnectorError["reason"]) => of(statuses[reason])
