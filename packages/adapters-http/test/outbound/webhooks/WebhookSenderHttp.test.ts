/** Tests webhooks to receivers that are slow, hostile or at forbidden addresses (spec 6, 16). */
import { assert, describe, it } from "@effect/vitest"
import * as WebhookEndpoint from "@sheaf/domain/WebhookEndpoint"
import { WebhookSender } from "@sheaf/ports"
import type { WebhookAttemptOutcome } from "@sheaf/ports"
import { testsOf } from "@sheaf/ports/testing"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import type { IncomingHttpHeaders } from "node:http"
import * as WebhookSenderHttp from "../../../src/outbound/webhooks/WebhookSenderHttp.ts"
import * as ScriptedResponses from "../../../src/testing/ScriptedResponses.ts"
import * as TestServer from "../../../src/testing/TestServer.ts"
import { certificates, serverName } from "../../../src/testing/Certificates.ts"
import { makeDns, loopback } from "../ScriptedDns.ts"

const senderOf = (allowPrivateAddresses: boolean, dns = loopback, requests = WebhookSenderHttp.maxConcurrentRequests) =>
  WebhookSenderHttp.layerWithDns({ allowPrivateAddresses, requests }).pipe(Layer.provide(dns))

const webhook = (url: string, clientId = "client-1") => ({
  clientId,
  endpointId: "endpoint-1",
  url,
  headers: { "webhook-id": "event-1" },
  body: '{"type":"endpoint.test"}'
})

const send = (url: string, clientId?: string) =>
  Effect.flatMap(WebhookSender, (sender) => sender.send(webhook(url, clientId)))

const withoutDuration = ({ durationMillis, ...rest }: WebhookAttemptOutcome) => {
  assert.isAtLeast(durationMillis, 0)
  return rest
}

const outcomeOf = Effect.fnUntraced(function* (answer: ScriptedResponses.ScriptedResponse) {
  const server = yield* TestServer.make((_, response) => answer(response))
  const outcome = yield* Effect.provide(send(server.origin), senderOf(true))
  return { outcome: withoutDuration(outcome), server }
})

const live = testsOf({ effect: it.live }, Effect.void)
const test = testsOf(it, Effect.void)

describe("A webhook", () => {
  live("is a POST of the signed body, with the address's own path and query", function* () {
    const seen: Array<{ url: string | undefined; headers: IncomingHttpHeaders; body: string }> = []
    const server = yield* TestServer.make((request, response) => {
      void TestServer.bodyOf(request).then((body) => {
        seen.push({ url: request.url, headers: request.headers, body })
        response.writeHead(204).end()
      })
    })
    const outcome = yield* Effect.provide(send(`${server.origin}/hooks/a?token=4711`), senderOf(true))
    assert.deepStrictEqual(withoutDuration(outcome), { status: 204 })
    const [request] = seen
    if (request === undefined) return assert.fail("the server received no request")
    assert.strictEqual(request.url, "/hooks/a?token=4711")
    assert.strictEqual(request.body, webhook("").body)
    const { "content-type": type, traceparent, "user-agent": agent, "webhook-id": id } = request.headers
    assert.deepStrictEqual([type, traceparent, agent, id], ["application/json", undefined, "Sheaf", "event-1"])
  })

  live("reuses the endpoint's connection", function* () {
    const server = yield* TestServer.make((_, response) => ScriptedResponses.completeResponse(200, "thanks")(response))
    yield* Effect.all(
      Array.from({ length: 3 }, () => send(server.origin)),
      { discard: true }
    ).pipe(Effect.provide(senderOf(true)))
    assert.strictEqual(server.requests(), 3)
    assert.strictEqual(server.connections(), 1)
  })

  live.each([
    [
      "a redirect",
      ScriptedResponses.completeResponse(307, "", { location: "http://127.0.0.1:1/" }),
      { fault: "REDIRECTED", status: 307 }
    ],
    ["400", ScriptedResponses.completeResponse(400, "no"), { fault: "UNEXPECTED_STATUS", status: 400 }],
    ["410", ScriptedResponses.completeResponse(410, ""), { fault: "UNEXPECTED_STATUS", status: 410 }],
    ["a closed connection", ScriptedResponses.closedConnection, { fault: "UNREACHABLE", code: "ECONNRESET" }],
    ["half a body after 200", ScriptedResponses.truncatedBody, { status: 200 }],
    [
      "preceded by endless interim ones",
      ScriptedResponses.endlessInterimResponses,
      { fault: "UNREACHABLE", code: "TOO_MANY_INTERIM_RESPONSES" }
    ],
    [
      "429 and a pause",
      ScriptedResponses.completeResponse(429, "", { "retry-after": "120" }),
      { fault: "UNEXPECTED_STATUS", status: 429, retryAfterMillis: 120_000 }
    ],
    [
      "503 and a date, with a clock that is an hour late",
      ScriptedResponses.completeResponse(503, "", {
        date: "Tue, 31 Mar 2026 10:00:00 GMT",
        "retry-after": "Tue, 31 Mar 2026 10:02:00 GMT"
      }),
      { fault: "UNEXPECTED_STATUS", status: 503, retryAfterMillis: 120_000 }
    ],
    [
      "503 and an invalid pause",
      ScriptedResponses.completeResponse(503, "", { "retry-after": "soon" }),
      { fault: "UNEXPECTED_STATUS", status: 503 }
    ],
    [
      "500 and a pause, which only 429 and 503 can ask for",
      ScriptedResponses.completeResponse(500, "", { "retry-after": "120" }),
      { fault: "UNEXPECTED_STATUS", status: 500 }
    ]
  ] as const)("whose response is %s has the outcome", function* (_, [, answer, expected]) {
    const { outcome, server } = yield* outcomeOf(answer)
    assert.deepStrictEqual(outcome, expected)
    assert.strictEqual(server.requests(), 1)
  })

  live("succeeds with 200 and a body of 100 MB, which is cut off after 16 KiB", function* () {
    const written = yield* Deferred.make<number>()
    const { outcome } = yield* outcomeOf(
      ScriptedResponses.hugeBody((bytes) => void Deferred.doneUnsafe(written, Effect.succeed(bytes)))
    )
    assert.deepStrictEqual(outcome, { status: 200 })
    // The operating system buffers a few megabytes.
    assert.isBelow(yield* Deferred.await(written), 20_000_000)
  })

  live("does not wait for the end of an endless body", function* () {
    const { outcome } = yield* outcomeOf(ScriptedResponses.stalledBody)
    assert.deepStrictEqual(outcome, { status: 200 })
  })

  test("times out after 15 seconds without a response", function* () {
    const arrived = yield* Deferred.make<void>()
    const server = yield* TestServer.make(() => void Deferred.doneUnsafe(arrived, Effect.void))
    const sending = yield* Effect.forkChild(Effect.provide(send(server.origin), senderOf(true)))
    yield* Deferred.await(arrived)
    yield* TestClock.adjust(14_999)
    assert.isUndefined(sending.pollUnsafe())
    yield* TestClock.adjust(1)
    assert.deepStrictEqual(withoutDuration(yield* Fiber.join(sending)), { fault: "TIMEOUT" })
  })

  live("waits while its client has too many, and the client with the fewest goes first", function* () {
    const held: Array<() => void> = []
    const arrived = Array.from({ length: 5 }, () => Deferred.makeUnsafe<string | undefined>())
    let count = 0
    const server = yield* TestServer.make((request, response) => {
      held.push(() => void response.writeHead(204).end())
      const next = arrived[count++]
      if (next) Deferred.doneUnsafe(next, Effect.succeed(request.url))
    })
    const arrival = (number: number) => Deferred.await(arrived[number] ?? assert.fail("no such request"))
    yield* Effect.gen(function* () {
      const begin = (clientId: string) => Effect.forkChild(send(`${server.origin}/${clientId}`, clientId))
      const busy = [yield* begin("busy"), yield* begin("busy"), yield* begin("busy")]
      yield* Effect.all([arrival(0), arrival(1)])
      const other = yield* begin("other")
      assert.strictEqual(yield* arrival(2), "/other")
      const third = yield* begin("third")
      yield* Effect.yieldNow
      assert.strictEqual(server.requests(), 3)
      held[0]?.()
      assert.strictEqual(yield* arrival(3), "/third")
      held[1]?.()
      assert.strictEqual(yield* arrival(4), "/busy")
      held.slice(2).forEach((end) => end())
      for (const sending of [...busy, other, third]) assert.strictEqual((yield* Fiber.join(sending)).status, 204)
    }).pipe(Effect.provide(senderOf(true, loopback, { inAll: 3, perClient: 2 })))
  })

  live("does not wait for the client's other endpoints, even if all of them hang", function* () {
    const others = WebhookEndpoint.maxEndpointsPerClient - 1
    const hanging = yield* TestServer.make(() => {})
    const healthy = yield* TestServer.make((_, response) => void response.writeHead(204).end())
    yield* Effect.gen(function* () {
      const sends = Array.from({ length: others * WebhookEndpoint.maxConcurrentRequests }, () => send(hanging.origin))
      const stuck = yield* Effect.forkChild(Effect.all(sends, { concurrency: "unbounded" }))
      yield* Effect.repeat(Effect.sleep("5 millis"), { until: () => hanging.requests() === sends.length })
      assert.strictEqual((yield* send(healthy.origin)).status, 204)
      yield* Fiber.interrupt(stuck)
    }).pipe(Effect.provide(senderOf(true)))
  })

  live("over TLS needs a trusted certificate", function* () {
    const { server } = yield* certificates
    const tls = { cert: server.certificate, key: server.key }
    const listening = yield* TestServer.make(
      (_, response) => ScriptedResponses.completeResponse(200, "")(response),
      tls
    )
    const { code, fault } = yield* Effect.provide(send(`https://${serverName}:${listening.port}`), senderOf(true))
    assert.strictEqual(fault, "UNREACHABLE")
    assert.match(code ?? "", /^(UNABLE_TO|SELF_SIGNED)/)
    assert.strictEqual(listening.requests(), 0)
  })
})

describe("An endpoint's address", () => {
  test.each([
    ["https://app.example/hooks?token=1", undefined],
    ["http://app.example/", "must use https: only this machine can be called over http"],
    ["ftp://app.example/", "must begin with https://, not ftp:"],
    ["app.example", "is not a URL such as https://app.example/webhooks"],
    ["https://maja:secret@app.example/", "must not contain credentials"],
    ["https://app.example/#part", "must not have a fragment"],
    ["https://app.example/\nhooks", "must not contain control characters"],
    [`https://${`${"a".repeat(60)}.`.repeat(5)}example/`, "has a host name of more than 253 characters"],
    ["https://127.0.0.1/", "is on this machine or in a private network"],
    ["https://169.254.169.254/latest/meta-data/", "is on this machine or in a private network"],
    ["https://[::ffff:10.0.0.7]/", "is on this machine or in a private network"]
  ] as const)("%s: %s", function* (_, [url, issue]) {
    const sender = yield* Effect.provide(WebhookSender, senderOf(false))
    assert.strictEqual(sender.violationOf(url), issue)
    if (issue === undefined) return
    assert.deepStrictEqual(withoutDuration(yield* sender.send(webhook(url))), { fault: "FORBIDDEN_ADDRESS" })
  })

  test("can be on this machine where private addresses are allowed, but never in a private network", function* () {
    const { violationOf } = yield* Effect.provide(WebhookSender, senderOf(true))
    for (const url of ["http://127.0.0.1:3000/", "http://[::1]/", "https://127.0.0.1/", "https://8.8.8.8/"]) {
      assert.isUndefined(violationOf(url))
    }
    for (const url of ["http://10.0.0.7/", "http://8.8.8.8/"]) assert.isDefined(violationOf(url))
    for (const host of ["10.0.0.7", "169.254.169.254", "192.0.2.1", "[fd00::1]", "[::ffff:192.168.1.1]"]) {
      assert.strictEqual(violationOf(`https://${host}/`), "is neither on this machine nor on the public internet")
    }
  })

  live("is checked at each connection, because DNS can change", function* () {
    const server = yield* TestServer.make((_, response) =>
      ScriptedResponses.completeResponse(200, "", { connection: "close" })(response)
    )
    const url = `http://hooks.example:${server.port}/`
    const outcomes = yield* Effect.provide(
      Effect.all([send(url), send(url)]),
      senderOf(true, makeDns(["127.0.0.1"], ["10.1.2.3"]).layer)
    )
    assert.deepStrictEqual(outcomes.map(withoutDuration), [{ status: 200 }, { fault: "FORBIDDEN_ADDRESS" }])
    const inNetwork = send(`https://hooks.example:${server.port}/`)
    const inPrivate = yield* Effect.provide(inNetwork, senderOf(true, makeDns(["10.1.2.3"]).layer))
    assert.deepStrictEqual(withoutDuration(inPrivate), { fault: "FORBIDDEN_ADDRESS" })
    const internal = yield* Effect.provide(send(`https://hooks.example:${server.port}/`), senderOf(false))
    assert.deepStrictEqual(withoutDuration(internal), { fault: "FORBIDDEN_ADDRESS" })
    assert.strictEqual(server.requests(), 1)
  })
})
