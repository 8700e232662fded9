/** Validates ids, query and body, and reports all broken rules in one problem (decisions, introduction; 12). */
import type { Violation } from "@sheaf/domain/Violation"
import { PathIdValidation, RequestValidation } from "@sheaf/http-contract"
import { Context, Effect, Layer, SchemaAST } from "effect"
import type { Fiber, Types } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiError, HttpApiMiddleware } from "effect/http-api"
import type { HttpApiEndpoint } from "effect/http-api"
import * as Violations from "../problems/Violations.ts"
import { apiError } from "../problems/ApiErrors.ts"
import * as ApiErrors from "../problems/ApiErrors.ts"
import { currentRequestOf, runUnlessRejected } from "../connections/IncomingRequest.ts"
import type { CurrentRequest } from "../connections/IncomingRequest.ts"

/** Returns the query parameters that may be repeated. */
const listsOf = (endpoint: HttpApiEndpoint.Top): ReadonlySet<string> => {
  const query = endpoint.query && SchemaAST.toEncoded(endpoint.query.ast)
  if (query?._tag !== "Objects") return new Set()
  const lists = query.propertySignatures.filter(({ type }) => type._tag === "Arrays")
  return new Set(lists.map(({ name }) => String(name)))
}

const queryOf = (fiber: Fiber.Fiber<unknown, unknown>) =>
  Context.getUnsafe(fiber.context, HttpServerRequest.ParsedSearchParams)

/** Parses the body. An earlier stage has already checked that it is valid JSON. */
const bodyOf = (request: HttpServerRequest.HttpServerRequest): Effect.Effect<unknown> =>
  Effect.map(Effect.orDie(request.text), (text) => JSON.parse(text))

const broken = (violations: Iterable<Violation>) => ApiErrors.failWith({ _tag: "InvalidRequest", violations })

const rejectedQuery = (_: CurrentRequest, fiber: Fiber.Fiber<unknown, unknown>) => {
  const violations = Violations.ofUnexpectedQuery(queryOf(fiber))
  return violations.length === 0 ? undefined : broken(violations)
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

/** Returns true for an endpoint without query parameters, whose empty schema would accept any query. */
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
  error.kind === "Params" ? ApiErrors.failWith(apiError("UnknownId")) : Effect.fail(error)
)

export const layer = Layer.mergeAll(validated, identified)
