/**
 * Compresses large texts that never change, once per content coding and only on first use (RFC 9110 §12.5.3). All
 * responses share the compressed bytes, so unread responses take no additional memory.
 */
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import type { HttpServerRequest } from "effect/http"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"

const brotli = promisify(brotliCompress)

/** Above quality 5, Brotli takes seconds to save a few percent. */
const codings = {
  br: (text: string) => brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: promisify<string, Uint8Array>(gzip),
  identity: (text: string) => Promise.resolve(Buffer.from(text))
}

type Coding = keyof typeof codings

const accepts = ({ headers }: HttpServerRequest.HttpServerRequest, coding: Coding): boolean =>
  new RegExp(`(?:^|,)\\s*${coding}\\s*(?:,|$|;\\s*q=(?:1|0\\.0*[1-9]))`, "i").test(headers["accept-encoding"] ?? "")

/** The returned function responds in the best coding that the request accepts. */
export const make = (
  text: Effect.Effect<string>,
  contentType: string,
  fields: Readonly<Record<string, string>> = {}
) => {
  const headers = { ...fields, vary: "Accept-Encoding" }
  const responseIn = (coding: Coding) => {
    const body = Effect.flatMap(text, (whole) => Effect.promise(() => codings[coding](whole)))
    const options = {
      contentType,
      headers: coding === "identity" ? headers : { ...headers, "content-encoding": coding }
    }
    return Effect.cached(Effect.map(body, (bytes) => HttpServerResponse.uint8Array(bytes, options)))
  }
  return Effect.map(
    Effect.all([responseIn("br"), responseIn("gzip"), responseIn("identity")]),
    ([br, gzip, identity]) =>
      ({ request }: { readonly request: HttpServerRequest.HttpServerRequest }) => {
        if (accepts(request, "br")) return br
        return accepts(request, "gzip") ? gzip : identity
      }
  )
}

export type CompressedResponse = Effect.Success<ReturnType<typeof make>>
