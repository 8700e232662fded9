/** Tests which error each fault in a connector's responses causes, over real HTTP (spec 2.5, 16). */
import { assert, describe, it } from "@effect/vitest"
import type { ConnectorError } from "@sheaf/ports"
import { Effect, Option } from "effect"
import * as ScriptedResponses from "../../src/testing/ScriptedResponses.ts"
import { ask, end, http10Response, poll, step, withMember, zipped } from "./ScriptedAnswers.ts"
import * as ScriptedConnector from "./ScriptedConnector.ts"
import { companiesAt, company, order, reasonOf, makeScriptedConnector, tick } from "./ScriptedConnector.ts"

const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`

const long = (characters: number) => "x".repeat(characters)

const requesting = (url: string, more: object = {}) => ({
  ...ask,
  status: "LOGIN",
  asks: "RESPONSE_OBJECT",
  information: { INSTRUCTIONS: [{ id: "1", etag: "e-1", url, method: "GET", headers: {}, ...more }] }
})

const cookie = { name: "s", value: "1", domain: "a.example", path: "/", secure: true, httpOnly: true }

/** Values that would add lines or cookies to a request if Sheaf passed them on. */
const smuggled: Readonly<Record<string, object>> = {
  "a method of two lines": { method: "GET\r\nX" },
  "a header field of two lines": { headers: { "x-one": "1\r\nX-Two: 2" } },
  "a header field with a name of two lines": { headers: { "x-one\r\nx-two": "1" } },
  "a cookie with a name of two lines": { cookies: [{ ...cookie, name: "s\r\nHost" }] },
  "a cookie of two": { cookies: [{ ...cookie, value: "1; admin=1" }] },
  "a cookie for a domain of two lines": { cookies: [{ ...cookie, domain: "a.example\r\n" }] }
}

type Row = readonly [
  what: string,
  answer: ScriptedResponses.ScriptedResponse,
  reason: ConnectorError["reason"],
  timeoutMillis?: number
]

/** These faults can occur in any call. */
const faults: ReadonlyArray<Row> = [
  ["does not respond", ScriptedResponses.silence, "UNREACHABLE", 50],
  ["never ends its response", ScriptedResponses.stalledBody, "UNREACHABLE", 50],
  ["cuts the connection", ScriptedResponses.closedConnection, "UNREACHABLE"],
  ["sends half of the announced body", ScriptedResponses.truncatedBody, "UNREACHABLE"],
  ...[503, 504].map((status): Row => [
    `answers ${status}`,
    ScriptedResponses.completeResponse(status, "{}"),
    "UNREACHABLE"
  ]),
  ...[500, 501, 502, 505, 507, 599, 408, 425, 429].map((status): Row => [
    `answers ${status}`,
    ScriptedResponses.completeResponse(status, "{}"),
    "COMPANY_ERROR"
  ]),
  ...[400, 401, 403, 404, 405, 409, 410, 413, 415, 418, 422, 451].map((status): Row => [
    `answers ${status}`,
    ScriptedResponses.completeResponse(status, "{}"),
    "BROKEN"
  ]),
  ...[300, 301, 302, 303, 304, 307, 308].map((status): Row => [
    `answers ${status}`,
    ScriptedResponses.completeResponse(status, "", { location: "/elsewhere" }),
    "BROKEN"
  ]),
  ["sends 100 MB", ScriptedResponses.hugeBody(), "BROKEN"],
  ["sends a compressed response", zipped(JSON.stringify(poll)), "BROKEN"]
]

/** These faults can occur only in calls that return a step. */
const misshapen: ReadonlyArray<Row> = [
  ...[201, 202, 204, 206].map((status): Row => [
    `answers ${status}`,
    ScriptedResponses.completeResponse(status, ""),
    "BROKEN"
  ]),
  ["sends a page", ScriptedResponses.completeResponse(200, "<html>"), "BROKEN"],
  ["sends an empty response", ScriptedResponses.completeResponse(200, ""), "BROKEN"],
  ["sends half of the JSON", ScriptedResponses.completeResponse(200, JSON.stringify(poll).slice(0, -1)), "BROKEN"],
  ["sends half of the JSON over HTTP/1.0", http10Response(JSON.stringify(poll).slice(0, 20)), "BROKEN"],
  [
    "sends two values",
    ScriptedResponses.completeResponse(200, `${JSON.stringify(poll)}${JSON.stringify(poll)}`),
    "BROKEN"
  ],
  ["sends invalid UTF-8", ScriptedResponses.completeResponse(200, Uint8Array.of(0x22, 0xff, 0x22)), "BROKEN"],
  ["sends null", step(null), "BROKEN"],
  ["sends an empty object", step({}), "BROKEN"],
  ["sends a step of another type", step({ ...poll, type: "WAIT" }), "BROKEN"],
  ["sends an unknown status", step({ ...poll, status: "WAITING" }), "BROKEN"],
  ["sends no session", step({ type: "POLL", status: "LOGIN", afterMillis: 500 }), "BROKEN"],
  ["sends a session that is too long", step({ ...poll, session: "s".repeat(262_145) }), "BROKEN"],
  ["sends a pause as a string", step({ ...poll, afterMillis: "500" }), "BROKEN"],
  ["sends a negative pause", step({ ...poll, afterMillis: -1 }), "BROKEN"],
  ["sends a fractional pause", step({ ...poll, afterMillis: 0.5 }), "BROKEN"],
  ["sends an unsafe integer as its pause", step({ ...poll, afterMillis: 1e300 }), "BROKEN"],
  [
    "sends an infinite pause",
    ScriptedResponses.completeResponse(200, JSON.stringify(poll).replace("500", "1e999")),
    "BROKEN"
  ],
  ["asks for something that it does not show", step({ ...ask, information: {} }), "BROKEN"],
  ["asks for a choice without methods", step({ ...ask, asks: "TWO_FACTOR_CHOICE" }), "BROKEN"],
  ...[
    "javascript:alert(1)",
    "/login",
    "https://",
    "https:// a.example",
    "https://a.example/\u0001",
    "https://intranet/"
  ].map((url): Row => [`sends a device to ${url}`, step(requesting(url)), "BROKEN"]),
  ...Object.entries(smuggled).map(([what, more]): Row => [
    `gives a device ${what}`,
    step(requesting("https://a.example/", more)),
    "BROKEN"
  ]),
  ...[
    "https://evil.example/",
    "http://evil.example/",
    "javascript:alert(1)",
    "//evil.example",
    "https://a.example\\.evil.example",
    "https://a.example/\u0001",
    `https://127.0.0.1/${long(2048)}`,
    "",
    1,
    ["https://127.0.0.1/"]
  ].flatMap((page) =>
    ["REDIRECT_URL", "ORDER_PAGE_URL"].map((member): Row => [
      `sends the person to ${JSON.stringify(page).slice(0, 40)} as ${member}`,
      step({ ...poll, status: "WAITING_FOR_USER_ACTION", information: { [member]: page } }),
      "BROKEN"
    ])
  ),
  ...[
    "",
    " ",
    long(701),
    "a\nb",
    1,
    [],
    [{ text: "a" }],
    [{ text: "a", forMillis: 99 }],
    [{ text: "", forMillis: 100 }]
  ].map((code): Row => [
    `shows the code ${JSON.stringify(code).slice(0, 40)}`,
    step({ ...poll, information: { QR_TEXT: code } }),
    "BROKEN"
  ]),
  ...[
    [],
    {},
    [{ type: "SHOE_SIZE" }],
    [{ type: "TEXT" }],
    [{ type: "TEXT", label: "" }],
    [{ type: "TEXT", label: long(201) }],
    [{ type: "TEXT", label: "a\u202eb" }],
    [{ type: "TEXT", label: 1 }],
    [{ type: "TEXT", label: "a", format: "EMOJI" }],
    [{ type: "CHOICE", label: "a" }],
    [{ type: "CHOICE", label: "a", options: [] }],
    [{ type: "CHOICE", label: "a", options: [{ value: "", label: "b" }] }],
    [{ type: "CHOICE", label: "a", options: [{ value: "b", label: "b\n" }] }],
    [{ type: "CHOICE", label: "a", options: Array.from({ length: 2 }, () => ({ value: "b", label: "b" })) }],
    [{ type: "CHOICE", label: "a", options: Array.from({ length: 201 }, (_, i) => ({ value: `${i}`, label: "b" })) }],
    [{ type: "EMAIL" }, { type: "EMAIL" }],
    [{ type: "CHOICE", label: "Whose?", options: [{ value: " A", label: "A" }] }],
    [{ type: "PERSONAL_CODE", options: [{ value: "020100-29990", label: "Anna" }] }],
    ...["\u3164", "\u115f\u1160", "\uffa0", "\u2800", "\u034f", "\ufe0f", "\u0301"].map((label) => [
      { type: "TEXT", label }
    ]),
    [{ type: "CHOICE", label: "a", options: [{ value: "b", label: "\u3164" }] }],
    [{ type: "EMAIL", format: "DIGITS" }],
    [{ type: "EMAIL", format: "LETTERS_AND_DIGITS" }],
    [{ type: "DATE_OF_BIRTH", format: "DIGITS" }],
    [{ type: "ACCOUNT_OWNER_NAME", format: "DATE" }],
    [{ type: "MOBILE_PHONE_NUMBER", format: "DATE" }],
    [{ type: "CHOICE", label: "a", format: "DIGITS", options: [{ value: "b", label: "b" }] }],
    [{ type: "POLICY_NUMBER", format: "DIGITS", label: 7 }]
  ].map((inputs): Row => [
    `asks for ${JSON.stringify(inputs).slice(0, 70)}`,
    step({
      ...ask,
      status: "COLLECTION_INPUT_PENDING",
      asks: "COLLECTION_INPUT",
      information: { REQUIRED_INPUTS: inputs }
    }),
    "BROKEN"
  ]),
  ["says that its next call is not made once", step({ ...poll, once: false }), "BROKEN"],
  ["shows too much", step({ ...poll, information: { REFERENCE_NUMBER: long(131_050) } }), "BROKEN"],
  ["sends an interim step as long as an end", step({ ...poll, later: long(1024 * 1024) }), "BROKEN"],
  ["sends records that are no list", step(end({ collected: { insurance: {}, wealth: [], missing: [] } })), "BROKEN"],
  ["sends a member twice", withMember("session", '"other"'), "BROKEN"],
  ["nests two million arrays", ScriptedResponses.completeResponse(200, nested(2_000_000)), "BROKEN"]
]

describe("A faulty connector over HTTP", () => {
  for (const [what, answer, reason, timeoutMillis] of [...faults, ...misshapen]) {
    it.live(`that ${what} is ${reason}, without a retry by the adapter`, () =>
      Effect.gen(function* () {
        const options = timeoutMillis === undefined ? {} : { timeoutMillis }
        const { connector, script } = yield* makeScriptedConnector([answer], options)
        assert.strictEqual(yield* reasonOf(connector.begin(order, "key-1")), reason)
        assert.strictEqual(yield* reasonOf(connector.resume("the-session", tick, "key-2")), reason)
        // Requests are counted only if there is no timeout, because a request that times out might never arrive.
        if (timeoutMillis === undefined) assert.lengthOf(script.asked, 2)
      })
    )
  }

  it.live(
    "gets three cancel calls unless it is BROKEN, and only one document call, because the service retries those",
    () =>
      Effect.forEach(
        faults.filter(([, , , timeoutMillis]) => timeoutMillis === undefined),
        ([what, answer, reason]) =>
          Effect.gen(function* () {
            const document = yield* makeScriptedConnector([answer])
            const cancel = yield* makeScriptedConnector([answer])
            const reasons = yield* Effect.all(
              [
                reasonOf(document.connector.document("the-session", "the-document")),
                reasonOf(cancel.connector.cancel("the-session"))
              ],
              { concurrency: "unbounded" }
            )
            assert.deepStrictEqual(reasons, [reason, reason], what)
            const times = reason === "BROKEN" ? 1 : 3
            assert.deepStrictEqual([document.script.asked.length, cancel.script.asked.length], [1, times], what)
          }),
        { concurrency: "unbounded", discard: true }
      )
  )
})

describe("the server for tests of a remote connector", () => {
  it.effect("sends people's devices only to the connector's hosts", () =>
    Effect.gen(function* () {
      const script = yield* ScriptedConnector.make([step(requesting("https://login.a.example/"))])
      const connectors = yield* companiesAt({
        baseUrl: "https://connector.example",
        deviceHosts: ["login.a.example"],
        test: { baseUrl: script.url, allowPrivateAddresses: true }
      })
      const { connector } = Option.getOrThrow(yield* connectors.findTest(company.company))
      assert.strictEqual((yield* connector.begin(order, "key-1")).status, "LOGIN")
      script.answerWith(step(requesting("https://elsewhere.example/")))
      assert.strictEqual(yield* reasonOf(connector.begin(order, "key-2")), "BROKEN")
    })
  )
})
