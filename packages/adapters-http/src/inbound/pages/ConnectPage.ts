/** The Connect page's document, which is the same for all sessions, and the files that it loads (spec 13). */
import type { ConnectLocale } from "@sheaf/domain/ConnectSession"
import type { CompanyLogo } from "@sheaf/ports"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { hash, randomBytes } from "node:crypto"
import * as BuiltPage from "./BuiltPage.ts"
import * as CompressedResponse from "./CompressedResponse.ts"
import * as Html from "./Html.ts"
import { matchesTag } from "../responses/StatusResponse.ts"

export interface ConnectBrand {
  readonly name: string
  readonly supportUrl?: string
  readonly privacyUrl?: string
  /** The URL that opens the electronic-ID app, with `{token}` in place of the autostart token. */
  readonly electronicIdApp?: string
  /** Accent colors for light and dark backgrounds, as `#rrggbb`, each with the color for text on it. */
  readonly accent?: {
    readonly light: string
    readonly onLight: string
    readonly dark: string
    readonly onDark: string
  }
  readonly texts?: {
    readonly [Locale in ConnectLocale]?: { readonly welcome?: string; readonly privacy?: string }
  }
  readonly logo?: CompanyLogo
}

export interface ConnectPageOptions {
  /** Called on the first request. */
  readonly files: BuiltPage.PageOptions["files"]
  /** Returns the script for embedding this page in clients' pages. Called on the first request. */
  readonly embedScript: Effect.Effect<string>
  readonly brand: ConnectBrand
  /** True if the page must say that nothing on it is real. */
  readonly testEnvironment: boolean
}

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" fill="none" stroke="#1f4fbf" stroke-width="1.6">' +
  '<path d="M6.5 9.5l3-3M5 7.5L3.6 8.9a2.5 2.5 0 003.5 3.5L8.5 11M11 8.5l1.4-1.4a2.5 2.5 0 00-3.5-3.5L7.5 5"/></svg>'

const icon = `data:image/svg+xml,${encodeURIComponent(drawing)}`

/** The ways in which a client's page can show the session, as stated in the `mode` parameter of the query. */
const embedModes = ["sheet", "popup", "window"] as const

interface Embedding {
  readonly mode: (typeof embedModes)[number]
  readonly origin: string
}

/** Returns `undefined` unless the origin in the query is registered for the session's client. */
const embeddingOf = (query: URLSearchParams, origins: ReadonlyArray<string>): Embedding | undefined => {
  const mode = embedModes.find((each) => each === query.get("mode"))
  const origin = query.get("origin") ?? ""
  return mode !== undefined && origins.includes(origin) ? { mode, origin } : undefined
}

/**
 * Only scripts and styles with this nonce run. The page can send requests only to this service, and only pages of the
 * registered origins can frame it.
 */
const policyWith = (nonce: string, origins: ReadonlyArray<string>): string =>
  `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; connect-src 'self'; img-src 'self' data:; font-src 'self'; ` +
  "base-uri 'none'; form-action 'none'; " +
  `frame-ancestors ${origins.join(" ") || "'none'"}`

const headersWith = (nonce: string, origins: ReadonlyArray<string>, embedding: Embedding | undefined) => ({
  "content-security-policy": policyWith(nonce, origins),
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
  // Lets the window exchange messages with the page that opened it.
  ...(embedding !== undefined && embedding.mode !== "sheet" && { "cross-origin-opener-policy": "unsafe-none" })
})

/** A `</script>` in the JSON would end the script element. */
const jsonIn = (value: unknown): string => JSON.stringify(value).replaceAll("<", String.raw`\u003c`)

const accentStyle = ({ dark, light, onDark, onLight }: NonNullable<ConnectBrand["accent"]>): string =>
  `:root{--accent:light-dark(${light},${dark});--on-accent:light-dark(${onLight},${onDark})}`

const scriptsOf = ({ earlyScript, script }: BuiltPage.PageFiles): ReadonlyArray<string> =>
  earlyScript === undefined ? [script] : [earlyScript, script]

/** `assets` is the path of the files, relative to the document. */
const documentOf = (
  files: BuiltPage.PageFiles,
  brand: ConnectBrand,
  settings: unknown,
  nonce: string,
  assets: string
): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="format-detection" content="telephone=no, email=no, address=no">
<title>${Html.escapeHtml(brand.name)}</title>
<link rel="icon" href="${icon}">
${BuiltPage.preloadTypeface(files, assets)}<link rel="stylesheet" href="${assets}${files.style}" nonce="${nonce}">
${brand.accent === undefined ? "" : `<style nonce="${nonce}">${accentStyle(brand.accent)}</style>`}
<script type="application/json" id="settings" nonce="${nonce}">${jsonIn(settings)}</script>
${scriptsOf(files)
  .map((name) => `<script type="module" src="${assets}${name}" nonce="${nonce}"></script>`)
  .join("\n")}
</head>
<body>
<div id="app"></div>
<noscript>This page needs JavaScript.</noscript>
</body>
</html>
`

/** True for the path of a link that has lost the session's id. */
export const isCutOff = (path: string): boolean => /^\/connect\/?$/.test(path)

type Exchange = Parameters<CompressedResponse.CompressedResponse>[0]

/**
 * Makes the response whose body is the script that clients embed in their pages. The script's URL never changes, so
 * browsers must always revalidate their copy.
 */
const makeScriptResponse = Effect.fnUntraced(function* (script: Effect.Effect<string>) {
  const fieldsOf = (text: string) => ({
    // Weak, because all content codings share the tag.
    etag: `W/"${hash("sha256", text).slice(0, 22)}"`,
    "cache-control": "public, no-cache",
    "cross-origin-resource-policy": "cross-origin"
  })
  const made = yield* Effect.cached(
    Effect.flatMap(script, (text) => {
      const fields = fieldsOf(text)
      const response = CompressedResponse.make(Effect.succeed(text), "text/javascript; charset=utf-8", fields)
      return Effect.map(response, (whole) => ({ fields, whole }))
    })
  )
  return (exchange: Exchange) =>
    Effect.flatMap(made, ({ fields, whole }) =>
      matchesTag(exchange.request.headers["if-none-match"], fields.etag)
        ? Effect.succeed(HttpServerResponse.empty({ status: 304, headers: fields }))
        : whole(exchange)
    )
})

export const make = Effect.fnUntraced(function* ({ brand, embedScript, files, testEnvironment }: ConnectPageOptions) {
  const { accent: _, logo, ...shown } = brand
  const logoName = logo && `logo-${logo.name}`
  const built = yield* Effect.cached(files)
  const respond = yield* BuiltPage.makeFileResponses(built)
  const script = yield* makeScriptResponse(yield* Effect.cached(embedScript))
  const logoResponse =
    logo &&
    HttpServerResponse.uint8Array(logo.content, {
      contentType: logo.contentType,
      // An image that is opened as a document must not run scripts.
      headers: { ...BuiltPage.immutableCacheHeaders, "content-security-policy": "sandbox; default-src 'none'" }
    })
  const documentWith = (assets: string, origins: ReadonlyArray<string>, embedding?: Embedding) =>
    Effect.map(built, (page) => {
      const nonce = randomBytes(16).toString("base64")
      const logoPath = logoName !== undefined && { logo: `${assets}${logoName}` }
      const settings = { ...shown, testEnvironment, ...logoPath, embedding }
      return HttpServerResponse.text(documentOf(page, brand, settings, nonce, assets), {
        contentType: "text/html; charset=utf-8",
        headers: headersWith(nonce, origins, embedding)
      })
    })
  return {
    document: (query: URLSearchParams, origins: ReadonlyArray<string>) =>
      documentWith("assets/", origins, embeddingOf(query, origins)),
    /** The page for a path that {@link isCutOff}. It finds no session, and says what the person can do. */
    cutOffDocument: (path: string) => documentWith(path.endsWith("/") ? "assets/" : "connect/assets/", []),
    script,
    /** Fails if the page has no file with this name. */
    file: (name: string, exchange: Exchange) =>
      logoResponse !== undefined && name === logoName ? Effect.succeed(logoResponse) : respond(name, exchange)
  }
})

export type ConnectPage = Effect.Success<ReturnType<typeof make>>
