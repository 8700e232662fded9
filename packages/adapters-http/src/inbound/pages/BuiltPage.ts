/**
 * A page with a script: one HTML document and the built files that it loads. File names change with their content, so
 * browsers may cache them for a year. The content security policy allows only these files and requests to this service.
 */
import { Cause, Effect, Record } from "effect"
import { HttpServerResponse } from "effect/http"
import * as CompressedResponse from "./CompressedResponse.ts"
import * as Html from "./Html.ts"

export interface PageFiles {
  readonly script: string
  readonly style: string
  /** A script that the main script imports. It runs as soon as it has loaded, without waiting for the main script. */
  readonly earlyScript?: string | undefined
  /** The file of the main typeface. Absent if the page is shown in a shell, which loads the typeface. */
  readonly typeface?: string | undefined
  /** The contents of the files by name. Binary files are in Base64. */
  readonly files: Readonly<Record<string, string>>
}

export interface PageOptions {
  /** This effect runs when the files are first needed. */
  readonly files: Effect.Effect<PageFiles>
  readonly title: string
  /** The URL path of the files, with a trailing slash. */
  readonly assets: string
  readonly headers?: Readonly<Record<string, string>>
  /** Values for the page's script, in `data-` attributes. Anybody who can open the page can read them. */
  readonly values: Readonly<Record<string, string>>
}

const attributesOf = (values: PageOptions["values"]): string =>
  Object.entries(values)
    .map(([name, value]) => ` data-${name}="${Html.escapeHtml(value)}"`)
    .join("")

/** Requests the typeface together with the style sheet, so most text does not first appear in another typeface. */
export const preloadTypeface = ({ typeface }: Pick<PageFiles, "typeface">, assets: string): string =>
  typeface === undefined
    ? ""
    : `<link rel="preload" href="${assets}${typeface}" as="font" type="font/woff2" crossorigin>\n`

export const linksOf = (files: PageFiles, assets: string): string =>
  `${preloadTypeface(files, assets)}<link rel="stylesheet" href="${assets}${files.style}">
<script type="module" src="${assets}${files.script}"></script>`

export const rootOf = ({ values }: Pick<PageOptions, "values">): string =>
  `<div id="app"${attributesOf(values)}></div>
<noscript><p>This page needs JavaScript.</p></noscript>`

const document = (files: PageFiles, { assets, title, values }: PageOptions): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${Html.escapeHtml(title)}</title>
${Html.icon}
${linksOf(files, assets)}
</head>
<body>
${rootOf({ values })}
</body>
</html>
`

const mediaTypes: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  json: "application/json",
  svg: "image/svg+xml"
}

export const immutableCacheHeaders = { "cache-control": "public, max-age=31536000, immutable" }

/** Media types of binary files, which are already compressed. */
const binaryTypes: Readonly<Record<string, string>> = { webp: "image/webp", woff2: "font/woff2" }

const binaryResponse = (base64: string, contentType: string) =>
  Effect.map(
    Effect.cached(
      Effect.sync(() =>
        HttpServerResponse.uint8Array(Buffer.from(base64, "base64"), {
          contentType,
          headers: immutableCacheHeaders
        })
      )
    ),
    (response) => () => response
  )

const fileResponse = (content: string, name: string) => {
  const ending = name.split(".").at(-1) ?? ""
  const binary = binaryTypes[ending]
  return binary !== undefined
    ? binaryResponse(content, binary)
    : CompressedResponse.make(Effect.succeed(content), mediaTypes[ending] ?? "text/plain", immutableCacheHeaders)
}

/** Compresses nothing before the first request. */
export const makeFileResponses = Effect.fnUntraced(function* (files: Effect.Effect<Pick<PageFiles, "files">>) {
  const responders = yield* Effect.cached(
    Effect.flatMap(files, (built) =>
      Effect.all(Record.map<string, string, ReturnType<typeof fileResponse>>(built.files, fileResponse))
    )
  )
  /** Fails if the page has no file with this name. */
  return (name: string, exchange: Parameters<CompressedResponse.CompressedResponse>[0]) =>
    Effect.flatMap(responders, (known) => {
      const respond = Object.hasOwn(known, name) ? known[name] : undefined
      return respond === undefined ? Effect.fail(new Cause.NoSuchElementError()) : respond(exchange)
    })
})

/** Loads and compresses nothing before the first request. */
export const make = Effect.fnUntraced(function* (options: PageOptions) {
  const files = yield* Effect.cached(options.files)
  const shown = yield* Effect.cached(
    Effect.map(files, (built) =>
      HttpServerResponse.uint8Array(Buffer.from(document(built, options)), {
        contentType: Html.contentType,
        headers: { "content-security-policy": Html.policy, ...options.headers }
      })
    )
  )
  return { shown, files, file: yield* makeFileResponses(files) }
})

export type BuiltPage = Effect.Success<ReturnType<typeof make>>
