/** Invalid or barely valid HTTP/1.1 requests, each sent over its own connection (RFC 9112). */
import type { Random } from "../../workshop/driver/Random.ts"
import type { Patience } from "../service/Wire.ts"

export interface Garbage {
  readonly aim: string
  readonly bytes: Buffer
  /** The number of expected responses. Zero if the server is free to wait or stay silent. */
  readonly due: number
  /** True if it is unclear where the request ends. Its only response must then reject it and close the connection. */
  readonly refused: boolean
}

const head = (line: string, ...headers: ReadonlyArray<string>) =>
  [line, "host: localhost", "authorization-token: sheaf-demo", "service-version: 2026-04-01", ...headers, "", ""].join(
    "\r\n"
  )

const get = (...headers: ReadonlyArray<string>) => head("GET /health HTTP/1.1", ...headers)
const post = (...headers: ReadonlyArray<string>) =>
  head("POST /collections HTTP/1.1", "content-type: application/json", ...headers)

type Row = readonly [aim: string, text: string]

const refused: ReadonlyArray<Row> = [
  ["no HTTP", "hello\r\n\r\n"],
  ["the hello of TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"],
  ["the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
  ["HTTP/9.9", "GET /health HTTP/9.9\r\nhost: a\r\n\r\n"],
  ["a space before the colon", get("x : y")],
  ["a header without a colon", get("x")],
  ["a header without a name", get(": x")],
  ["a zero in a header", get("x: a\0b")],
  ["a lone carriage return in a header", get("x: a\rb")],
  ["a control character in the target", head("GET /hea\x01lth HTTP/1.1")],
  ["a space in the target", head("GET /hea lth HTTP/1.1")],
  ["a length that is not a number", post("content-length: abc")],
  ["a negative length", post("content-length: -1")],
  ["a length beyond all bounds", post("content-length: 99999999999999999999999")],
  ["a signed length", `${post("content-length: +2")}{}`],
  ["two lengths", `${post("content-length: 2", "content-length: 3")}{} `],
  ["a length and chunks", `${post("content-length: 2", "transfer-encoding: chunked")}0\r\n\r\n`],
  ["chunks that are not the last coding", `${post("transfer-encoding: chunked, gzip")}0\r\n\r\n`],
  ["an unknown coding", `${post("transfer-encoding: xchunked")}0\r\n\r\n`],
  ["chunks of a wrong size", `${post("transfer-encoding: chunked")}zz\r\n{}\r\n0\r\n\r\n`],
  ["a chunk without its end", `${post("transfer-encoding: chunked")}2\r\n{}xx0\r\n\r\n`],
  ["a chunk of a huge size", `${post("transfer-encoding: chunked")}fffffffffffffffff\r\n{}`],
  ["a head of 20 KB", get(`x: ${"y".repeat(20_000)}`)]
]

const answered: ReadonlyArray<readonly [...Row, due: number]> = [
  ["HTTP/0.9", "GET /health\r\n\r\n", 1],
  ["HTTP/1.0", "GET /health HTTP/1.0\r\n\r\n", 1],
  ["chunks in HTTP/1.0", "POST /collections HTTP/1.0\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n", 1],
  ["the same length twice", `${post("content-length: 2", "content-length: 2")}{}`, 1],
  ["two requests at once", get() + get(), 2],
  ["a request and then none", `${get()}what is this\r\n\r\n`, 2],
  ["a request after a request without a body", `${get()}GET /ready HTTP/1.1\r\nhost: [::1]\r\n\r\n`, 2],
  [
    "a body that reads like a request",
    `${post("content-length: 36")}GET /ready HTTP/1.1\r\nhost: [::1]\r\n\r\n ${get()}`,
    2
  ],
  [
    "twenty requests at once, one of them wrong",
    `${get().repeat(10)}${post("content-length: 1")}x${get().repeat(9)}`,
    20
  ],
  ["nothing but line ends", "\r\n\r\n\r\n\r\n", 0],
  ["a tunnel", head("CONNECT sheaf.test:443 HTTP/1.1"), 0],
  ["a folded header", get("x: a", " b"), 0],
  ["line feeds alone", get().replaceAll("\r\n", "\n"), 0],
  ["a body that never comes", post("content-length: 10"), 0],
  ["a head that never ends", "GET /health HTTP/1.1\r\nhost: a\r\nx: ", 0],
  ["a method that never ends", "GE", 0]
]

const fixed: ReadonlyArray<Garbage> = [
  ...refused.map(([aim, text]): Garbage => ({ aim, bytes: Buffer.from(text, "latin1"), due: 1, refused: true })),
  ...answered.map(([aim, text, due]): Garbage => ({ aim, bytes: Buffer.from(text, "latin1"), due, refused: false }))
]

/** Returns two garbage requests: random bytes, and a request with one changed byte. */
const chosen = (random: Random): ReadonlyArray<Garbage> => {
  const noise = Buffer.from(Array.from({ length: random.int(1, 300) }, () => random.int(0, 255)))
  const request = Buffer.from(get(), "latin1")
  request[random.int(0, request.length - 1)] = random.int(0, 255)
  return [
    { aim: "noise", bytes: noise, due: 0, refused: false },
    { aim: "a changed byte", bytes: request, due: 0, refused: false }
  ]
}

export const all = (random: Random): ReadonlyArray<Garbage> => [...fixed, ...chosen(random)]

/** More responses than will ever arrive, so that the fuzzer waits until the connection ends. */
const untilClosed = 1_000

/** The time to wait for optional responses, in milliseconds. */
const silence = 250

/** Returns the number of responses to wait for, and the longest wait. */
export const patienceOf = ({ due, refused }: Garbage, millis: number): Patience => ({
  methods: Array.from({ length: refused || due === 0 ? untilClosed : due }, () => "GET"),
  millis: due === 0 ? silence : millis
})
