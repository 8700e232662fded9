/** A version's documentation page, where readers can send requests, and its script (spec 9). */
import { Cause, Effect } from "effect"
import * as CompressedResponse from "./CompressedResponse.ts"
import * as Html from "./Html.ts"

// The page loads nothing from other origins, and evaluates no text as code. So it works offline, tells nobody about its
// readers, and cannot leak a key that somebody pastes into it.
const policy =
  "script-src 'self'; connect-src 'self'; img-src 'self' data: blob:; font-src 'self' data:; object-src 'none'"

const sheaf =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" fill="none" stroke="#c08a1e" stroke-width="1.6">' +
  '<path d="M3 1q4 7 0 14M8 1v14M13 1q-4 7 0 14M4 8h8"/></svg>'

/**
 * An inline icon, so that browsers do not request `/favicon.ico`. Scalar takes the icon's type from what follows the
 * last period.
 */
const favicon = `data:image/svg+xml,${encodeURIComponent(sheaf)}#.svg+xml`

/** The settings of Scalar. */
const settings = (version: string, demonstrationKey: string | undefined) => ({
  url: `/openapi/${version}.json`,
  withDefaultFonts: false,
  favicon,
  // Each of these would contact some service on the internet, though the policy above would block it.
  showDeveloperTools: "never",
  hideClientButton: true,
  telemetry: false,
  // A pasted key is forgotten when the page closes.
  persistAuth: false,
  authentication: {
    preferredSecurityScheme: "ApiKey",
    ...(demonstrationKey !== undefined && { securitySchemes: { ApiKey: { value: demonstrationKey } } })
  }
})

/** Fits two parts of Scalar's page to narrow screens: the button after a heading, and the response area. */
const style = ".section-header{padding-right:2rem}.parameter-item-trigger{position:relative}"

/** Loaded on demand: only browsers need the script, which is several megabytes. */
const scalar = Effect.promise(() => import("./Scalar.ts"))

/** Makes the pages of all versions. They send requests with the demonstration key, if there is one. */
export const make = Effect.fnUntraced(function* (demonstrationKey: string | undefined) {
  const headers = { "cache-control": "public, max-age=31536000, immutable" }
  const respond = yield* CompressedResponse.make(
    Effect.map(scalar, ({ script }) => script),
    "text/javascript; charset=utf-8",
    headers
  )
  return {
    of: (version: string) =>
      Effect.map(scalar, ({ scriptName }) => {
        const configuration = Html.escapeHtml(JSON.stringify(settings(version, demonstrationKey)))
        const body =
          `<script id="api-reference" data-configuration="${configuration}"></script>\n` +
          `<script src="/docs/scripts/${scriptName}"></script>`
        return Html.response({ language: "en", title: "Sheaf", style, body }, 200, Html.publicCacheHeaders, policy)
      }),
    /** Responds with the script. Fails if this is not the current script's name. */
    script: (name: string, exchange: Parameters<typeof respond>[0]) =>
      Effect.flatMap(scalar, ({ scriptName }) =>
        name === scriptName ? respond(exchange) : Effect.fail(new Cause.NoSuchElementError())
      )
  }
})

export type DocumentationPages = Effect.Success<ReturnType<typeof make>>
