/**
 * A connector called over real HTTP: the requests to it, and the responses that Sheaf accepts (spec 16; ADR 0014).
 */
import { assert, describe, it } from "@effect/vitest"
import { ConnectorApi } from "@sheaf/adapters-http"
import { testsOf } from "@sheaf/ports/testing"
import { Clock, Effect, Fiber, Schema } from "effect"
import { Headers } from "effect/http"
import { TestClock } from "effect/testing"
import type { OutboundClient } from "../../src/outbound/OutboundClient.ts"
import { OutboundError } from "../../src/outbound/OutboundError.ts"
import * as RemoteConnector from "../../src/outbound/companies/RemoteConnector.ts"
import * as Answers from "../../src/testing/Answers.ts"
import { end, interimThen, old, poll, record, step, withMember } from "./ScriptedAnswers.ts"
import { firstOf, order, reasonOf, scripted, tick } from "./ScriptedConnector.ts"

const test = testsOf(it, Effect.void)

const live = testsOf({ effect: it.live }, Effect.void)

describe("A connector over HTTP", () => {
  live("receives the order with its consent, filter, attributes and key, and returns the first step", function* () {
    const { connector, script } = yield* scripted([step(poll)])
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
    // Without this header, the connector could choose any content coding.
    assert.strictEqual(headers["accept-encoding"], "identity")
  })

  live("receives a cancellation", function* () {
    const { connector, script } = yield* scripted([
      (answer) => void answer.writeHead(204).end(),
      Answers.answer(200, "whatever")
    ])
    yield* connector.cancel("the-session")
    yield* connector.cancel("the-session")
    assert.deepStrictEqual(
      script.asked.map(({ body, path }) => [path, body]),
      Array.from({ length: 2 }, () => ["/connectors/one/v1/cancel", '{"session":"the-session"}'])
    )
  })
})

describe("A step", () => {
  live.each<[what: string, answer: Answers.ScriptedAnswer]>([
    ["with unknown members", withMember("later", '{"of":1}')],
    ["with a member named __proto__", withMember("__proto__", '{"session":1}')],
    ["after interim responses", interimThen(step(poll))],
    ["over HTTP/1.0", old(JSON.stringify(poll))],
    ["of another media type", Answers.answer(200, JSON.stringify(poll), { "content-type": "text/plain" })],
    ["with the coding identity", Answers.answer(200, JSON.stringify(poll), { "content-encoding": "identity" })],
    ["with surrogate pairs", withMember("later", '"\\ud83d\\ude00"')],
    ["with the longest pause", step({ ...poll, afterMillis: Number.MAX_SAFE_INTEGER })],
    ["with the longest session", step({ ...poll, session: "s".repeat(262_144) })]
  ])("%s is accepted", function* (_, [, answer]) {
    const { connector } = yield* scripted([answer])
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
    const longest = "n".repeat(ConnectorApi.longestAnswer - long("").length)
    const { connector } = yield* scripted([
      Answers.answer(200, long(longest)),
      Answers.answer(200, long(`${longest}n`))
    ])
    assert.strictEqual((yield* connector.resume("the-session", tick, "a")).status, "COMPLETED")
    assert.strictEqual(yield* reasonOf(connector.resume("the-session", tick, "b")), "BROKEN")
  })

  live("can show 131,072 characters of JSON", function* () {
    const information = { REFERENCE_NUMBER: "x".repeat(131_049) }
    assert.lengthOf(JSON.stringify(information), 131_072)
    const { connector } = yield* scripted([step({ ...poll, information })])
    assert.deepInclude(yield* connector.resume("the-session", tick, "a-key"), { information })
  })

  live("can show a code", function* () {
    const animatedQr = { startToken: "a-token", startSecret: "a-secret", startedAt: 1 }
    const { connector } = yield* scripted([step({ ...poll, animatedQr })])
    assert.deepInclude(yield* connector.resume("the-session", tick, "a-key"), {
      display: [{ _tag: "AnimatedCode", ...animatedQr }]
    })
  })

  live("never receives a person's return from a page", function* () {
    const { connector, script } = yield* scripted([step(poll)])
    assert.strictEqual(yield* reasonOf(connector.resume("the-session", { _tag: "Return" }, "a-key")), "BROKEN")
    assert.isEmpty(script.asked)
  })

  live("cannot claim that its next call uses up a code", function* () {
    const { connector } = yield* scripted([step({ ...poll, once: true })])
    assert.notProperty(yield* connector.resume("the-session", tick, "a-key"), "once")
  })

  live("with a header named __proto__ does not change the prototype", function* () {
    const request = `{"id":"1","etag":"e","url":"https://a.example","method":"GET","headers":{"__proto__":"x","accept":"*/*"}}`
    const wire = `{"type":"ASK","status":"LOGIN","session":"","asks":"RESPONSE_OBJECT","information":{"INSTRUCTIONS":[${request}]}}`
    const { connector } = yield* scripted([Answers.answer(200, wire)])
    const next = yield* connector.resume("the-session", tick, "a-key")
    const headers = next._tag === "Ask" ? next.information?.INSTRUCTIONS?.[0]?.headers : undefined
    assert.strictEqual(headers?.["accept"], "*/*")
    assert.strictEqual(Object.getPrototypeOf(headers), Object.prototype)
  })
})

describe("The sandbox's own connector", () => {
  const base = "https://sheaf.example"

  live.each<[page: string, isShown: boolean]>([
    [`${base}/order/1?x=2`, true],
    [`${base}:8443/`, false],
    ["http://sheaf.example/", false],
    ["https://evil.example/", false],
    ["https://sheaf.example.evil.example/", false],
    ["https://sheaf.example@evil.example/", false],
    ["https://evil.example\\@sheaf.example/", false],
    ["http://127.0.0.1/", false],
    ["javascript:alert(1)", false]
  ])("shows pages at the service's address only: %s", function* (_, [pageUrl, isShown]) {
    const body = { ...poll, pageUrl }
    const client: OutboundClient = {
      send: () => Effect.succeed({ status: 200, headers: Headers.empty, body: { length: 0, bytes: new Uint8Array() } }),
      notify: () => Effect.die("not used"),
      decode: (schema) => Effect.orDie(Schema.decodeUnknownEffect(schema)(body))
    }
    const pagesAt = Effect.succeed(base)
    const calls = { client, secret: undefined, devices: {}, pagesAt }
    const asked = RemoteConnector.make(calls, (_, call) => call).resume("the-session", tick, "a-key")
    if (!isShown) return assert.strictEqual(yield* reasonOf(asked), "BROKEN")
    assert.deepInclude(yield* asked, { display: [{ _tag: "Page", url: pageUrl }] })
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
    const connector = RemoteConnector.make({ client, secret: undefined, devices: {} }, (_, call) => call)
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
    const { connector } = yield* scripted([
      (response) => void response.writeHead(200, told === undefined ? {} : { "content-type": told }).end("bytes")
    ])
    assert.strictEqual((yield* connector.document("the-session", "the-document")).contentType, taken)
  })

  live("can have up to 20 MiB", function* () {
    const longest = new Uint8Array(ConnectorApi.longestDocument).fill(7)
    const { connector } = yield* scripted([
      Answers.answer(200, longest),
      Answers.answer(200, Buffer.concat([longest, Uint8Array.of(7)]))
    ])
    const { bytes } = yield* connector.document("the-session", "the-document")
    assert.strictEqual(Buffer.compare(bytes, longest), 0)
    assert.strictEqual(yield* reasonOf(connector.document("the-session", "the-document")), "BROKEN")
  })
})
