/** Tests the fuzzer's checks on made-up responses, because a check that never fails proves nothing. */
import { brotliCompressSync, gzipSync } from "node:zlib"
import { assert, describe, it } from "vitest"
import { Arbitrary, Effect } from "effect"
import * as ReplyChecks from "../../src/fuzz/ReplyChecks.ts"
import { PublishedApi } from "../../src/fuzz/PublishedApi.ts"
import type { ExpandedDocument } from "../../src/fuzz/PublishedApi.ts"
import { bytesOf } from "../../src/fuzz/Request.ts"
import type { FuzzRequest } from "../../src/fuzz/Request.ts"
import * as Requests from "../../src/fuzz/Requests.ts"
import * as Values from "../../src/fuzz/Values.ts"
import type { PublishedSchema } from "../../src/fuzz/Values.ts"
import { readResponse } from "../../src/fuzz/Wire.ts"
import type { WireResponse, ReceivedResponses } from "../../src/fuzz/Wire.ts"

const order: PublishedSchema = {
  type: "object",
  properties: {
    company: { type: "string", pattern: "^[a-z]{2}-[a-z0-9]+(?:-[a-z0-9]+)*$", maxLength: 64 },
    count: { type: "integer", minimum: 1, maximum: 5 },
    tags: { type: "array", items: { type: "string", minLength: 2, maxLength: 4 }, minItems: 1, maxItems: 3 },
    login: { oneOf: [{ $ref: "#/components/schemas/Email" }, { $ref: "#/components/schemas/Password" }] }
  },
  required: ["company", "login"],
  additionalProperties: false
}

const tagged = (type: string, name: string): PublishedSchema => ({
  type: "object",
  properties: { type: { type: "string", enum: [type] }, [name]: { type: "string", minLength: 1 } },
  required: ["type", name],
  additionalProperties: false
})

const requestId = { required: true, schema: { type: "string" } } as const
const version = { required: true, schema: { type: "string" } } as const

const document: ExpandedDocument = {
  paths: {
    "/orders/{orderId}": {
      post: {
        operationId: "order",
        parameters: [{ name: "orderId", in: "path", required: true, schema: { type: "string" } }],
        requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/Order" } } } },
        security: [{}],
        responses: {
          "200": {
            description: "Done.",
            headers: { "x-request-id": requestId, "service-version": version },
            content: {
              "application/json": {
                schema: { type: "object", properties: { id: { type: "integer" } }, required: ["id"] }
              }
            }
          },
          "400": {
            description: "- `INVALID_FIELD`: A field has a wrong value.",
            headers: { "x-request-id": requestId, "service-version": version },
            content: { "application/problem+json": { schema: { type: "object" } } }
          }
        }
      }
    }
  },
  components: {
    schemas: { Order: order, Email: tagged("EMAIL", "email"), Password: tagged("PASSWORD", "password") }
  }
}

const published = new PublishedApi("2026-04-01", document)
const documents: ReplyChecks.PublishedApis = {
  "2025-01-01": new PublishedApi("2025-01-01", document),
  "2026-04-01": published
}

const fits = { company: "se-nordhem", login: { type: "EMAIL", email: "somebody@sheaf.test" } }

const requestOf = (body: unknown): FuzzRequest => ({
  method: "POST",
  target: "/orders/7",
  headers: [
    ["host", "sheaf.test"],
    ["service-version", "2026-04-01"]
  ],
  body: Buffer.from(JSON.stringify(body)),
  secrets: ["somebody@sheaf.test"],
  aim: "fits"
})

const said = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): WireResponse => ({
  status,
  headers: new Map(
    Object.entries({
      "content-type": status < 400 ? "application/json" : "application/problem+json",
      "x-request-id": "the-request",
      "service-version": "2026-04-01",
      ...headers
    })
  ),
  body: Buffer.from(JSON.stringify(body))
})

const problem = (more: object = {}) => ({
  type: "/problems/invalid-field",
  status: 400,
  code: "INVALID_FIELD",
  requestId: "the-request",
  ...more
})

const reply = (...answers: ReadonlyArray<WireResponse>): ReceivedResponses => ({
  responses: answers,
  closed: false,
  rest: Buffer.alloc(0)
})

const found = (request: FuzzRequest, answer: WireResponse) =>
  ReplyChecks.violationsOf(request, reply(answer), documents)

describe("the judge", () => {
  it("accepts documented responses", () => {
    assert.deepStrictEqual(found(requestOf(fits), said(200, { id: 1 })), [])
    assert.deepStrictEqual(found(requestOf({}), said(400, problem())), [])
    const odd = { ...requestOf({}), secrets: ["__proto__"] }
    assert.deepStrictEqual(found(odd, said(400, problem({ detail: "Unknown member __proto__." }))), [])
  })

  const rows: ReadonlyArray<readonly [title: string, request: FuzzRequest, answer: WireResponse, says: string]> = [
    [
      "an undocumented response",
      requestOf(fits),
      said(418, problem({ status: 418 })),
      "418 INVALID_FIELD is not documented"
    ],
    ["a failure of the service", requestOf(fits), said(500, {}), "the service failed with 500"],
    [
      "a secret in a failure",
      requestOf({}),
      said(400, problem({ detail: "No mail goes to somebody@sheaf.test." })),
      "the failure repeats a value of the request"
    ]
  ]

  for (const [title, request, answer, says] of rows) {
    it(`reports ${title}`, () => {
      assert.include(found(request, answer), says)
    })
  }

  it("reports silence, and several responses", () => {
    const silent = { ...reply(), closed: true }
    assert.deepStrictEqual(ReplyChecks.violationsOf(requestOf(fits), silent, documents), [
      "the connection closed without a response"
    ])
    const answer = said(200, { id: 1 })
    assert.deepStrictEqual(ReplyChecks.violationsOf(requestOf(fits), reply(answer, answer), documents), [
      "there is more than one response"
    ])
  })

  it("reports a failure of the service and a response without a problem, for garbage", () => {
    assert.deepStrictEqual(ReplyChecks.garbageViolationsOf(reply(said(500, {}))), ["the service failed with 500"])
    assert.isNotEmpty(ReplyChecks.garbageViolationsOf(reply(said(400, {}))))
    assert.deepStrictEqual(ReplyChecks.garbageViolationsOf(reply(said(400, problem()))), [])
  })
})

const operation = published.operations[0]
if (operation === undefined) throw new Error("the document has an operation")
const target: Requests.OperationTarget = { operation, published }
const plans = Requests.requestPlans(target)

const nowhere = { token: "", known: () => [], examples: () => [] }
const build = (plan: Requests.RequestPlan) => Requests.buildRequest(plan, target, nowhere)

const sample = (seed: number) => Effect.runSync(Arbitrary.sampleEffect(plans, { count: 50, size: 10, seed }))
const refusalOf = (text = "") => published.checked.refusal(operation, text)

describe("generated requests", () => {
  it("match the document, unless they have a change", () => {
    for (const plan of [1, 2, 3, 4].flatMap(sample)) {
      if (plan.change.aim === Requests.validTarget) assert.isUndefined(refusalOf(build(plan).body?.toString()))
    }
  })

  it("are equal for equal seeds", () => {
    const [one, same, other] = [1, 1, 2].map((seed) => Buffer.concat(sample(seed).map(build).map(bytesOf)).toString())
    assert.strictEqual(one, same)
    assert.notStrictEqual(one, other)
  })

  it("have changes of the target, the parameters, the headers and the body", () => {
    const requests = [1, 2, 3, 4].flatMap(sample).map(build)
    assert.isTrue(requests.some(({ method }) => method !== "POST"))
    assert.isTrue(requests.some(({ target: path }) => !path.startsWith("/orders/")))
    assert.isTrue(requests.some(({ target: path }) => path === "/orders/"))
    assert.isTrue(requests.some(({ headers }) => headers.length !== 4))
    assert.isTrue(requests.some(({ body }) => refusalOf(body?.toString()) === "it is not JSON"))
    assert.isTrue(requests.some(({ body }) => refusalOf(body?.toString())?.startsWith("/login")))
  })

  it("are reduced to the smallest request that shows a fault, and can be replayed", () => {
    const check = (options: Arbitrary.CheckOptions) =>
      Effect.runSync(
        Arbitrary.checkEffect(plans, (plan) => build(plan).body?.includes('"count":') !== true, {
          size: 10,
          ...options
        })
      )
    const found = check({ seed: 1, runs: 100 })
    assert(found._tag === "Falsified")
    const { body, headers } = build(found.shrunkInput)
    const { login, ...others } = JSON.parse(String(body))
    assert.deepStrictEqual(others, { company: "aa-0", count: 1 })
    assert.hasAllKeys(login, ["type", "email"])
    assert.lengthOf(headers, 4)
    const again = check({ replay: found.replay })
    assert.deepStrictEqual(again._tag === "Falsified" && build(again.shrunkInput), build(found.shrunkInput))
  })
})

describe("values with a change", () => {
  const value = { ...fits, tags: ["ab"] }

  it("can be invalid at every place", () => {
    const places = Values.placesIn(value, order, published.schemas)
    assert.lengthOf(places, 7)
    for (const { path } of places) {
      assert.isDefined(
        refusalOf(Values.stringifyWithReplacement(value, path, '{"nobody":"wants this"}')),
        path.join("/")
      )
    }
  })

  it("can lack a member or an item", () => {
    assert.strictEqual(
      Values.stringifyWithReplacement(value, [0], undefined),
      JSON.stringify({ login: fits.login, tags: ["ab"] })
    )
    assert.strictEqual(Values.stringifyWithReplacement(value, [2, 0], undefined), JSON.stringify({ ...fits, tags: [] }))
  })

  it("cover limits, their neighbors, and every enumerated value", () => {
    assert.deepStrictEqual(Values.edgeValues({ type: "integer", minimum: 1, maximum: 5 }, 1), [0, 1, 2, 4, 5, 6])
    assert.deepStrictEqual(Values.edgeValues({ type: "string", maxLength: 3 }, "ab"), ["", "ab", "abb", "abbb"])
    assert.deepStrictEqual(Values.edgeValues({ type: "array", minItems: 1 }, ["a"]), [[], [], ["a"], ["a", "a"]])
    assert.deepStrictEqual(Values.edgeValues({ type: "string", enum: ["A", "B"] }, "A"), ["A", "B", ""])
  })
})

describe("the wire", () => {
  const whole = (text: string, method = "GET") => {
    const result = readResponse(Buffer.from(text), method)
    return result && [result.answer.status, result.answer.body.toString(), result.length]
  }

  it("reads responses with a length, with chunks, and without a body", () => {
    assert.deepStrictEqual(whole("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nabHTTP"), [200, "ab", 40])
    const chunks = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n2\r\nbc\r\n0\r\n\r\n"
    assert.deepStrictEqual(whole(chunks), [200, "abc", chunks.length])
    assert.deepStrictEqual(whole("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n", "HEAD"), [200, "", 38])
    assert.deepStrictEqual(whole("HTTP/1.1 304 Not Modified\r\nContent-Length: 2\r\n\r\n"), [304, "", 48])
  })

  it.each([
    ["br", brotliCompressSync],
    ["gzip", gzipSync]
  ])("decodes responses in the content coding %s", (coding, encode) => {
    const body = encode("{}")
    const head = Buffer.from(`HTTP/1.1 200 OK\r\nContent-Encoding: ${coding}\r\nContent-Length: ${body.length}\r\n\r\n`)
    const result = readResponse(Buffer.concat([head, body]), "GET")
    assert.strictEqual(result?.answer.body.toString(), "{}")
  })

  it("waits for incomplete responses", () => {
    assert.isUndefined(whole("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n"))
    assert.isUndefined(whole("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\na"))
  })

  it("rejects bytes that are not HTTP", () => {
    assert.throws(() => whole("SSH-2.0-OpenSSH\r\n\r\n"), "invalid status line")
  })
})
