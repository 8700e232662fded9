/** Invalid or barely valid HTTP/1.1 requests, each sent over its own connection (RFC 9112). */
import { Arbitrary } from "effect"
import { below, oneOf, pick } from "./Arbitraries.ts"

export interface Garbage {
  readonly aim: string
  readonly bytes: Buffer
  /** The number of expected responses. Zero if the server is free to wait or stay silent. */
  readonly due: number
  /** True if it is unclear where the request ends. Its only response must then reject it and close the connection. */
  readonly refused: boolean
}

const common = ["host: localhost", "authorization-token: sheaf-demo", "service-version: 2026-04-01"]
const head = (line: string, ...headers: ReadonlyArray<string>) => [line, ...common, ...headers, "", ""].join("\r\n")

const get = (...headers: ReadonlyArray<string>) => head("GET /health HTTP/1.1", ...headers)
const post = (...headers: ReadonlyArray<string>) =>
  head("POST /collections HTTP/1.1", "content-type: application/json", ...headers)

const refused: Readonly<Record<string, string>> = {
  "no HTTP": "hello\r\n\r\n",
  "the hello of TLS": "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
  "the preface of HTTP/2": "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  "HTTP/9.9": "GET /health HTTP/9.9\r\nhost: a\r\n\r\n",
  "a space before the colon": get("x : y"),
  "a header without a colon": get("x"),
  "a header without a name": get(": x"),
  "a zero in a header": get("x: a\0b"),
  "a lone carriage return in a header": get("x: a\rb"),
  "a control character in the target": head("GET /hea\x01lth HTTP/1.1"),
  "a space in the target": head("GET /hea lth HTTP/1.1"),
  "a length that is not a number": post("content-length: abc"),
  "a negative length": post("content-length: -1"),
  "a length beyond all bounds": post("content-length: 99999999999999999999999"),
  "a signed length": `${post("content-length: +2")}{}`,
  "two lengths": `${post("content-length: 2", "content-length: 3")}{} `,
  "a length and chunks": `${post("content-length: 2", "transfer-encoding: chunked")}0\r\n\r\n`,
  "chunks that are not the last coding": `${post("transfer-encoding: chunked, gzip")}0\r\n\r\n`,
  "an unknown coding": `${post("transfer-encoding: xchunked")}0\r\n\r\n`,
  "chunks of a wrong size": `${post("transfer-encoding: chunked")}zz\r\n{}\r\n0\r\n\r\n`,
  "a chunk without its end": `${post("transfer-encoding: chunked")}2\r\n{}xx0\r\n\r\n`,
  "a chunk of a huge size": `${post("transfer-encoding: chunked")}fffffffffffffffff\r\n{}`,
  "a head of 20 KB": get(`x: ${"y".repeat(20_000)}`)
}

const another = "GET /ready HTTP/1.1\r\nhost: [::1]\r\n\r\n"

const answered: ReadonlyArray<readonly [aim: string, text: string, due: number]> = [
  ["HTTP/0.9", "GET /health\r\n\r\n", 1],
  ["HTTP/1.0", "GET /health HTTP/1.0\r\n\r\n", 1],
  ["chunks in HTTP/1.0", "POST /collections HTTP/1.0\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n", 1],
  ["the same length twice", `${post("content-length: 2", "content-length: 2")}{}`, 1],
  ["two requests at once", get() + get(), 2],
  ["a request and then none", `${get()}what is this\r\n\r\n`, 2],
  ["a request after a request without a body", get() + another, 2],
  ["a body that reads like a request", `${post(`content-length: ${another.length}`)}${another} ${get()}`, 2],
  ["one wrong of twenty at once", `${get().repeat(10)}${post("content-length: 1")}x${get().repeat(9)}`, 20],
  ["nothing but line ends", "\r\n\r\n\r\n\r\n", 0],
  ["a tunnel", head("CONNECT sheaf.test:443 HTTP/1.1"), 0],
  ["a folded header", get("x: a", " b"), 0],
  ["line feeds alone", get().replaceAll("\r\n", "\n"), 0],
  ["a body that never comes", post("content-length: 10"), 0],
  ["a head that never ends", "GET /health HTTP/1.1\r\nhost: a\r\nx: ", 0],
  ["a method that never ends", "GE", 0]
]

const fixed: ReadonlyArray<Garbage> = [
  ...Object.entries(refused).map(([aim, text]) => ({ aim, bytes: Buffer.from(text, "latin1"), due: 1, refused: true })),
  ...answered.map(([aim, text, due]) => ({ aim, bytes: Buffer.from(text, "latin1"), due, refused: false }))
]

const byte = below(256)

const noise = Arbitrary.map(Arbitrary.array(byte, { minLength: 1, maxLength: 300 }), (bytes) => ({
  aim: "noise",
  bytes: Buffer.from(bytes)
}))

const changedByte = Arbitrary.map(Arbitrary.all([below(get().length), byte]), ([at, value]) => {
  const bytes = Buffer.from(get(), "latin1")
  bytes[at] = value
  return { aim: "a changed byte", bytes }
})

/** Any garbage: the fixed requests, random bytes, and a request with one changed byte. */
export const garbage: Arbitrary.Arbitrary<Garbage> = oneOf(
  ...Array.from({ length: 9 }, () => pick(fixed)),
  Arbitrary.map(oneOf(noise, changedByte), (each) => ({ ...each, due: 0, refused: false }))
)
