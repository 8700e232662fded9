/**
 * A page with a script: one HTML document, and the built files that it loads. The files' names change with their
 * content, so browsers may cache them for a year. The content security policy allows only these files, and requests to
 * this service.
 */
import { Cause, Effect, Record } from "effect"
import { HttpServerResponse } from "effect/http"
import * as CompressedResponse from "./CompressedResponse.ts"
import * as Html from "./Html.ts"

/** A page's files by name, as built. */
export interface PageFiles {
  /** The name of the page's main script. */
  readonly script: string
  /** The name of the style sheet. */
  readonly style: string
  readonly files: Readonly<Record<string, string>>
}

export interface PageOptions {
  /** Returns the files. Called when they are first needed. */
  readonly files: Effect.Effect<PageFiles>
  readonly title: string
  /** The URL path of the files, ending in a slash. */
  readonly assets: string
  /** Further header fields of the page. */
  readonly headers?: Readonly<Record<string, string>>
  /** Values for the page's script, as `data-` attributes, readable for anybody who can open the page. */
  readonly values: Readonly<Record<string, string>>
}

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'"
].join("; ")

const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" fill="none" stroke="#c08a1e" stroke-width="1.6">' +
  '<path d="M3 1q4 7 0 14M8 1v14M13 1q-4 7 0 14M4 8h8"/></svg>'

const attributesOf = (values: PageOptions["values"]): string =>
  Object.entries(values)
    .map(([name, value]) => ` data-${name}="${Html.escapeHtml(value)}"`)
    .join("")

const document = ({ script, style }: PageFiles, { assets, title, values }: PageOptions): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${Html.escapeHtml(title)}</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon)}">
<link rel="stylesheet" href="${assets}${style}">
</head>
<body>
<div id="app"${attributesOf(values)}></div>
<noscript><p>This page needs JavaScript.</p></noscript>
<script type="module" src="${assets}${script}"></script>
</body>
</html>
`

const mediaTypes: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  json: "application/json",
  svg: "image/svg+xml"
}

/** Headers for files whose names change with their content. */
export const immutableCacheHeaders = { "cache-control": "public, max-age=31536000, immutable" }

/** Makes the responses with a page's files. Compresses nothing before the first request. */
export const makeFileResponses = Effect.fnUntraced(function* (files: PageOptions["files"]) {
  const responders = yield* Effect.cached(
    Effect.flatMap(files, (built) =>
      Effect.all(
        Record.map(built.files, (text, name) =>
          CompressedResponse.make(
            Effect.succeed(text),
            mediaTypes[name.split(".").at(-1) ?? ""] ?? "text/plain",
            immutableCacheHeaders
          )
        )
      )
    )
  )
  /** Responds with a file of the page. Fails if the page has no file with this name. */
  return (name: string, exchange: Parameters<CompressedResponse.CompressedResponse>[0]) =>
    Effect.flatMap(responders, (known) => {
      const respond = Object.hasOwn(known, name) ? known[name] : undefined
      return respond === undefined ? Effect.fail(new Cause.NoSuchElementError()) : respond(exchange)
    })
})

/** Makes a page. Loads and compresses nothing before the first request. */
export const make = Effect.fnUntraced(function* (options: PageOptions) {
  const files = yield* Effect.cached(options.files)
  const shown = yield* Effect.cached(
    Effect.map(files, (built) =>
      HttpServerResponse.uint8Array(Buffer.from(document(built, options)), {
        contentType: "text/html; charset=utf-8",
        headers: { "content-security-policy": policy, ...options.headers }
      })
    )
  )
  return { shown, file: yield* makeFileResponses(files) }
})

export type BuiltPage = Effect.Success<ReturnType<typeof make>>
