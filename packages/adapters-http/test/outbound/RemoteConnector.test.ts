/**
 * Tests a connector over real HTTP: the requests that it receives, and the responses that Sheaf accepts (spec 16; ADR
 * 0014).
 */
import { assert, describe, it } from "@effect/vitest"
import { ConnectorApi } from "@sheaf/adapters-http"
import { testsOf } from "@sheaf/ports/testing"
import type { ConnectorError, Step } from "@sheaf/ports"
import { Clock, Effect, Fiber, Logger, Redacted, References } from "effect"
import { TestClock } from "effect/testing"
import type { OutboundClient } from "../../src/outbound/OutboundClient.ts"
import { OutboundError } from "../../src/outbound/OutboundError.ts"
import * as ScriptedResponses from "../../src/testing/ScriptedResponses.ts"
import { ask, end, afterInterimResponses, http10Response, poll, record, step, withMember } from "./ScriptedAnswers.ts"
import { firstOf, order, reasonOf, makeScriptedConnector, tick } from "./ScriptedConnector.ts"
import * as RemoteConnector from "../../src/outbound/companies/RemoteConnector.ts"

const test = testsOf(it, Effect.void)

const live = testsOf({ effect: it.live }, Effect.void)

describe("A connector over HTTP", () => {
  live("receives the order with its consent, filter, attributes and key, and returns the first step", function* () {
    const { connector, script } = yield* makeScriptedConnector([step(poll)])
    const { type: _, ...shown } = poll
    const consent = {
      scope: { type: "PSD2_AIS", balances: true, transactions: false },
      psuIpAddress: "192.0.2.17",
      psuLocale: "et-ee",
      validUntil: "2026-12-31"
    } as const
    const filter = { insuranceTypes: ["vehicleInsurance"] } as const
    const attributes = { BRANCH: "b-7" }
    const begun = yield* connector.begin({ ...order, consent, filter, attributes }, "collection-1/0")
    assert.deepStrictEqual(begun, { _tag: "Poll", ...shown })
    const { body, headers, path } = firstOf(script)
    assert.strictEqual(path, "/connectors/one/v1/begin")
    assert.deepStrictEqual(JSON.parse(body), {
      company: "ee-tammekindlustus",
      products: ["INSURANCE"],
      loginMethod: "USERNAME_AND_PASSWORD",
      login: { type: "USERNAME_PASSWORD", username: "the-username", password: "the-password" },
      consent,
      filter,
      attributes
    })
    const { accept, authorization, "content-type": contentType, "idempotency-key": key } = headers
    assert.deepStrictEqual(
      [accept, contentType, key, authorization],
      ["application/json", "application/json", "collection-1/0", undefined]
    )
    // Without this header, the connector could compress its response.
    assert.strictEqual(headers["accept-encoding"], "identity")
  })

  live("receives a cancellation", function* () {
    const { connector, script } = yield* makeScriptedConnector([
      (answer) => void answer.writeHead(204).end(),
      ScriptedResponses.completeResponse(200, "whatever")
    ])
    yield* connector.cancel("the-session")
    yield* connector.cancel("the-session")
    assert.deepStrictEqual(
      script.asked.map(({ body, path }) => [path, body]),
      Array.from({ length: 2 }, () => ["/connectors/one/v1/cancel", '{"session":"the-session"}'])
    )
  })
})

const interimOf = (call: Effect.Effect<Step, ConnectorError>) =>
  Effect.map(call, (taken) => (taken._tag === "End" ? assert.fail("the step ended the collection") : taken))

describe("A step", () => {
  live.each<[what: string, answer: ScriptedResponses.ScriptedResponse]>([
    ["with unknown members", withMember("later", '{"of":1}')],
    ["with a member named __proto__", withMember("__proto__", '{"session":1}')],
    ["after interim responses", afterInterimResponses(step(poll))],
    ["over HTTP/1.0", http10Response(JSON.stringify(poll))],
    [
      "of another media type",
      ScriptedResponses.completeResponse(200, JSON.stringify(poll), { "content-type": "text/plain" })
    ],
    [
      "with the coding identity",
      ScriptedResponses.completeResponse(200, JSON.stringify(poll), { "content-encoding": "identity" })
    ],
    ["with surrogate pairs", withMember("later", '"\\ud83d\\ude00"')],
    ["with the longest pause", step({ ...poll, afterMillis: Number.MAX_SAFE_INTEGER })],
    ["with the longest session", step({ ...poll, session: "s".repeat(262_144) })]
  ])("%s is accepted", function* (_, [, answer]) {
    const { connector } = yield* makeScriptedConnector([answer])
    const { session } = yield* connector.resume("the-session", tick, "a-key")
    assert.include(["the-next-session", "s".repeat(262_144)], session)
  })

  live("with a record is accepted up to 4 MiB", function* () {
    const long = (insuranceName: string) =>
      JSON.stringify(
        end({
          collected: {
            insurance: [{ ...record, insurance: { ...record.insurance, insuranceName } }],
            wealth: [],
            missing: []
          }
        })
      )
    const longest = "n".repeat(ConnectorApi.maxResponseBytes - long("").length)
    const { connector } = yield* makeScriptedConnector([
      ScriptedResponses.completeResponse(200, long(longest)),
      ScriptedResponses.completeResponse(200, long(`${longest}n`))
    ])
    assert.strictEqual((yield* connector.resume("the-session", tick, "a")).status, "COMPLETED")
    assert.strictEqual(yield* reasonOf(connector.resume("the-session", tick, "b")), "BROKEN")
  })

  live("can show 131,072 characters of JSON", function* () {
    const information = { REFERENCE_NUMBER: "x".repeat(131_049) }
    assert.lengthOf(JSON.stringify(information), 131_072)
    const { connector } = yield* makeScriptedConnector([step({ ...poll, information })])
    assert.deepInclude(yield* connector.resume("the-session", tick, "a-key"), { information })
  })

  live("can show a code", function* () {
    const animatedQr = { startToken: "a-token", startSecret: "a-secret", startedAt: 1 }
    const deviceLink = {
      linkStart: "https://a.example/?s=",
      linkEnd: "&t=u",
      signedStart: "a|b",
      secret: "c",
      startedAt: 1
    }
    const { connector } = yield* makeScriptedConnector([step({ ...poll, animatedQr, deviceLink })])
    assert.deepInclude(yield* connector.resume("the-session", tick, "a-key"), {
      display: [
        { _tag: "AnimatedCode", ...animatedQr },
        { _tag: "DeviceLink", ...deviceLink }
      ]
    })
  })

  live("can show the company's own code", function* () {
    const information = { QR_TEXT: "company.1" }
    const { connector } = yield* makeScriptedConnector([step({ ...poll, information })])
    const shown = yield* connector.resume("the-session", tick, "a-key")
    assert.deepInclude(shown, { information })
    assert.notProperty(shown, "display")
  })

  live("can show codes one after the other", function* () {
    const texts = [1, 2].map((number) => ({ text: `company.${number}`, forMillis: number * 1_000 }))
    const { connector } = yield* makeScriptedConnector([step({ ...poll, information: { QR_TEXT: texts } })])
    const before = yield* Clock.currentTimeMillis
    const { display: [entry] = [] } = yield* interimOf(connector.resume("the-session", tick, "a-key"))
    if (entry?._tag !== "CodeTexts") return assert.fail("no code")
    const [first = Infinity, second = 0] = entry.texts.map(({ until }) => until)
    assert.deepStrictEqual(
      entry.texts.map(({ text }) => text),
      ["company.1", "company.2"]
    )
    assert.isAtLeast(first, before + 1_000)
    assert.strictEqual(second, first + 2_000)
  })

  live("can ask for inputs in the company's own words, whose types Sheaf lists", function* () {
    const required = [
      { type: "POLICY_NUMBER", format: "DIGITS" },
      { type: "CHOICE", label: "Which one?", options: [{ value: "a", label: "A" }] }
    ] as const
    const answer = { ...ask, asks: "COLLECTION_INPUT", status: "COLLECTION_INPUT_PENDING" }
    const { connector } = yield* makeScriptedConnector([
      step({ ...answer, information: { REQUIRED_INPUTS: required } })
    ])
    assert.deepInclude(yield* connector.resume("the-session", tick, "a-key"), {
      information: { REQUIRED_INPUTS: required, REQUIRED_INPUT_TYPES: ["POLICY_NUMBER", "CHOICE"] },
      question: { kind: "COLLECTION_INPUT", inputs: ["POLICY_NUMBER", "CHOICE"], required }
    })
  })

  live("can send the person to a page, and receives the return with the page's query", function* () {
    const information = { REDIRECT_URL: "http://127.0.0.1:1/login" }
    const page = { ...poll, status: "WAITING_FOR_USER_ACTION", information }
    const { connector, script } = yield* makeScriptedConnector([step(page)])
    const pageReturn = { url: "https://sheaf.example/a/s", registeredUrl: "https://sheaf.example/a", state: "s" }
    assert.deepInclude(yield* connector.begin({ ...order, pageReturn }, "a-key"), { information })
    const query = Redacted.make({ code: "the-code" })
    yield* connector.resume("the-session", { _tag: "Return", query }, "another-key", pageReturn)
    assert.deepInclude(JSON.parse(firstOf(script).body), { pageReturn })
    assert.deepStrictEqual(JSON.parse(script.asked[1]?.body ?? ""), {
      session: "the-session",
      signal: { type: "RETURN", query: { code: "the-code" } },
      pageReturn
    })
  })

  live("can send the person only to listed hosts", function* () {
    const page = (url: string) =>
      step({ ...poll, status: "WAITING_FOR_USER_ACTION", information: { REDIRECT_URL: url } })
    const { connector } = yield* makeScriptedConnector(["https://a.example/x", "https://b.example/x"].map(page), {
      redirectHosts: ["a.example"]
    })
    yield* connector.resume("the-session", tick, "a-key")
    assert.strictEqual(yield* reasonOf(connector.resume("the-session", tick, "another-key")), "BROKEN")
  })

  live("can say that its next call uses up a code", function* () {
    const { connector } = yield* makeScriptedConnector([step({ ...poll, once: true })])
    assert.deepInclude(yield* connector.resume("the-session", tick, "a-key"), { once: true })
  })

  live("can end with a session that begins a new collection without the person", function* () {
    const ends = end({ session: "renewed", renewable: true })
    const { connector, script } = yield* makeScriptedConnector([step(ends), step(poll)])
    assert.deepInclude(yield* connector.resume("the-session", tick, "a-key"), { renewable: true })
    const filter = { insuranceTypes: ["vehicleInsurance"] } as const
    yield* connector.resume("renewed", { _tag: "Renew", products: ["INSURANCE"], filter }, "another-key")
    assert.deepStrictEqual(JSON.parse(script.asked[1]?.body ?? ""), {
      session: "renewed",
      signal: { type: "RENEW", products: ["INSURANCE"], filter }
    })
  })

  live("can say null for what is unknown, at any depth", function* () {
    const { insurance } = record
    const unknown = {
      ...record,
      recordKey: null,
      insurance: { ...insurance, startDate: null, additionalDrivers: [null] },
      documents: null
    }
    const collected = { insurance: [unknown, null], wealth: [], missing: [] }
    const { connector } = yield* makeScriptedConnector([
      step({ ...end({ collected }), authenticated: null, reason: null })
    ])
    assert.deepInclude(yield* connector.resume("the-session", tick, "a-key"), {
      collected: {
        insurance: [{ ...record, insurance: { ...insurance, additionalDrivers: [] } }],
        wealth: [],
        missing: []
      }
    })
  })

  live("loses only the records that do not fit, and tells the operator the rule but no value", function* () {
    const { insurance } = record
    const lines: Array<unknown> = []
    const log = Logger.make(({ fiber, message }) => {
      lines.push(message, fiber.getRef(References.CurrentLogAnnotations))
    })
    const wrong = [{ ...record, insurance: { ...insurance, startDate: "the-value" } }, {}, "the-value"]
    const account = { id: "1", type: "PSD2_CHECKING_ACCOUNT", balance: "the-value" }
    const collected = { insurance: [...wrong, record], wealth: [account], missing: [] }
    const { connector } = yield* makeScriptedConnector([step(end({ collected }))])
    const read = yield* connector.resume("the-session", tick, "a-key").pipe(Effect.provide(Logger.layer([log])))
    const missing = (["INSURANCE", "PSD2_AIS"] as const).map((product) => ({
      product,
      reason: "INVALID_DATA" as const
    }))
    assert.deepInclude(read, { collected: { insurance: [record], wealth: [], missing } })
    const told = JSON.stringify(lines)
    assert.include(told, "/collected/insurance/0/insurance/startDate: ")
    assert.include(told, "/collected/insurance/2")
    assert.include(told, "/collected/wealth/0")
    assert.notInclude(told, "the-value")
  })

  live("with a header named __proto__ does not change the prototype", function* () {
    const request = `{"id":"1","etag":"e","url":"https://a.example","method":"GET","headers":{"__proto__":"x","accept":"*/*"}}`
    const wire = `{"type":"ASK","status":"LOGIN","session":"","asks":"RESPONSE_OBJECT","information":{"INSTRUCTIONS":[${request}]}}`
    const { connector } = yield* makeScriptedConnector([ScriptedResponses.completeResponse(200, wire)])
    const next = yield* connector.resume("the-session", tick, "a-key")
    const headers = next._tag === "Ask" ? next.information?.INSTRUCTIONS?.[0]?.headers : undefined
    assert.strictEqual(headers?.["accept"], "*/*")
    assert.strictEqual(Object.getPrototypeOf(headers), Object.prototype)
  })
})

describe("A cancellation", () => {
  test("is retried after about 250 and 500 milliseconds", function* () {
    const times: Array<number> = []
    const unreachable = new OutboundError({ reason: "UNREACHABLE", origin: "https://connector.example" })
    const client: OutboundClient = {
      send: () =>
        Effect.flatMap(Clock.currentTimeMillis, (now) => {
          times.push(now)
          return unreachable
        }),
      notify: () => unreachable,
      decode: () => unreachable
    }
    const connector = RemoteConnector.make(
      { client, secret: undefined, devices: {}, pages: Effect.die("not used") },
      (_, call) => call
    )
    const asking = yield* Effect.forkChild(Effect.flip(connector.cancel("the-session")))
    yield* TestClock.adjust("10 seconds")
    assert.strictEqual((yield* Fiber.join(asking)).reason, "UNREACHABLE")
    const [first = NaN, second = NaN, third = NaN, ...more] = times
    assert.isEmpty(more)
    assert.isTrue(second - first >= 200 && second - first <= 300)
    assert.isTrue(third - second >= 400 && third - second <= 600)
  })
})

describe("A document", () => {
  live.each<[told: string | undefined, taken: string]>([
    ["application/pdf", "application/pdf"],
    ["Application/PDF; charset=binary", "application/pdf"],
    ["image/png", "image/png"],
    ["text/plain;charset=utf-8", "text/plain"],
    ["text/html", "application/octet-stream"],
    ["", "application/octet-stream"],
    [undefined, "application/octet-stream"]
  ])("with the media type %j is %j", function* (_, [told, taken]) {
    const { connector } = yield* makeScriptedConnector([
      (response) => void response.writeHead(200, told === undefined ? {} : { "content-type": told }).end("bytes")
    ])
    assert.strictEqual((yield* connector.document("the-session", "the-document")).contentType, taken)
  })

  live("can have up to 20 MiB", function* () {
    const longest = new Uint8Array(ConnectorApi.maxDocumentBytes).fill(7)
    const { connector } = yield* makeScriptedConnector([
      ScriptedResponses.completeResponse(200, longest),
      ScriptedResponses.completeResponse(200, Buffer.concat([longest, Uint8Array.of(7)]))
    ])
    const { bytes } = yield* connector.document("the-session", "the-document")
    assert.strictEqual(Buffer.compare(bytes, longest), 0)
    assert.strictEqual(yield* reasonOf(connector.document("the-session", "the-document")), "BROKEN")
  })
})
