/** Decompresses responses from banks that compress them even when asked not to (RFC 9110 §8.4). */
import { MemoryBudget } from "@sheaf/ports"
import { Effect } from "effect"
import { promisify } from "node:util"
import { brotliDecompress, gunzip, inflate } from "node:zlib"
import type { OutboundResponse } from "../../outbound/OutboundClient.ts"
import { OutboundError } from "../../outbound/OutboundError.ts"

/** The maximum size of a decompressed body, in bytes. A small body can expand a thousandfold. */
const maxOutputLength = 8 * 1024 * 1024

const decoders = { br: promisify(brotliDecompress), deflate: promisify(inflate), gzip: promisify(gunzip) }

const decoderOf = (encoding: string) => {
  const name = encoding.trim().toLowerCase().replace(/^x-/, "")
  return name === "br" || name === "deflate" || name === "gzip" ? decoders[name] : undefined
}

const isTooLarge = (cause: unknown): boolean =>
  cause instanceof Error && "code" in cause && cause.code === "ERR_BUFFER_TOO_LARGE"

export const decompressed = Effect.fnUntraced(function* (
  response: OutboundResponse,
  origin: string
): Effect.fn.Return<OutboundResponse, OutboundError> {
  const decode = decoderOf(response.headers["content-encoding"] ?? "")
  if (decode === undefined || response.body.length === 0) return response
  const bytes = yield* Effect.tryPromise({
    try: () => decode(response.body.bytes, { maxOutputLength }),
    catch: (cause) => new OutboundError({ reason: isTooLarge(cause) ? "TOO_LARGE" : "MALFORMED", origin })
  })
  const { reserve } = yield* MemoryBudget
  if (!(yield* reserve(bytes.length))) return yield* new OutboundError({ reason: "NO_ROOM", origin })
  return { ...response, body: { length: bytes.length, bytes } }
})
