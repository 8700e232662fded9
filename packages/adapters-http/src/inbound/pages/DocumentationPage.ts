/** The documentation of a version, to browse and to try requests on: one page that needs nothing else (decisions 13). */
import { Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { HttpApiScalar } from "effect/http-api"
import type { HttpApi, HttpApiGroup } from "effect/http-api"

const headers = {
  "content-type": "text/html; charset=utf-8",
  // Nothing of the page may come from anywhere else: it works without the internet, and tells nobody who reads it.
  "content-security-policy":
    "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:; base-uri 'none'; object-src 'none'; frame-ancestors 'none'",
  "cache-control": "public, max-age=300"
}

const sheaf =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" fill="none" stroke="#c08a1e" stroke-width="1.6">' +
  '<path d="M3 1q4 7 0 14M8 1v14M13 1q-4 7 0 14M4 8h8"/></svg>'

/** In the page, since `/favicon.ico` would be asked for otherwise. Scalar takes what stands behind the last full stop for its type. */
const favicon = `data:image/svg+xml,${encodeURIComponent(sheaf)}#.svg+xml`

/** What Scalar is told beyond what its type in `effect` lists: the rest goes to it as it is. */
const scalarOf = (demonstrationKey: string | undefined) => ({
  withDefaultFonts: false,
  favicon,
  // All of these lead to a service on the internet, which the policy above keeps from being reached.
  showDeveloperTools: "never",
  hideClientButton: true,
  telemetry: false,
  authentication: {
    preferredSecurityScheme: "ApiKey",
    ...(demonstrationKey !== undefined && { securitySchemes: { ApiKey: { value: demonstrationKey } } })
  }
})

/**
 * The page of a contract. Requests that are tried on it carry the demonstration key, where there is one. Made when it is
 * first asked for: it is megabytes, and most processes never show it.
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
