/** Unusual and invalid headers: versions, credentials, negotiation, conditions and others. */
import { twice, values } from "./Change.ts"
import type { Change } from "./Change.ts"
import { utf8, withHeaders, withoutHeader } from "./Request.ts"
import type { Header } from "./Request.ts"

const versions: ReadonlyArray<Change> = [
  ...values(
    "service-version",
    ["", " ", "2026-04-01 ", "2026-04-01\t", "2026-4-1", "2026-04-01,2026-04-01", "2025-01-01, 2026-04-01"],
    ["2027-01-01", "latest", "*", "v1", "2026-04-01T00:00:00Z", "0", "null", "__proto__", "constructor"],
    [utf8("２０２６-04-01"), "\u0080\u00ff", "2".repeat(4_000)]
  ),
  twice("service-version", "2026-04-01", "2026-04-01"),
  twice("service-version", "2025-01-01", "2026-04-01"),
  { aim: "no version", apply: (request) => withoutHeader(request, "service-version") }
]

const credentials: ReadonlyArray<Change> = [
  ...values(
    "authorization-token",
    ["", " ", "sheaf-demo ", "sheaf-demo,", "SHEAF-DEMO", "sheaf-demo\tsheaf-demo", "Bearer sheaf-demo", "null"],
    ["sheaf_test_0000_0000_0000", `sheaf_live_${"a".repeat(43)}`, "__proto__", "k".repeat(8_000), "\u0080\u00ff"],
    [utf8("sheaf-d\u00e9mo"), utf8("\u{1f511}"), "' OR 1=1 --", "sheaf_test_" + "_".repeat(100)]
  ),
  twice("authorization-token", "sheaf-demo", "sheaf-demo"),
  twice("authorization-token", "sheaf-demo", "another-key-of-somebody"),
  { aim: "no credentials", apply: (request) => withoutHeader(request, "authorization-token") },
  ...values(
    "authorization",
    ["", "Bearer", "Bearer ", "Bearer x.y.z", "bearer x.y.z", "Bearer a b", "Bearer a, Bearer b", "Bearer =", "x.y.z"],
    ["Basic c2hlYWY6ZGVtbw==", `Bearer ${"a".repeat(6_000)}`, `Bearer ${"a.".repeat(3_000)}`, "Bearer \u0080\u00ff"],
    // An unsigned token, and a token without an issuer.
    ["Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.", "Bearer eyJhbGciOiJFUzI1NiJ9.e30.AAAA"]
  ),
  twice("authorization", "Bearer x.y.z", "Bearer x.y.z"),
  { aim: "no token", apply: (request) => withoutHeader(request, "authorization") }
]

const negotiation: ReadonlyArray<Change> = [
  ...values(
    "accept",
    ["", "*/*", "application/*", "text/html", "application/json;q=0", "application/json;q=abc", "*/*;q=0.0000"],
    ["application/json;q=1e400", ",", ";", ";;;q", "application/problem+json", "a/b,".repeat(1_500), "json"],
    ["application/json; charset=utf-16", "*/*;q=-1", utf8("application/js\u00f6n"), "application/json, text/html;q=2"]
  ),
  twice("accept", "text/html", "application/json"),
  ...values("accept-encoding", ["gzip", "br;q=1.0, *;q=0", "identity;q=0", "*;q=0", ""]),
  ...values("accept-charset", ["utf-16", ""]),
  ...values("accept-language", ["sv-SE", "*", "\u00ff"])
]

const conditions: ReadonlyArray<Change> = [
  ...values(
    "if-none-match",
    ["", "*", '"', '""', 'W/""', 'W/"x', "unquoted", '"a", "b", W/"c"', '"a" "b"', "W/*", '"\u0080"'],
    ['"__proto__"', ",,,", '*, "a"', '"a"\t,\t"b"', `"${"e".repeat(7_000)}"`]
  ),
  twice("if-none-match", '"a"', '"b"'),
  ...values("if-match", ["*", '"a"', ""]),
  ...values("if-modified-since", ["Thu, 01 Jan 1970 00:00:00 GMT", "now", ""]),
  ...values("if-unmodified-since", ["Thu, 01 Jan 1970 00:00:00 GMT"]),
  ...values("range", ["bytes=0-0", "bytes=-1", "bytes=9-1", "bytes=0-,0-,0-", "lines=1-2"]),
  // No valid wait is longer than one second, because a held request delays the requests behind it.
  ...values(
    "prefer",
    ["wait", "wait=", "wait=0", "wait=1", "wait=-5", "wait=abc", "wait=0.5", 'wait="1"', "wait=1, wait=0", "Wait=1"],
    ["respond-async", "return=minimal", "wait=NaN", "wait=0x1", "wait=1;", ";;=,", "wait=\u00b2", "p".repeat(5_000)],
    ['x="a, wait=9", wait=0', 'x="', 'x="\\', 'wait=1; x="a, b"', "wait=\t1", 'x="'.repeat(2_000)]
  ),
  twice("prefer", "wait=0", "wait=1"),
  twice("prefer", 'x="', "wait=1")
]

const others: ReadonlyArray<Change> = [
  ...values(
    "x-request-id",
    [
      "",
      "short",
      "199001012385",
      "a".repeat(32),
      "A".repeat(32),
      "0".repeat(32),
      "with space in it",
      "\u0080\u0081\u0082\u0083\u0084"
    ],
    ["<script>alert(1)</script>", "line%0d%0ax: y", utf8("\u00e5\u00e4\u00f6\u00e5\u00e4\u00f6\u00e5\u00e4")]
  ),
  twice("x-request-id", "a".repeat(32), "b".repeat(32)),
  ...values("idempotency-key", [
    "",
    '"',
    '""',
    '"a\\"b"',
    "a",
    "a".repeat(255),
    "a".repeat(256),
    '"a";v=1',
    "a b",
    utf8("\u{1f600}")
  ]),
  twice("idempotency-key", "one", "two"),
  ...values("x-http-method-override", ["DELETE", "TRACE"]),
  ...values("x-forwarded-for", ["127.0.0.1", "::1, 10.0.0.1", "\u00ff"]),
  ...values("x-forwarded-host", ["evil.example"]),
  ...values("x-forwarded-proto", ["https", "javascript"]),
  ...values("forwarded", ['for="[::1]:80";host=evil.example']),
  ...values("client-cert", [":AAAA:", "", ":" + "A".repeat(5_000) + ":"]),
  ...values("traceparent", ["00-0-0-0", "00-" + "f".repeat(32) + "-" + "f".repeat(16) + "-ff", ""]),
  ...values("b3", ["0", "x-y-z"]),
  ...values("origin", ["null", "https://evil.example"]),
  ...values("cookie", ["a=b; __proto__=c", "=", ";".repeat(3_000)]),
  ...values("host", ["", "evil.example", "a b", "[::1", "sheaf.test:99999", "sheaf.test/", "\u00ff"]),
  twice("host", "one.test", "two.test"),
  { aim: "no host", apply: (request) => withoutHeader(request, "host") },
  ...values("connection", ["upgrade", "keep-alive, close", "host", "\u00ff", ""]),
  ...values("upgrade", ["h2c", "websocket", ""]),
  {
    aim: "an upgrade to a web socket",
    apply: (request) =>
      withHeaders(request, ["connection", "Upgrade"], ["upgrade", "websocket"], ["sec-websocket-version", "13"])
  },
  ...values("expect", ["100-continue", "200-ok", ""]),
  ...values("te", ["trailers", "chunked"]),
  ...values("max-forwards", ["0"]),
  ...["__proto__", "constructor", "toString", "x".repeat(2_000)].map((name): Change => ({
    aim: `a header ${name.slice(0, 20)}`,
    apply: (request) => withHeaders(request, [name, "x"])
  })),
  {
    aim: "a hundred headers",
    apply: (request) => withHeaders(request, ...Array.from({ length: 100 }, (_, index): Header => [`x-${index}`, "y"]))
  },
  {
    aim: "three thousand headers",
    apply: (request) =>
      withHeaders(request, ...Array.from({ length: 3_000 }, (_, index): Header => [`x-${index}`, "y"]))
  }
]

export const headerChanges: ReadonlyArray<Change> = [
  ...versions,
  ...credentials,
  ...negotiation,
  ...conditions,
  ...others
]
