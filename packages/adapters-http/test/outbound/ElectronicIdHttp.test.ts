/** Tests calls to an electronic-ID provider over real HTTP (spec 17). */
import { afterAll, assert, describe, it } from "@effect/vitest"
import { ElectronicIdHttp } from "@sheaf/adapters-http"
import { ElectronicIdSandbox, InProcessClient, ProviderServer } from "@sheaf/adapters-sandbox"
import { ElectronicId } from "@sheaf/ports"
import type { ElectronicIdRequest } from "@sheaf/ports"
import { electronicIdContract, testsOf } from "@sheaf/ports/testing"
import type { ElectronicIdRun } from "@sheaf/ports/testing"
import { Context, Effect, Exit, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { inspect } from "node:util"
import * as ScriptedResponses from "../../src/testing/ScriptedResponses.ts"
import * as SimulatedElectronicId from "../../src/testing/SimulatedElectronicId.ts"
import * as TestServer from "../../src/testing/TestServer.ts"

const requestOf = (personalNumber: string): ElectronicIdRequest => ({
  company: "se-nordhem",
  loginMethod: "SWEDISH_MOBILE_EID_SAME_DEVICE",
  login: Redacted.make({ type: "SWEDISH_EID", personalNumber })
})

const maja = "199001012385"
const unnamed = { _tag: "Failed", hint: "personalNumberMissing" }

const runs: ReadonlyArray<ElectronicIdRun> = [
  {
    name: "somebody identifies",
    request: requestOf(maja),
    hints: ["outstandingTransaction", "userSign"],
    end: { _tag: "Complete", personalNumber: maja }
  },
  {
    name: "somebody identifies, without a personal number",
    request: requestOf("199001282392"),
    hints: ["outstandingTransaction", "userSign"],
    end: { _tag: "Failed", hint: "personalNumberMissing" }
  },
  {
    name: "somebody declines",
    request: requestOf("199001192385"),
    hints: ["outstandingTransaction", "userCallConfirm"],
    end: { _tag: "Failed", hint: "userDeclinedCall" }
  },
  {
    name: "nobody answers",
    request: requestOf("199001172387"),
    hints: ["outstandingTransaction"],
    end: { _tag: "Pending" }
  }
]

const provided = Effect.provide(Effect.flatMap(ElectronicId, SimulatedElectronicId.make), ElectronicIdSandbox.layer)

const adapter = Layer.unwrap(
  Effect.map(provided, ({ url }) =>
    ElectronicIdHttp.layer({ baseUrl: url, allowPrivateAddresses: true, timeoutMillis: 10_000 })
  )
)

// The adapter suggests a poll every two seconds. The test polls more often to see every hint.
electronicIdContract("a provider over HTTP", adapter, runs, { passTime: () => TestClock.adjust("500 millis") })

const folder = mkdtempSync(join(tmpdir(), "sheaf-orders-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const inside = Effect.gen(function* () {
  const transport = yield* InProcessClient.make(ProviderServer.make(yield* ElectronicId))
  return ElectronicIdHttp.makeInProcess(transport)
}).pipe(Effect.provide(ElectronicIdSandbox.layerWithPages(folder, Effect.succeed("https://provider.example"))))

electronicIdContract("a provider inside the process", Layer.effect(ElectronicId, inside), runs, {
  passTime: () => TestClock.adjust("500 millis")
})

describe("an order at a provider inside the process", () => {
  const fresh = Effect.map(inside, ({ order }) => order)

  it.effect("has a page, and tells the provider what it is for", () =>
    Effect.gen(function* () {
      const order = yield* fresh
      const first = yield* order(requestOf(maja), "key-1")
      assert.strictEqual(first.pageUrl, `https://provider.example/sandbox/orders/${first.autoStartToken}`)
      // Orders at different companies do not conflict, so this order succeeds only if the provider knows which company
      // it is for.
      yield* order({ ...requestOf(maja), company: "se-bergvik" }, "key-2")
      assert.strictEqual((yield* Effect.flip(order(requestOf(maja), "key-3"))).reason, "ALREADY_IN_PROGRESS")
    })
  )
})

const adapterAt = (baseUrl: string, timeoutMillis = 10_000) =>
  Effect.map(
    Layer.build(
      ElectronicIdHttp.layer({ baseUrl, allowPrivateAddresses: true, timeoutMillis, endUserIp: "192.0.2.200" })
    ),
    (context) => Context.get(context, ElectronicId)
  )

const real = Effect.fnUntraced(function* (timeoutMillis?: number) {
  const provider = yield* provided
  return { provider, eid: yield* adapterAt(provider.url, timeoutMillis) }
})

const orderRef = "131daac9-16c6-4618-beb0-365768f37288"
const collected = (rest: object) => ScriptedResponses.completeResponse(200, JSON.stringify({ orderRef, ...rest }))

const live = testsOf({ effect: it.live }, Effect.void)

describe("A provider over HTTP", () => {
  live("receives the personal number, the address and the key", function* () {
    const { eid, provider } = yield* real()
    const order = yield* eid.order(requestOf(maja), "key-1")
    yield* eid.collect(order.orderRef)
    yield* eid.cancel(order.orderRef)
    const sent = provider.received.map(({ body, ...rest }) => ({ ...rest, body: JSON.parse(body) }))
    assert.deepStrictEqual(sent, [
      {
        path: "/rp/v6.0/auth",
        idempotencyKey: "key-1",
        body: {
          endUserIp: "192.0.2.200",
          userNonVisibleData: sent[0]?.body.userNonVisibleData,
          requirement: { personalNumber: maja }
        }
      },
      { path: "/rp/v6.0/collect", idempotencyKey: undefined, body: { orderRef: order.orderRef } },
      { path: "/rp/v6.0/cancel", idempotencyKey: undefined, body: { orderRef: order.orderRef } }
    ])
  })

  live.each<[what: string, reason: string, answer: ScriptedResponses.ScriptedResponse, timeoutMillis?: number]>([
    ["does not respond", "UNREACHABLE", ScriptedResponses.silence, 1_000],
    ["never ends its response", "UNREACHABLE", ScriptedResponses.stalledBody, 1_000],
    ["breaks off", "UNREACHABLE", ScriptedResponses.truncatedBody],
    ["sends a huge body", "REFUSED", ScriptedResponses.hugeBody()],
    ["sends something other than JSON", "REFUSED", ScriptedResponses.completeResponse(200, "<html>")],
    ["sends JSON of another shape", "REFUSED", ScriptedResponses.completeResponse(200, '{"orderRef": 1}')],
    [
      "has an internal error",
      "PROVIDER_ERROR",
      ScriptedResponses.completeResponse(500, '{"errorCode": "internalError"}')
    ],
    ["reports an error with a page", "PROVIDER_ERROR", ScriptedResponses.completeResponse(502, "<html>")],
    [
      "does not accept the certificate",
      "REFUSED",
      ScriptedResponses.completeResponse(401, '{"errorCode": "unauthorized"}')
    ],
    ["refuses without a code", "REFUSED", ScriptedResponses.completeResponse(400, "")]
  ])("that %s is %s for every call", function* (_, [, reason, answer, timeoutMillis]) {
    const { eid, provider } = yield* real(timeoutMillis)
    provider.answerWith(answer)
    assert.strictEqual((yield* Effect.flip(eid.order(requestOf(maja), "key-1"))).reason, reason)
    assert.strictEqual((yield* Effect.flip(eid.collect(orderRef))).reason, reason)
    assert.lengthOf(provider.received, 2, "no retries here")
  })

  live.each<[what: string, told: object, outcome: object | "REFUSED"]>([
    [
      "an unknown hint",
      { status: "pending", hintCode: "userScan" },
      { _tag: "Pending", hint: "userScan", afterMillis: 2000 }
    ],
    [
      "no hint while pending",
      { status: "pending" },
      { _tag: "Pending", hint: "outstandingTransaction", afterMillis: 2000 }
    ],
    [
      "unknown members",
      { status: "pending", hintCode: "userSign", risk: { level: "low" } },
      { _tag: "Pending", hint: "userSign", afterMillis: 2000 }
    ],
    [
      "an unknown reason for a failure",
      { status: "failed", hintCode: "appBlocked" },
      { _tag: "Failed", hint: "appBlocked" }
    ],
    ["no reason for the failure", { status: "failed" }, { _tag: "Failed", hint: "unknown" }],
    ["no person", { status: "complete", completionData: { device: {} } }, unnamed],
    ["nobody's number", { status: "complete", completionData: { user: { personalNumber: "000000000000" } } }, unnamed],
    ["an unknown status", { status: "paused" }, "REFUSED"],
    ["a hint that is a sentence", { status: "pending", hintCode: `${maja} has to sign` }, "REFUSED"],
    [
      "a personal number of another type",
      { status: "complete", completionData: { user: { personalNumber: 1 } } },
      "REFUSED"
    ],
    [
      "an invalid personal number",
      { status: "complete", completionData: { user: { personalNumber: "811218-9876" } } },
      "REFUSED"
    ],
    ["another order", { status: "complete", orderRef: "5e1d2f3c-0000-4000-8000-000000000000" }, "REFUSED"]
  ])("is understood, or REFUSED, if it reports %s", function* (_, [, told, outcome]) {
    const { eid, provider } = yield* real()
    provider.answerWith(collected(told))
    const progress = yield* Effect.catch(eid.collect(orderRef), ({ reason }) => Effect.succeed(reason))
    assert.deepStrictEqual<unknown>(progress, outcome)
  })

  live("gets one more attempt if an order whose response was lost blocks the retry", function* () {
    const inProgress = ScriptedResponses.completeResponse(
      400,
      JSON.stringify({ errorCode: "alreadyInProgress", details: "" })
    )
    const tokens = { orderRef, autoStartToken: "a", qrStartToken: "b", qrStartSecret: "c" }
    const script = [
      ScriptedResponses.closedConnection,
      inProgress,
      ScriptedResponses.completeResponse(200, JSON.stringify(tokens)),
      inProgress
    ]
    const server = yield* TestServer.make((_, response) => script.shift()?.(response))
    const eid = yield* adapterAt(server.origin)
    assert.strictEqual((yield* Effect.flip(eid.order(requestOf(maja), "key-1"))).reason, "UNREACHABLE")
    assert.strictEqual((yield* eid.order(requestOf(maja), "key-1")).orderRef, orderRef)
    // An order with another key still conflicts with the first order.
    assert.strictEqual((yield* Effect.flip(eid.order(requestOf(maja), "key-2"))).reason, "ALREADY_IN_PROGRESS")
    assert.isEmpty(script)
  })

  live("causes no errors that contain personal numbers or secrets", function* () {
    const { eid, provider } = yield* real()
    const secret = "d28db9a7-4cde-429e-a983-359be676944c"
    for (const answer of [
      ScriptedResponses.completeResponse(
        400,
        JSON.stringify({ errorCode: "invalidParameters", details: `no ${maja}` })
      ),
      ScriptedResponses.completeResponse(400, JSON.stringify({ errorCode: `${maja} is unknown`, details: "" })),
      ScriptedResponses.completeResponse(200, JSON.stringify({ qrStartSecret: secret, user: maja })),
      collected({ status: "pending", hintCode: `${maja} has to sign` }),
      ScriptedResponses.closedConnection
    ]) {
      provider.answerWith(answer)
      const ordering = yield* Effect.exit(eid.order(requestOf(maja), "key-of-the-order"))
      assert.isTrue(Exit.isFailure(ordering))
      const exits = [ordering, yield* Effect.exit(eid.collect(orderRef))]
      const shown = `${inspect(exits, { depth: 20, showHidden: true })} ${JSON.stringify(exits)}`
      for (const text of [maja, secret, "key-of-the-order", "/rp/v6.0"]) assert.notInclude(shown, text)
    }
  })
})
