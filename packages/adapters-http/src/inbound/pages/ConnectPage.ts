/** The Connect page's document, the same for all sessions, and the files that it loads (spec 13). */
import type { ConnectLocale } from "@sheaf/domain/ConnectSession"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { hash, randomBytes } from "node:crypto"
import * as BuiltPage from "./BuiltPage.ts"
import type * as CompressedResponse from "./CompressedResponse.ts"
import * as Html from "./Html.ts"

/** The operator's branding of the page: name, colors, logo, links and texts. */
export interface ConnectBrand {
  readonly name: string
  readonly supportUrl?: string
  readonly privacyUrl?: string
  /** A URL that opens the electronic-ID app, in which `{token}` stands for the autostart token. */
  readonly electronicIdApp?: string
  /** Accent colors for light and dark backgrounds, as `#rrggbb`, each with the color for text on it. */
  readonly accent?: {
    readonly light: string
    readonly onLight: string
    readonly dark: string
    readonly onDark: string
  }
  /** The operator's own texts on the first screen, in plain text, for some languages. */
  readonly texts?: {
    readonly [Locale in ConnectLocale]?: { readonly welcome?: string; readonly privacy?: string }
  }
  readonly logo?: { readonly contentType: string; readonly content: Uint8Array }
}

export interface ConnectPageOptions {
  /** Builds the page. Called on the first request. */
  readonly files: BuiltPage.PageOptions["files"]
  readonly brand: ConnectBrand
  /** True if the page must say that nothing on it is real. */
  readonly testEnvironment: boolean
}

const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" fill="none" stroke="#1f4fbf" stroke-width="1.6">' +
  '<path d="M6.5 9.5l3-3M5 7.5L3.6 8.9a2.5 2.5 0 003.5 3.5L8.5 11M11 8.5l1.4-1.4a2.5 2.5 0 00-3.5-3.5L7.5 5"/></svg>'

const named = (base: string, content: string | Uint8Array, ending: string): string =>
  `${base}-${hash("sha256", content).slice(0, 16)}.${ending}`

const iconName = named("icon", icon, "svg")

/**
 * Only scripts and styles with this nonce run. The page can send requests only to this service, and no page can frame
 * it.
 */
const policyWith = (nonce: string): string =>
  `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; connect-src 'self'; img-src 'self' data:; font-src 'self'; ` +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const headersWith = (nonce: string) => ({
  "content-security-policy": policyWith(nonce),
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()"
})

/** The first `</script>` ends a script element's text. */
const jsonIn = (value: unknown): string => JSON.stringify(value).replaceAll("<", String.raw`\u003c`)

const accentStyle = ({ dark, light, onDark, onLight }: NonNullable<ConnectBrand["accent"]>): string =>
  `:root{--accent:light-dark(${light},${dark});--on-accent:light-dark(${onLight},${onDark})}`

const documentOf = (
  files: BuiltPage.PageFiles,
  brand: ConnectBrand,
  settings: unknown,
  nonce: string
): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="format-detection" content="telephone=no, email=no, address=no">
<title>${Html.escapeHtml(brand.name)}</title>
<link rel="icon" href="assets/${iconName}">
<link rel="stylesheet" href="assets/${files.style}" nonce="${nonce}">
${brand.accent === undefined ? "" : `<style nonce="${nonce}">${accentStyle(brand.accent)}</style>`}
<script type="application/json" id="settings" nonce="${nonce}">${jsonIn(settings)}</script>
<script type="module" src="assets/${files.script}" nonce="${nonce}"></script>
</head>
<body>
<div id="app"></div>
<noscript>This page needs JavaScript.</noscript>
</body>
</html>
`

/** Makes the responses with the page and its files. */
export const make = Effect.fnUntraced(function* ({ brand, files, testEnvironment }: ConnectPageOptions) {
  const { accent: _, logo, ...shown } = brand
  const logoName = logo && named("logo", logo.content, logo.contentType.includes("svg") ? "svg" : "png")
  const settings = { ...shown, testEnvironment, ...(logoName !== undefined && { logo: `assets/${logoName}` }) }
  const built = yield* Effect.cached(files)
  const respond = yield* BuiltPage.makeFileResponses(built)
  const pictures = new Map([
    [
      iconName,
      HttpServerResponse.text(icon, { contentType: "image/svg+xml", headers: BuiltPage.immutableCacheHeaders })
    ],
    ...(logo && logoName !== undefined
      ? [
          [
            logoName,
            HttpServerResponse.uint8Array(logo.content, {
              contentType: logo.contentType,
              // An image that is opened as a document must not run scripts.
              headers: { ...BuiltPage.immutableCacheHeaders, "content-security-policy": "default-src 'none'; sandbox" }
            })
          ] as const
        ]
      : [])
  ])
  return {
    document: Effect.map(built, (page) => {
      const nonce = randomBytes(16).toString("base64")
      return HttpServerResponse.text(documentOf(page, brand, settings, nonce), {
        contentType: "text/html; charset=utf-8",
        headers: headersWith(nonce)
      })
    }),
    /** Responds with a file. Fails if the page has no file with this name. */
    file: (name: string, exchange: Parameters<CompressedResponse.CompressedResponse>[0]) => {
      const picture = pictures.get(name)
      return picture === undefined ? respond(name, exchange) : Effect.succeed(picture)
    }
  }
})

export type ConnectPage = Effect.Success<ReturnType<typeof make>>
