/**
 * Byte sequences that may or may not be an HTTP/1.1 request (RFC 9112). Each sequence is sent over its own connection.
 * The server may wait for more bytes, or not respond at all. The conformance suite in app-api covers the bytes that the
 * server must reject.
 */
import { Arbitrary } from "effect"
import { integerBelow, oneOf, pick } from "./Arbitraries.ts"

export interface Garbage {
  readonly aim: string
  readonly bytes: Buffer
}

const common = ["host: localhost", "authorization-token: sheaf-demo", "service-version: 2026-04-01"]
const get = (...headers: ReadonlyArray<string>) => ["GET /health HTTP/1.1", ...common, ...headers, "", ""].join("\r\n")

const unclear: Readonly<Record<string, string>> = {
  "nothing but line ends": "\r\n\r\n\r\n\r\n",
  "a tunnel": "CONNECT sheaf.test:443 HTTP/1.1\r\nhost: localhost\r\n\r\n",
  "a folded header": get("x: a", " b"),
  "line feeds alone": get().replaceAll("\r\n", "\n"),
  "a body that never comes": get("content-length: 10"),
  "a head that never ends": "GET /health HTTP/1.1\r\nhost: a\r\nx: ",
  "a method that never ends": "GE"
}

const byte = integerBelow(256)

const noise = Arbitrary.map(Arbitrary.array(byte, { minLength: 1, maxLength: 300 }), (bytes) => ({
  aim: "noise",
  bytes: Buffer.from(bytes)
}))

const changedByte = Arbitrary.map(Arbitrary.all([integerBelow(get().length), byte]), ([at, value]) => {
  const bytes = Buffer.from(get(), "latin1")
  bytes[at] = value
  return { aim: "a changed byte", bytes }
})

const fixed = Object.entries(unclear).map(([aim, text]) => ({ aim, bytes: Buffer.from(text, "latin1") }))

export const garbage: Arbitrary.Arbitrary<Garbage> = oneOf<Garbage>(pick(fixed), noise, changedByte, changedByte)
