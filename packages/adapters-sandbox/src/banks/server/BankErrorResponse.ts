/** Error responses: messages to the provider, and responses outside the protocol. */
import { summarizeFailures } from "@sheaf/ports"
import { Cause, Effect } from "effect"
import { FindMyWay, HttpServerError, HttpServerResponse } from "effect/http"
import { HttpApi } from "effect/http-api"
import type { HttpApiEndpoint } from "effect/http-api"
import { BankApi } from "../protocol/BankApi.ts"
import * as TppMessage from "../protocol/TppMessage.ts"
import { OutageError } from "../consents/ScenarioFaults.ts"

/** Paths match literally: case, trailing slashes and double slashes matter. */
export const exactRouterConfig = {
  caseSensitive: true,
  ignoreTrailingSlash: false,
  ignoreDuplicateSlashes: false
} as const

export const of = (code: TppMessage.MessageCode, headers: Readonly<Record<string, string>> = {}) =>
  HttpServerResponse.jsonUnsafe(TppMessage.make(code), { status: TppMessage.httpStatusOf(code), headers })

/**
 * Returns a function that lists the methods of a path, so that the server can tell a wrong method from an unknown path.
 */
const methodTable = () => {
  const table = FindMyWay.make<true>(exactRouterConfig)
  const methods = new Set<HttpApiEndpoint.Top["method"]>()
  HttpApi.reflect(BankApi, {
    onGroup: () => {},
    onEndpoint: ({ endpoint }) => {
      // `endpoint.path` is declared as a plain string, but always starts with a slash.
      table.on(endpoint.method, endpoint.path as FindMyWay.PathInput, true)
      methods.add(endpoint.method)
    }
  })
  return (target: string) => [...methods].filter((method) => table.find(method, target) !== undefined).sort()
}

let methods: ReturnType<typeof methodTable> | undefined

// Builds the table when the first unknown path is requested, to keep startup fast.
const methodsOf: ReturnType<typeof methodTable> = (target) => (methods ??= methodTable())(target)

const outages = {
  UNAVAILABLE: HttpServerResponse.empty({ status: 503 }),
  FAILED: HttpServerResponse.empty({ status: 500 }),
  UNREADABLE: HttpServerResponse.text(`{"consentStatus":"received"`, { status: 201, contentType: "application/json" })
}

const isMissing = (failure: unknown): boolean =>
  HttpServerError.isHttpServerError(failure) && failure.reason._tag === "RouteNotFound"

const isUnreadableRequest = (failure: unknown): boolean =>
  HttpServerError.isHttpServerError(failure) && failure.reason._tag === "RequestParseError"

/**
 * Turns a failure into a response. Interruptions pass through: they mean that the caller has disconnected or the server
 * is shutting down.
 */
export const ofCause = (
  cause: Cause.Cause<unknown>,
  target: string
): Effect.Effect<HttpServerResponse.HttpServerResponse> => {
  if (Cause.hasInterruptsOnly(cause)) return Effect.interrupt
  for (const reason of cause.reasons) {
    const failure = Cause.isFailReason(reason) ? reason.error : Cause.isDieReason(reason) ? reason.defect : undefined
    if (failure instanceof OutageError) return Effect.succeed(outages[failure.kind])
    if (isUnreadableRequest(failure)) return Effect.succeed(of("FORMAT_ERROR", { connection: "close" }))
    if (isMissing(failure)) {
      const allowed = methodsOf(target)
      return Effect.succeed(
        allowed.length === 0 ? of("RESOURCE_UNKNOWN") : of("SERVICE_INVALID", { allow: allowed.join(", ") })
      )
    }
  }
  return Effect.logError("the sandbox bank failed").pipe(
    Effect.annotateLogs({ failures: summarizeFailures(cause) }),
    Effect.as(outages.FAILED)
  )
}
