/** The stage that checks ids, query and body, and lists every broken rule in one problem (decisions, introduction; 12). */
import { Identified, Validated } from "@sheaf/http-contract"
import { Context, Effect, Layer, SchemaAST } from "effect"
import type { Fiber, Types } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiError, HttpApiMiddleware } from "effect/http-api"
import type { HttpApiEndpoint } from "effect/http-api"
import * as BrokenRules from "../problems/BrokenRules.ts"
import { table } from "../problems/RequestRefusals.ts"
import * as CurrentRequest from "./CurrentRequest.ts"

/** Returns the query parameters that can be repeated. */
const listsOf = (endpoint: HttpApiEndpoint.Top): ReadonlySet<string> => {
  const query = endpoint.query && SchemaAST.toEncoded(endpoint.query.ast)
  if (query?._tag !== "Objects") return new Set()
  const lists = query.propertySignatures.filter(({ type }) => type._tag === "Arrays")
  return new Set(lists.map(({ name }) => String(name)))
}

const queryOf = (fiber: Fiber.Fiber<unknown, unknown>) =>
  Context.getUnsafe(fiber.context, HttpServerRequest.ParsedSearchParams)

/** Parses the body again. An earlier stage has already checked that the body is JSON. */
const bodyOf = (request: HttpServerRequest.HttpServerRequest): Effect.Effect<unknown> =>
  Effect.map(Effect.orDie(request.text), (text) => JSON.parse(text))

const refusalOfQuery = ({ requestId }: CurrentRequest.CurrentRequest, fiber: Fiber.Fiber<unknown, unknown>) => {
  const violations = BrokenRules.ofUnexpectedQuery(queryOf(fiber))
  return violations.length === 0 ? undefined : BrokenRules.toProblem(violations, requestId)
}

const refuse = (error: HttpApiError.HttpApiSchemaError, lists: ReadonlySet<string>) =>
  Effect.withFiber((fiber) => {
    const { issue } = error.cause
    const { request, requestId } = CurrentRequest.of(fiber)
    switch (error.kind) {
      case "Query":
        return Effect.fail(BrokenRules.toProblem(BrokenRules.ofQuery(issue, queryOf(fiber), lists), requestId))
      case "Payload":
        return Effect.flatMap(bodyOf(request), (body) =>
          Effect.fail(BrokenRules.toProblem(BrokenRules.ofBody(issue, body), requestId))
        )
      default:
        // This is a defect: either a response breaks its own schema, or the request part is not one that endpoints
        // declare.
        return Effect.die(error)
    }
  })

type InvalidRequest = Effect.Error<ReturnType<typeof refuse>>

const validated = Layer.succeed(Validated, (next, { endpoint }) => {
  const lists = listsOf(endpoint)
  const checked = endpoint.query === undefined ? CurrentRequest.unless(next, refusalOfQuery) : next
  return Effect.catch(checked, (error): Effect.Effect<never, Types.unhandled | InvalidRequest> =>
    HttpApiError.HttpApiSchemaError.is(error) ? refuse(error, lists) : Effect.fail(error)
  )
})

const identified = HttpApiMiddleware.layerSchemaErrorTransform(Identified, (error) =>
  error.kind === "Params" ? CurrentRequest.refuse(table.unknownId) : Effect.fail(error)
)

export const layer = Layer.mergeAll(validated, identified)
