/** Handlers that list companies, their availability and their products (spec 4.1). */
import { Api, CompaniesGroup } from "@sheaf/http-contract"
import { Companies } from "@sheaf/ports"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import type { HttpServerRequest } from "effect/http"
import { HttpApiBuilder, HttpApiSchema } from "effect/http-api"
import { createHash } from "node:crypto"
import { matchesTag } from "../responses/StatusResponse.ts"

const jsonTagOf = (value: unknown): string =>
  `"${createHash("sha256").update(JSON.stringify(value)).digest("base64url").slice(0, 22)}"`

/** Responds with the body and its entity tag, or with 304 if the client already has it. */
const unlessHeld = <A>(request: HttpServerRequest.HttpServerRequest, body: A) => {
  const headers = { etag: jsonTagOf(body), "cache-control": "private, no-cache" } as const
  return matchesTag(request.headers["if-none-match"], headers.etag)
    ? HttpServerResponse.empty({ status: 304, headers })
    : HttpApiSchema.withHeaders({ body, headers })
}

export const layer = <Version extends string>(version: Version) =>
  HttpApiBuilder.group(Api.makeEmpty(version).add(CompaniesGroup), "companies", (handlers) =>
    Effect.map(Companies, (companies) =>
      handlers.handleAll({
        availability: ({ query, request }) =>
          Effect.map(companies.availability(query), (found) => unlessHeld(request, found)),
        supportedProducts: ({ query, request }) =>
          Effect.map(companies.supportedProducts(query), (found) => unlessHeld(request, found))
      })
    )
  )
