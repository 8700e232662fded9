/** The documentation of a version as one self-contained page, on which requests can be tried (decisions 13). */
import { Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { HttpApiScalar } from "effect/http-api"
import type { HttpApi, HttpApiGroup } from "effect/http-api"

const headers = {
  "content-type": "text/html; charset=utf-8",
  // Nothing is loaded from other origins, so the page works offline and discloses no reader.
  "content-security-policy":
    "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:; base-uri 'none'; object-src 'none'; frame-ancestors 'none'",
  "cache-control": "public, max-age=300"
}

const sheaf =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" fill="none" stroke="#c08a1e" stroke-width="1.6">' +
  '<path d="M3 1q4 7 0 14M8 1v14M13 1q-4 7 0 14M4 8h8"/></svg>'

/** An inline icon, so that browsers do not request `/favicon.ico`. Scalar reads its type after the last full stop. */
const favicon = `data:image/svg+xml,${encodeURIComponent(sheaf)}#.svg+xml`

/** The settings of Scalar. `effect` passes on even those that its type does not list. */
const scalarOf = (demonstrationKey: string | undefined) => ({
  withDefaultFonts: false,
  favicon,
  // Each of these contacts a service on the internet, which the policy above blocks.
  showDeveloperTools: "never",
  hideClientButton: true,
  telemetry: false,
  authentication: {
    preferredSecurityScheme: "ApiKey",
    ...(demonstrationKey !== undefined && { securitySchemes: { ApiKey: { value: demonstrationKey } } })
  }
})

/**
 * Returns the page of a contract. Requests tried on the page carry the demonstration key, if there is one. The page is
 * built on first use, because it takes megabytes and most processes never show it.
 */
export const make = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  contract: HttpApi.HttpApi<Id, Groups>,
  demonstrationKey: string | undefined
) =>
  Effect.cached(
    Effect.map(
      HttpRouter.toHttpEffect(HttpApiScalar.layer(contract, { path: "/*", scalar: scalarOf(demonstrationKey) })),
      (page) => Effect.map(Effect.orDie(page), HttpServerResponse.setHeaders(headers))
    )
  )
