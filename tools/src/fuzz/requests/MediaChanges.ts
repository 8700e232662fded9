/** Media types, content codings and framings of bodies, even for operations without a body. */
import { gzipSync } from "node:zlib"
import type { Change } from "./Change.ts"
import { replacing, withoutHeader } from "./Request.ts"
import type { Request } from "./Request.ts"

const withBody = (aim: string, apply: (request: Request, body: Buffer) => Request): Change => ({
  aim,
  apply: (request) => apply(request, request.body ?? Buffer.from('{"a":1}'))
})

const media: ReadonlyArray<Change> = [
  ...[
    [
      "",
      " ",
      "/",
      "*/*",
      "json",
      "text/json",
      "text/plain",
      "application/xml",
      "application/cbor",
      "multipart/form-data"
    ],
    ["application/json; charset=utf-8", "application/json; charset=utf-16", 'application/json;charset="utf-8"'],
    ["APPLICATION/JSON", "application/json;", "application/json;;", "application/json, text/plain", "\u00ff"],
    ["application/problem+json", "application/merge-patch+json", "application/vnd.api+json", "application/json\u00a0"],
    ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/json; a=b; __proto__=e"],
    [`a/${"b".repeat(5_000)}`]
  ]
    .flat()
    .map((value) =>
      withBody(`content-type: ${JSON.stringify(value.slice(0, 40))}`, (request, body) => ({
        ...replacing(request, "content-type", value),
        body
      }))
    ),
  withBody("content-type twice", (request, body) => ({
    ...replacing(request, "content-type", "application/json", "text/plain"),
    body
  })),
  withBody("no content-type", (request, body) => ({ ...withoutHeader(request, "content-type"), body })),
  ...[
    "gzip",
    "identity",
    "br",
    "deflate, gzip",
    "compress",
    "x-unknown",
    "",
    "GZIP",
    "identity, identity",
    "\u00ff"
  ].map((value) =>
    withBody(`content-encoding: ${JSON.stringify(value)}`, (request, body) => ({
      ...replacing(request, "content-encoding", value),
      body
    }))
  ),
  withBody("compressed", (request, body) => ({
    ...replacing(request, "content-encoding", "gzip"),
    body: gzipSync(body)
  })),
  withBody("an unexpected body", (request) => ({ ...request, body: Buffer.from("{}") })),
  withBody("a long unexpected body", (request) => ({ ...request, body: Buffer.alloc(300_000, "x") }))
]

const chunked = (body: Buffer, size: number): Buffer => {
  const pieces = Array.from({ length: Math.ceil(body.length / size) }, (_, index) => {
    const piece = body.subarray(index * size, (index + 1) * size)
    return Buffer.concat([Buffer.from(`${piece.length.toString(16)};ext="x"\r\n`), piece, Buffer.from("\r\n")])
  })
  return Buffer.concat([...pieces, Buffer.from("0\r\nX-Trailer: y\r\n\r\n")])
}

const framing: ReadonlyArray<Change> = [13, 65_536].map((size) =>
  withBody(`chunks of ${size}`, (request, body) => ({
    ...replacing(request, "transfer-encoding", "chunked"),
    framed: chunked(body, size)
  }))
)

export const mediaChanges: ReadonlyArray<Change> = [...media, ...framing]
