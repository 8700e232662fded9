/** Changes that make a request unusual or invalid: in its headers, method, target, or the bytes of its body. */
import { gzipSync } from "node:zlib"
import { Arbitrary } from "effect"
import { integerBelow, oneOf, pick } from "./Arbitraries.ts"
import { withHeader, utf8ByteString } from "./Request.ts"
import type { FuzzRequest } from "./Request.ts"
import type { NamedSchemas, PublishedSchema } from "./Values.ts"

export interface Mutation {
  readonly aim: string
  readonly parameters?: Readonly<Record<string, ReadonlyArray<string>>>
  /** By default, the generated value is written as JSON. */
  readonly write?: (value: unknown, schema: PublishedSchema, named: NamedSchemas) => string
  readonly apply?: (request: FuzzRequest) => FuzzRequest
}

const headers: Readonly<Record<string, ReadonlyArray<string>>> = {
  "service-version": [
    ["2026-04-01 ", "2026-04-01\t", "2026-4-1", "2026-04-01,2026-04-01", "2025-01-01, 2026-04-01", "2027-01-01"],
    ["latest", "*", "v1", "2026-04-01T00:00:00Z", "0", utf8ByteString("２０２６-04-01")]
  ].flat(),
  "authorization-token": [
    [
      "sheaf-demo ",
      "sheaf-demo,",
      "SHEAF-DEMO",
      "sheaf-demo\tsheaf-demo",
      "Bearer sheaf-demo",
      utf8ByteString("sheaf-d\u00e9mo")
    ],
    ["sheaf_test_0000_0000_0000", `sheaf_live_${"a".repeat(43)}`, "' OR 1=1 --", `sheaf_test_${"_".repeat(100)}`]
  ].flat(),
  authorization: [
    ["Bearer", "Bearer ", "Bearer x.y.z", "bearer x.y.z", "Bearer a b", "Bearer a, Bearer b", "Bearer =", "x.y.z"],
    ["Basic c2hlYWY6ZGVtbw==", `Bearer ${"a".repeat(6_000)}`, `Bearer ${"a.".repeat(3_000)}`, "Bearer \u0080\u00ff"],
    // An unsigned token, and a token without an issuer.
    ["Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.", "Bearer eyJhbGciOiJFUzI1NiJ9.e30.AAAA"]
  ].flat(),
  accept: [
    ["*/*", "application/*", "text/html", "application/json;q=0", "application/json;q=abc", "*/*;q=0.0000", "*/*;q=-1"],
    ["application/json;q=1e400", ",", ";", ";;;q", "application/problem+json", "a/b,".repeat(1_500), "json"],
    ["application/json; charset=utf-16", utf8ByteString("application/js\u00f6n"), "application/json, text/html;q=2"]
  ].flat(),
  "accept-encoding": ["gzip", "br;q=1.0, *;q=0", "identity;q=0", "*;q=0"],
  "accept-charset": ["utf-16"],
  "accept-language": ["sv-SE", "*"],
  "if-none-match": [
    ["*", '"', '""', 'W/""', 'W/"x', "unquoted", '"a", "b", W/"c"', '"a" "b"', "W/*", '"\u0080"', '"__proto__"'],
    [",,,", '*, "a"', '"a"\t,\t"b"', `"${"e".repeat(7_000)}"`]
  ].flat(),
  "if-match": ["*", '"a"'],
  "if-modified-since": ["Thu, 01 Jan 1970 00:00:00 GMT", "now"],
  "if-unmodified-since": ["Thu, 01 Jan 1970 00:00:00 GMT"],
  range: ["bytes=0-0", "bytes=-1", "bytes=9-1", "bytes=0-,0-,0-", "lines=1-2"],
  // No valid wait is longer than one second, because a held request delays the requests after it.
  prefer: [
    ["wait", "wait=", "wait=0", "wait=1", "wait=-5", "wait=abc", "wait=0.5", 'wait="1"', "wait=1, wait=0", "Wait=1"],
    ["respond-async", "return=minimal", "wait=NaN", "wait=0x1", "wait=1;", ";;=,", "wait=\u00b2", 'x="', 'x="\\'],
    ['x="a, wait=9", wait=0', 'wait=1; x="a, b"', "wait=\t1", 'x="'.repeat(2_000)]
  ].flat(),
  "x-request-id": [
    ["short", "199001012385", "a".repeat(32), "A".repeat(32), "0".repeat(32), "with space in it", "line%0d%0ax: y"]
  ].flat(),
  "idempotency-key": ['"', '""', '"a\\"b"', "a", "a".repeat(255), "a".repeat(256), '"a";v=1', "a b"],
  "x-http-method-override": ["DELETE", "TRACE"],
  "x-forwarded-for": ["127.0.0.1", "::1, 10.0.0.1"],
  "x-forwarded-host": ["evil.example"],
  "x-forwarded-proto": ["https", "javascript"],
  forwarded: ['for="[::1]:80";host=evil.example'],
  "client-cert": [":AAAA:", `:${"A".repeat(5_000)}:`],
  traceparent: ["00-0-0-0", `00-${"f".repeat(32)}-${"f".repeat(16)}-ff`],
  b3: ["0", "x-y-z"],
  origin: ["null", "https://evil.example"],
  cookie: ["a=b; __proto__=c", "=", ";".repeat(3_000)],
  host: ["evil.example", "a b", "[::1", "sheaf.test:99999", "sheaf.test/"],
  connection: ["upgrade", "keep-alive, close", "host"],
  upgrade: ["h2c", "websocket"],
  expect: ["100-continue", "200-ok"],
  te: ["trailers", "chunked"],
  "max-forwards": ["0"],
  "content-type": [
    ["/", "*/*", "json", "text/json", "text/plain", "application/xml", "application/cbor", "multipart/form-data"],
    ["application/json; charset=utf-8", "application/json; charset=utf-16", 'application/json;charset="utf-8"'],
    ["APPLICATION/JSON", "application/json;", "application/json;;", "application/json, text/plain"],
    ["application/problem+json", "application/merge-patch+json", "application/vnd.api+json", "application/json\u00a0"],
    ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/json; a=b; __proto__=e"]
  ].flat(),
  "content-encoding": ["gzip", "identity", "br", "deflate, gzip", "compress", "x-unknown", "GZIP", "identity, identity"]
}

const anyHeader = [
  "",
  " ",
  "null",
  "__proto__",
  "constructor",
  "\u0080\u00ff",
  utf8ByteString("\u{1f600}"),
  "k".repeat(4_000)
]

const unexpected = Buffer.from('{"a":1}')

/**
 * Sends a header with one value, with two values, or not at all. A header that describes the body always gets one
 * value.
 */
const headerChange: Arbitrary.Arbitrary<Mutation> = Arbitrary.flatMap(pick(Object.entries(headers)), ([name, own]) => {
  const value = pick([...own, ...anyHeader])
  const values = oneOf<ReadonlyArray<string>>(
    Arbitrary.Constant([]),
    ...[value, value, value].map((one) => Arbitrary.map(one, (text) => [text])),
    Arbitrary.all([value, value])
  )
  return Arbitrary.map(values, (all) => ({
    aim: `${name}: ${JSON.stringify(all).slice(0, 60)}`,
    apply: (request) => ({
      ...withHeader(request, name, ...all),
      ...(name.startsWith("content-") && { body: request.body ?? unexpected })
    })
  }))
})

const manyHeaders = (count: number): ReadonlyArray<readonly [string, string]> =>
  Array.from({ length: count }, (_, index) => [`x-${index}`, "y"])

const addedHeaders: Arbitrary.Arbitrary<Mutation> = Arbitrary.map(
  pick([
    ...["__proto__", "constructor", "toString", "x".repeat(2_000)].map((name) => [[name, "x"]] as const),
    manyHeaders(100),
    manyHeaders(3_000),
    [["connection", "Upgrade"] as const, ["upgrade", "websocket"] as const, ["sec-websocket-version", "13"] as const]
  ]),
  (added) => ({
    aim: `${added.length} more headers`,
    apply: (request) => ({ ...request, headers: [...request.headers, ...added] })
  })
)

const methods = [
  ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "QUERY", "PURGE", "M-SEARCH"],
  ["get", "Post", "FOO", "__proto__", "G E T", "G\u00c9T", "X".repeat(3_000)]
].flat()

const methodChange: Arbitrary.Arbitrary<Mutation> = Arbitrary.map(pick(methods), (method) => ({
  aim: `method ${method.slice(0, 20)}`,
  apply: (request) => ({ ...request, method })
}))

const encoded = (path: string): string =>
  path.replaceAll(/[^/]/g, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, "0")}`)

const paths: ReadonlyArray<(path: string) => string> = [
  // Appends to the path: a trailing slash, a matrix parameter, escapes (invalid, not UTF-8, or overlong), raw bytes, or
  // thousands of characters.
  ...["/", ";v=1", "%", "%zz", "%ff%fe", "%c0%af", "%ed%a0%80", "%00", "#part", "\\:", '"<>{}|^`'].map(
    (end) => (path: string) => path + end
  ),
  ...[utf8ByteString("/\u00e5\u{1f600}"), "/a".repeat(5_000), "a".repeat(40_000)].map(
    (end) => (path: string) => path + end
  ),
  ...["/x/..", "/%2e%2e", "http://sheaf.test", "http://evil.example:1", "//evil.example"].map(
    (start) => (path: string) => start + path
  ),
  (path) => path.replaceAll("/", "//"),
  (path) => path.replaceAll("/", "\\"),
  (path) => `/${path.slice(1).replaceAll("/", "%2f")}`,
  (path) => path.toUpperCase(),
  (path) => path.slice(1),
  encoded,
  () => "*",
  () => "sheaf.test:443"
]

const pathChange: Arbitrary.Arbitrary<Mutation> = Arbitrary.map(pick(paths), (change) => ({
  aim: "another spelling of the path",
  apply: (request) => {
    const [path = "", ...query] = request.target.split("?")
    return { ...request, target: [change(path), ...query].join("?") }
  }
}))

const queries = [
  ["unknown=1", "a=1&a=2", "__proto__=1&constructor=2&toString=3", "a[]=1&a[b]=2&__proto__[c]=3", "&&=&=x&"],
  ["limit=%zz&%=%", "company=%ff&externalReference=%c3%28", "?a?b=?", "a=1;b=2", "externalReference=%00&cursor=%00"],
  [Array.from({ length: 1_000 }, (_, index) => `p${index}=`).join("&"), `externalReference=${"x".repeat(7_000)}`],
  utf8ByteString("externalReference=\u00e5\u{1f600}")
].flat()

const queryChange: Arbitrary.Arbitrary<Mutation> = Arbitrary.map(pick(queries), (text) => ({
  aim: `query ${text.slice(0, 40)}`,
  apply: (request) => ({ ...request, target: `${request.target}${request.target.includes("?") ? "&" : "?"}${text}` })
}))

const padded = (text: string, length: number): string =>
  " ".repeat(Math.max(0, length - Buffer.byteLength(text))) + text

/** The maximum size of a body that the service accepts, in bytes. */
const max = 262_144

const texts: ReadonlyArray<(text: string) => string> = [
  ...["", " \r\n\t ", "company=se-nordhem&loginMethod=EMAIL", "null", "1e999", '"text"', "NaN", "{}"].map(
    (text) => () => text
  ),
  () => '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
  ...["x", "\n", ",}"].flatMap((end) => [(text: string) => text + end, (text: string) => text.slice(0, -1) + end]),
  (text) => text + text,
  (text) => `${text}\n${text}`,
  (text) => `\ufeff${text}`,
  (text) => `${text.slice(0, 1)}/* */${text.slice(1)}`,
  (text) => text.replaceAll('"', "'"),
  (text) => JSON.stringify(text),
  (text) => `[${text}]`,
  (text) => `{"data":${text}}`,
  (text) => text.replace(/^\{/, '{"__proto__":{},"__proto__":{},'),
  // Writes the first member twice, once with an escape in its name.
  (text) =>
    text.replace(/^\{"(.)([^"\\]*)"/, (first, letter: string, rest: string) => {
      const code = letter.charCodeAt(0).toString(16).padStart(4, "0")
      return `{"\\u${code}${rest}":null,${first.slice(1)}`
    }),
  ...[max - 1, max, max + 1, 3_000_000].map((length) => (text: string) => padded(text, length))
]

/**
 * Bodies as raw bytes, most of which are not valid text. The third body is overlong UTF-8, and the fourth encodes a
 * surrogate in UTF-8.
 */
const bytes: ReadonlyArray<(body: Buffer) => Buffer> = [
  (body) => Buffer.from(`\ufeff${body.toString()}`, "utf16le"),
  () => Buffer.from('{"company":"\u00e5"}', "latin1"),
  () => Buffer.from([0x22, 0xc0, 0xaf, 0x22]),
  () => Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]),
  () => Buffer.alloc(64),
  () => Buffer.alloc(300_000, "x"),
  () => Buffer.from(Array.from({ length: 256 }, (_, index) => index))
]

const cutOff = Arbitrary.map(
  integerBelow(100),
  (percent) => (body: Buffer) => body.subarray(0, (body.length * percent) / 100)
)

const flipped = Arbitrary.map(
  Arbitrary.array(Arbitrary.all([integerBelow(1_000), integerBelow(256)]), { minLength: 1, maxLength: 4 }),
  (flips) => (body: Buffer) => {
    const changed = Buffer.from(body)
    for (const [at, value] of flips) if (body.length > 0) changed[at % body.length] = value
    return changed
  }
)

const chunked = (body: Buffer, size: number): Buffer => {
  const pieces = Array.from({ length: Math.ceil(body.length / size) }, (_, index) => {
    const piece = body.subarray(index * size, (index + 1) * size)
    return Buffer.concat([Buffer.from(`${piece.length.toString(16)};ext="x"\r\n`), piece, Buffer.from("\r\n")])
  })
  return Buffer.concat([...pieces, Buffer.from("0\r\nX-Trailer: y\r\n\r\n")])
}

const otherBody = oneOf<(body: Buffer) => Buffer>(
  Arbitrary.map(pick(texts), (change) => (body) => Buffer.from(change(body.toString()))),
  pick(bytes),
  cutOff,
  flipped
)

const bodyChange = oneOf<Mutation>(
  Arbitrary.map(otherBody, (change) => ({
    aim: "another body",
    apply: (request) => ({ ...request, body: change(request.body ?? unexpected) })
  })),
  Arbitrary.map(pick([13, 65_536]), (size) => ({
    aim: `chunks of ${size}`,
    apply: (request) => ({
      ...withHeader(request, "transfer-encoding", "chunked"),
      framed: chunked(request.body ?? unexpected, size)
    })
  })),
  Arbitrary.Constant({
    aim: "compressed",
    apply: (request: FuzzRequest) => ({
      ...withHeader(request, "content-encoding", "gzip"),
      body: gzipSync(request.body ?? unexpected)
    })
  })
)

export const mutation = oneOf<Mutation>(
  headerChange,
  headerChange,
  headerChange,
  addedHeaders,
  methodChange,
  pathChange,
  queryChange,
  bodyChange
)
