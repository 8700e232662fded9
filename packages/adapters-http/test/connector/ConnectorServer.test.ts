/** Tests that connectors served over HTTP conform to the protocol's published OpenAPI document. */
import { assert, describe, it } from "@effect/vitest"
import { ConnectorApi, ConnectorServer } from "@sheaf/adapters-http"
import { TestResponse, PublishedDocument } from "@sheaf/sandbox-site/testing"
import { ConnectorError, Connectors } from "@sheaf/ports"
import type { Connector, Step } from "@sheaf/ports"
import { testsOf } from "@sheaf/ports/testing"
import { Context, Effect, Layer, Logger, Option, Redacted, References } from "effect"
import { HttpEffect } from "effect/http"
import { inspect } from "node:util"
import { connectedCompany } from "../ConnectedCompany.ts"

/** All requests contain this secret. It must not appear in errors or logs. */
const unseen = "nobody-may-see-this"
const sentSession = `s-${unseen}`

const reasons = ["UNREACHABLE", "COMPANY_ERROR", "BROKEN"] as const

const poll: Step = { _tag: "Poll", status: "LOGIN", session: sentSession, afterMillis: 250 }

const answers: Readonly<Record<string, () => Effect.Effect<Step, ConnectorError>>> = {
  "ee-poll": () => Effect.succeed(poll),
  "ee-shows": () =>
    Effect.clockWith((clock) => {
      const texts = [1, 2].map((number) => ({
        text: `company.${number}`,
        until: clock.currentTimeMillisUnsafe() + number * 1_000
      }))
      const information = { REFERENCE_NUMBER: "4711" }
      return Effect.succeed<Step>({ ...poll, once: true, information, display: [{ _tag: "CodeTexts", texts }] })
    }),
  "ee-page": () =>
    Effect.succeed<Step>({ ...poll, information: { REDIRECT_URL: "https://pages.example/login" }, expectsCode: true }),
  "ee-asks": () => {
    const required = [{ type: "TEXT", label: "Your pet's name" }] as const
    const information = { REQUIRED_INPUT_TYPES: ["TEXT"], REQUIRED_INPUTS: required } as const
    const question = { kind: "COLLECTION_INPUT", inputs: ["TEXT"], required } as const
    return Effect.succeed<Step>({
      _tag: "Ask",
      status: "COLLECTION_INPUT_PENDING",
      session: sentSession,
      question,
      information
    })
  },
  "ee-throws": () => {
    throw new Error(unseen)
  },
  "ee-dies": () => Effect.die(unseen),
  "ee-nonsense": () =>
    Effect.sync((): Step =>
      JSON.parse(`{ "_tag": "Poll", "status": "LOGIN", "afterMillis": "${unseen}", "session": 42 }`)
    ),
  "ee-no-step": () => Effect.sync((): Step => JSON.parse("null")),
  "ee-long-session": () => Effect.succeed({ ...poll, session: unseen.repeat(20_000) }),
  ...Object.fromEntries(
    reasons.map((reason) => [
      `ee-${reason.toLowerCase().replace("_", "-")}`,
      () => Effect.fail(new ConnectorError({ reason, cause: new Error(unseen) }))
    ])
  )
}

const file = { contentType: "Application/PDF; charset=binary", bytes: new TextEncoder().encode("%PDF-") }

const connectorOf = (answer: () => Effect.Effect<Step, ConnectorError>): Connector => ({
  begin: answer,
  resume: answer,
  cancel: () => Effect.asVoid(answer()),
  document: (_, documentId) =>
    Effect.as(answer(), documentId === "sheet" ? { ...file, contentType: "application/vnd.ms-excel" } : file)
})

const document = new PublishedDocument.PublishedDocument(JSON.parse(JSON.stringify(ConnectorApi.openApiDocument())))

/** The document does not list this header, although HTTP requires it with 401 (RFC 9110 §15.5.2). */
const ofHttp = "www-authenticate"

const check = (method: string, path: string, { body, headers, status }: PublishedDocument.ObservedResponse): void => {
  const operation = document.find(method, path)
  if (operation === undefined) return
  const listed = new Map(Array.from(headers.keys(), (name) => [name, headers.get(name)] as const))
  listed.delete(ofHttp)
  assert.deepStrictEqual(document.violations(operation, method, { status, headers: listed, body }), [])
}

interface Server {
  readonly calls: () => number
  readonly log: () => string
  readonly send: (path: string, init?: RequestInit & { readonly duplex?: "half" }) => Effect.Effect<TestResponse>
  readonly call: (
    name: string,
    body: unknown,
    headers?: Readonly<Record<string, string>>
  ) => Effect.Effect<TestResponse>
}

const make = Effect.fnUntraced(function* (options?: ConnectorServer.Options) {
  let calls = 0
  const lines: Array<unknown> = []
  const listener = Logger.make(({ fiber, message }) => {
    lines.push(message, fiber.getRef(References.CurrentLogAnnotations))
  })
  const companies = new Map(
    Object.entries(answers).map(([id, answer]) => {
      const connector = connectorOf(() => {
        calls += 1
        return answer()
      })
      return [id, connectedCompany(id, { connector })]
    })
  )
  const connectors = Connectors.of({
    all: Effect.succeed([...companies.values()]),
    find: (id) => Effect.succeed(Option.fromUndefinedOr(companies.get(id))),
    findTest: () => Effect.succeedNone
  })
  const app = yield* Effect.provideService(ConnectorServer.make(options), Connectors, connectors)
  const surroundings = Layer.merge(Logger.layer([listener]), Layer.succeed(References.MinimumLogLevel, "Trace"))
  const context = Context.merge(yield* Effect.context(), yield* Layer.build(surroundings))
  const handler = HttpEffect.toWebHandlerWith<never, Effect.Services<typeof app>>(context)(app)
  const send: Server["send"] = (path, init) =>
    Effect.promise(async () => {
      const response = await handler(new Request(`http://connector.test${path}`, init))
      const body = new Uint8Array(await response.arrayBuffer())
      check(init?.method ?? "GET", path, { status: response.status, headers: response.headers, body })
      return new TestResponse(response.status, response.headers, body)
    })
  const server: Server = {
    calls: () => calls,
    log: () => inspect(lines, { depth: null }),
    send,
    call: (name, body, headers = {}) =>
      send(`/v1/${name}`, {
        method: "POST",
        headers: { "content-type": "application/json", "idempotency-key": "k/0", ...headers },
        body: typeof body === "string" ? body : JSON.stringify(body)
      })
  }
  return server
})

const login = { type: "USERNAME_PASSWORD", username: "maja", password: unseen } as const

const orderAt = (company: string) => ({
  company,
  products: ["INSURANCE"],
  loginMethod: "USERNAME_AND_PASSWORD",
  login
})

const tick = { type: "TICK" }

const callsTo = (company: string): ReadonlyArray<readonly [name: string, body: object]> => [
  ["begin", orderAt(company)],
  ["resume", { session: `${company} ${sentSession}`, signal: tick }],
  ["document", { session: `${company} ${sentSession}`, documentId: unseen }],
  ["cancel", { session: `${company} ${sentSession}` }]
]

describe("A call to a connector's server", () => {
  const test = testsOf(it, make())

  test("for a document returns the file and its media type", function* ({ call }) {
    const session = `ee-poll ${sentSession}`
    const found = yield* call("document", { session, documentId: "policy" })
    assert.strictEqual(found.header("content-type"), "application/pdf")
    assert.strictEqual(found.text, "%PDF-")
    const strange = yield* call("document", { session, documentId: "sheet" })
    assert.strictEqual(strange.header("content-type"), "application/octet-stream")
  })

  test("for a step returns what the step shows, in the protocol's form", function* ({ call }) {
    const shown = yield* call("begin", orderAt("ee-shows"))
    assert.deepInclude(shown.json, {
      once: true,
      information: {
        REFERENCE_NUMBER: "4711",
        QR_TEXT: [1, 2].map((number) => ({ text: `company.${number}`, forMillis: 1_000 }))
      }
    })
    const page = yield* call("begin", orderAt("ee-page"))
    assert.deepInclude(page.json, { information: { REDIRECT_URL: "https://pages.example/login" } })
    assert.notProperty(page.json, "expectsCode")
    const asks = yield* call("begin", orderAt("ee-asks"))
    const inputs = [{ type: "TEXT", label: "Your pet's name" }]
    assert.deepInclude(asks.json, {
      asks: "COLLECTION_INPUT",
      information: { REQUIRED_INPUT_TYPES: ["TEXT"], REQUIRED_INPUTS: inputs }
    })
  })

  test.each([
    ["RETURN", { type: "RETURN", query: { code: "c" } }],
    ["RENEW", { type: "RENEW", products: ["INSURANCE"] }]
  ])("can tell of %s", function* ({ call, calls }, [, signal]) {
    assert.strictEqual((yield* call("resume", { session: `ee-poll ${sentSession}`, signal })).status, 200)
    assert.strictEqual(calls(), 1)
  })

  test.each([
    ["ee-unreachable", 504, "UNREACHABLE"],
    ["ee-company-error", 502, "COMPANY_ERROR"],
    ["ee-broken", 422, "BROKEN"],
    ["ee-throws", 422, "BROKEN"],
    ["ee-dies", 422, "BROKEN"],
    ["ee-nobody", 422, "BROKEN"],
    ["ee-nonsense", 422, "SchemaError"],
    ["ee-no-step", 422, "SchemaError"],
    ["ee-long-session", 422, "SchemaError"]
  ] as const)(
    "to %s fails with %i, without secrets in the response and the log",
    function* ({ call, log }, [company, status, fault]) {
      // Only the first two calls return a step, so an invalid step cannot occur in the others.
      for (const [name, body] of callsTo(company).slice(0, fault === "SchemaError" ? 2 : 4)) {
        const answer = yield* call(name, body)
        assert.strictEqual(answer.status, status, name)
        assert.strictEqual(answer.header("content-type"), "application/problem+json")
        assert.hasAllKeys(answer.json, ["title"])
        assert.notInclude(answer.text, unseen)
      }
      assert.include(log(), "connector failed")
      assert.include(log(), fault)
      assert.notInclude(log(), unseen)
    }
  )

  test.each(["", "ee-nobody s", ` ee-poll ${sentSession}`])(
    "with a session that names no company gets 422: %j",
    function* ({ call, calls }, session) {
      assert.strictEqual((yield* call("resume", { session, signal: tick })).status, 422)
      assert.strictEqual((yield* call("document", { session, documentId: "policy" })).status, 422)
      assert.strictEqual((yield* call("cancel", { session })).status, 422)
      assert.strictEqual(calls(), 0)
    }
  )

  test.each([
    ["no body", ""],
    ["malformed JSON", "{"],
    ["an array", "[]"],
    ["no company", JSON.stringify({ ...orderAt("ee-poll"), company: undefined })],
    ["an invalid company", JSON.stringify(orderAt("ee poll"))],
    ["an unknown login method", JSON.stringify({ ...orderAt("ee-poll"), loginMethod: "TELEPATHY" })],
    ["a lone surrogate", JSON.stringify(orderAt("ee-poll")).replace(unseen, "\\ud800")],
    ["deeply nested arrays", "[".repeat(100_000)]
  ] as const)("with %s as its body, or in it, gets 400", function* ({ call, calls }, [, body]) {
    assert.strictEqual((yield* call("begin", body)).status, 400)
    assert.strictEqual(calls(), 0)
  })

  test("without a key, or of another media type, gets 400", function* ({ call, calls, send }) {
    const headers = { "content-type": "application/json" }
    const body = JSON.stringify(orderAt("ee-poll"))
    assert.strictEqual((yield* send("/v1/begin", { method: "POST", headers, body })).status, 400)
    assert.strictEqual((yield* call("begin", body, { "content-type": "text/plain" })).status, 400)
    assert.strictEqual(calls(), 0)
  })

  test("can contain an uploaded file, up to 16 MiB in total", function* ({ call, calls, send }) {
    const mebibyte = 1024 * 1024
    const upload = (length: number) =>
      JSON.stringify({
        ...orderAt("ee-poll"),
        loginMethod: "PDF_UPLOAD",
        login: { type: "PDF_DOCUMENT", fileName: "policy.pdf", content: `JVBERi0xLjcK${"A".repeat(length)}` }
      })
    assert.strictEqual((yield* call("begin", upload(13 * mebibyte))).status, 200)
    assert.strictEqual(calls(), 1)
    const headers = { "content-type": "application/json", "idempotency-key": "k/0" }
    const announced = { ...headers, "content-length": String(16 * mebibyte + 1) }
    const refused = yield* send("/v1/begin", { method: "POST", headers: announced, body: "{}" })
    assert.strictEqual(refused.status, 413)
    const unannounced = new Blob([upload(16 * mebibyte)]).stream()
    const cut = yield* send("/v1/begin", { method: "POST", headers, body: unannounced, duplex: "half" })
    assert.strictEqual(cut.status, 413)
    assert.strictEqual(calls(), 1)
  })

  test("needs one of the four paths and the method POST", function* ({ call, send }) {
    const elsewhere = ["/", "/v1", "/v2/begin", "/v1/begin/", "/v1/Begin", "/v1/refresh", "/v1/begin%2f"]
    for (const path of elsewhere) assert.strictEqual((yield* send(path)).status, 404, path)
    for (const [name] of callsTo("ee-poll")) {
      const answer = yield* send(`/v1/${name}`)
      assert.strictEqual(answer.status, 405)
      assert.strictEqual(answer.header("allow"), "POST")
    }
    assert.strictEqual((yield* call("refresh", {})).status, 404)
  })
})

describe("A connector's server with a secret", () => {
  const secret = "all-that-a-header-carries:!#~"
  const options = { secret: Redacted.make(secret) }
  const test = testsOf(it, make(options))

  test.each([
    ["no secret", {}],
    ["a shorter secret", { authorization: `Bearer ${secret.slice(0, -1)}` }],
    ["a longer secret", { authorization: `Bearer ${secret}x` }],
    ["the secret by another scheme", { authorization: `Basic ${secret}` }]
  ] as const)("rejects calls with %s", function* ({ call, calls }, [, headers]) {
    for (const [name, body] of callsTo("ee-poll")) {
      const answer = yield* call(name, body, headers)
      assert.strictEqual(answer.status, 401)
      assert.strictEqual(answer.header("www-authenticate"), "Bearer")
    }
    assert.strictEqual((yield* call("begin", "{", headers)).status, 401)
    assert.strictEqual(calls(), 0)
  })

  test.each(["Bearer", "bearer"])("accepts the scheme %s", function* ({ call }, scheme) {
    const answer = yield* call("begin", orderAt("ee-poll"), { authorization: `${scheme} ${secret}` })
    assert.strictEqual(answer.status, 200)
  })

  test("reports its health without the secret", function* ({ send }) {
    const answer = yield* send("/health")
    assert.strictEqual(answer.status, 200)
    assert.deepStrictEqual(answer.json, { status: "healthy" })
  })
})
