/**
 * Checks a request against the contract before its handler runs. The client must accept the response's media type (RFC
 * 9110 §12.5.1), and may send an idempotency key only where one is allowed. Ids, query and body must be valid. All
 * broken rules are reported in one problem (spec 7, 8, 12).
 */
import type { Violation } from "@sheaf/domain/Violation"
import {
  PathIdValidation,
  RequestValidation,
  ContentNegotiation,
  TableNegotiation,
  CurrentCaller,
  CurrentUser,
  CurrentVisitor,
  IdempotencyKeySupport,
  IdempotencyKeyRejection
} from "@sheaf/http-contract"
import { Context, Effect, Layer, SchemaAST } from "effect"
import type { Fiber, Types } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiError, HttpApiMiddleware } from "effect/http-api"
import type { HttpApiEndpoint } from "effect/http-api"
import * as Violations from "../problems/Violations.ts"
import { apiError, failWith, toProblem } from "../problems/ApiErrors.ts"
import { currentRequestOf, runUnlessRejected } from "../connections/IncomingRequest.ts"
import type { CurrentRequest } from "../connections/IncomingRequest.ts"
import * as IdempotencyKey from "@sheaf/domain/IdempotencyKey"
import { CurrentIdempotentRequest } from "@sheaf/ports"
import type { IdempotentRequest } from "@sheaf/ports"
import * as ProblemWriter from "../problems/ProblemWriter.ts"

/** Ranks the media ranges that cover a media type. The most specific range in `Accept` applies. */
const rangesOf = (mediaType: string): Readonly<Record<string, number>> => ({
  "*/*": 1,
  [`${mediaType.split("/", 1).join("")}/*`]: 2,
  [mediaType]: 3
})

const quality = (parameters: ReadonlyArray<string>): number => {
  const q = parameters.map((parameter) => parameter.trim().toLowerCase()).find((text) => text.startsWith("q="))
  const value = q === undefined ? 1 : Number(q.slice("q=".length))
  return Number.isNaN(value) ? 1 : value
}

const qualityOf = (accept: string, ranges: Readonly<Record<string, number>>): number => {
  let closest = 0
  let found = 0
  for (const entry of accept.split(",")) {
    const [range = "", ...parameters] = entry.split(";")
    const close = ranges[range.trim().toLowerCase()] ?? 0
    if (close > closest) {
      closest = close
      found = quality(parameters)
    }
  }
  return found
}

const json = rangesOf("application/json")
const csv = rangesOf("text/csv")

/** Returns true if `Accept` allows JSON or is missing. */
export const acceptsJson = (accept: string | undefined): boolean =>
  accept === undefined ||
  accept === "*/*" ||
  accept === "application/json" ||
  accept.trim() === "" ||
  qualityOf(accept, json) > 0

/** Returns true if `Accept` prefers CSV to JSON. JSON wins a tie. */
export const prefersCsv = (accept: string | undefined): boolean =>
  accept !== undefined && /text\//i.test(accept) && qualityOf(accept, csv) > qualityOf(accept, json)

const html = rangesOf("text/html")

export const prefersHtml = (accept: string | undefined): boolean =>
  accept !== undefined && /text\/html/i.test(accept) && qualityOf(accept, html) > qualityOf(accept, json)

const notAcceptable = apiError("NotAcceptable")

const jsonOnly = Layer.succeed(ContentNegotiation, (next) =>
  runUnlessRejected(next, ({ request }) =>
    acceptsJson(request.headers["accept"]) ? undefined : failWith(notAcceptable)
  )
)

const jsonOrTable = Layer.succeed(TableNegotiation, (next) =>
  runUnlessRejected(next, ({ request: { headers } }) =>
    prefersCsv(headers["accept"]) || acceptsJson(headers["accept"]) ? undefined : failWith(notAcceptable)
  )
)

const listsOf = (endpoint: HttpApiEndpoint.Top): ReadonlySet<string> => {
  const query = endpoint.query && SchemaAST.toEncoded(endpoint.query.ast)
  if (query?._tag !== "Objects") return new Set()
  const lists = query.propertySignatures.filter(({ type }) => type._tag === "Arrays")
  return new Set(lists.map(({ name }) => String(name)))
}

const queryOf = (fiber: Fiber.Fiber<unknown, unknown>) =>
  Context.getUnsafe(fiber.context, HttpServerRequest.ParsedSearchParams)

/** An earlier stage has already checked that the body is valid JSON. */
const bodyOf = (request: HttpServerRequest.HttpServerRequest): Effect.Effect<unknown> =>
  Effect.map(Effect.orDie(request.text), (text) => JSON.parse(text))

const broken = (violations: Iterable<Violation>) => failWith({ _tag: "InvalidRequest", violations })

const rejectedQuery = (_: CurrentRequest, fiber: Fiber.Fiber<unknown, unknown>) => {
  const query = queryOf(fiber)
  return Object.keys(query).length === 0 ? undefined : broken(Violations.ofUnexpectedQuery(query))
}

const reject = (error: HttpApiError.HttpApiSchemaError, lists: ReadonlySet<string>) =>
  Effect.withFiber((fiber) => {
    const { issue } = error.cause
    const { request } = currentRequestOf(fiber)
    switch (error.kind) {
      case "Query":
        return broken(Violations.ofQuery(issue, queryOf(fiber), lists))
      case "Payload":
        return Effect.flatMap(bodyOf(request), (body) => broken(Violations.ofBody(issue, body)))
      default:
        // This is a defect: a response violates its own schema, or the issue is in a part of a request that endpoints
        // cannot declare.
        return Effect.die(error)
    }
  })

type InvalidRequest = Effect.Error<ReturnType<typeof reject>>

/** Returns true if the endpoint has no query parameters. Such an endpoint's empty schema would accept any query. */
const takesNoQuery = ({ query }: HttpApiEndpoint.Top): boolean =>
  query === undefined || (SchemaAST.isObjects(query.ast) && query.ast.propertySignatures.length === 0)

const validated = Layer.succeed(RequestValidation, (next, { endpoint }) => {
  const lists = listsOf(endpoint)
  const checked = takesNoQuery(endpoint) ? runUnlessRejected(next, rejectedQuery) : next
  return Effect.catch(checked, (error): Effect.Effect<never, Types.unhandled | InvalidRequest> =>
    HttpApiError.HttpApiSchemaError.is(error) ? reject(error, lists) : Effect.fail(error)
  )
})

const identified = HttpApiMiddleware.layerSchemaErrorTransform(PathIdValidation, (error) =>
  error.kind === "Params" ? failWith(apiError("UnknownId")) : Effect.fail(error)
)

const keyField = "idempotency-key"

const replayed = "idempotent-replayed"

/** How many seconds a client should wait before repeating a request that is still running. */
const pause = "1"

const pathOf = ({ url }: HttpServerRequest.HttpServerRequest): string => url.split("?", 1)[0] ?? url

// In the contract, this 409 has no `Retry-After`, so it is added here.
const inUse = ({ requestId }: CurrentRequest) =>
  ProblemWriter.responseOf(toProblem(apiError("IdempotencyKeyInUse"), requestId), { "retry-after": pause })

const keyedOf = (
  fiber: Fiber.Fiber<unknown, unknown>,
  key: IdempotencyKey.IdempotencyKey,
  markReplayed: Effect.Effect<void>
): IdempotentRequest => {
  const { request } = currentRequestOf(fiber)
  const user = Context.getOrUndefined(fiber.context, CurrentUser)
  const { clientId, userId } = user ?? Context.getUnsafe(fiber.context, CurrentCaller)
  const visitor = Context.getOrUndefined(fiber.context, CurrentVisitor)
  return {
    clientId,
    ...(userId !== undefined && { userId }),
    ...visitor,
    method: request.method,
    path: pathOf(request),
    key,
    markReplayed
  }
}

const nameOf = ({ clientId, connectSessionId, key, method, path, userId }: IdempotentRequest): string =>
  JSON.stringify([clientId, userId, connectSessionId, method, path, key])

/**
 * Reads `Idempotency-Key` (spec 8). The use case recognizes repeated requests. This stage only rejects a key that
 * another request in this process is using at the moment; across processes, the database decides.
 */
const repeatable = Layer.sync(IdempotencyKeySupport, () => {
  const running = new Set<string>()

  return (next) =>
    Effect.withFiber((fiber) => {
      const current = currentRequestOf(fiber)
      const text = current.request.headers[keyField]
      if (text === undefined) return next
      const key = IdempotencyKey.parse(text)
      if (key === undefined) return Effect.andThen(failWith(apiError("InvalidIdempotencyKey")), next)
      let isReplayed = false
      const keyed = keyedOf(
        fiber,
        key,
        Effect.sync(() => void (isReplayed = true))
      )
      const name = nameOf(keyed)
      if (running.has(name)) return Effect.succeed(inUse(current))
      running.add(name)
      return next.pipe(
        Effect.provideService(CurrentIdempotentRequest, keyed),
        Effect.map((response) => (isReplayed ? HttpServerResponse.setHeader(response, replayed, "true") : response)),
        Effect.ensuring(Effect.sync(() => running.delete(name)))
      )
    })
})

const unrepeatable = Layer.succeed(IdempotencyKeyRejection, (next) =>
  runUnlessRejected(next, ({ request }) =>
    request.headers[keyField] === undefined ? undefined : failWith(apiError("IdempotencyKeyNotSupported"))
  )
)

export const layer = Layer.mergeAll(jsonOnly, jsonOrTable, validated, identified, repeatable, unrepeatable)
