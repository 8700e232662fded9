/** The problems that a connector's server returns. They never quote the request (docs/connectors.md). */
import { Problem } from "@sheaf/http-contract"
import type { ConnectorError } from "@sheaf/ports"
import { HttpServerResponse } from "effect/http"

const titles = {
  400: "Request does not match the protocol",
  401: "Missing or invalid secret",
  404: "Unknown path",
  405: "Method not allowed",
  413: "Body too large",
  422: "No step for this company, session or signal",
  500: "Connector failed",
  502: "Company responded with an error",
  504: "Company unreachable"
} as const

export type ProblemStatus = keyof typeof titles

export const of = (status: ProblemStatus, headers: Readonly<Record<string, string>> = {}) =>
  HttpServerResponse.jsonUnsafe({ title: titles[status] }, { status, contentType: Problem.contentType, headers })

const statuses = { UNREACHABLE: 504, COMPANY_ERROR: 502, BROKEN: 422 } as const satisfies Record<
  ConnectorError["reason"],
  ProblemStatus
>

/** Sheaf recognizes the reason by the problem's HTTP status. */
export const ofReason = (reason: ConnectorError["reason"]) => of(statuses[reason])
