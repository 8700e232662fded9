/** Tests calls to external servers: their addresses, limits and errors (spec 16). */
import { assert, describe, it } from "@effect/vitest"
import { MemoryBudget } from "@sheaf/ports"
import { testsOf } from "@sheaf/ports/testing"
import { Cause, Deferred, Effect, Exit, Schema, Tracer } from "effect"
import { HttpClientRequest } from "effect/http"
import { Dns } from "effect/net"
import type { LookupOptions } from "node:dns"
import type { IncomingHttpHeaders } from "node:http"
import { inspect } from "node:util"
import * as GuardedDnsLookup from "../../src/outbound/GuardedDnsLookup.ts"
import * as OutboundClient from "../../src/outbound/OutboundClient.ts"
import type { OutboundTarget } from "../../src/outbound/OutboundTarget.ts"
import * as ScriptedResponses from "../../src/testing/ScriptedResponses.ts"
import * as TestServer from "../../src/testing/TestServer.ts"
import { makeDns, loopback } from "./ScriptedDns.ts"

const clientOf = (target: Partial<OutboundTarget> & { readonly baseUrl: string }, dns = loopback) =>
  OutboundClient.make({ timeoutMillis: 10_000, maxBytes: 1024, ...target }).pipe(Effect.provide(dns))

const get = (address = "status") => HttpClientRequest.get(address)

const served = Effect.fnUntraced(function* (
  answer: ScriptedResponses.ScriptedResponse,
  target: Partial<OutboundTarget> = {}
) {
  const server = yield* answering(answer)
  return { server, client: yield* clientOf({ baseUrl: server.origin, allowPrivateAddresses: true, ...target }) }
})

const answering = (answer: ScriptedResponses.ScriptedResponse) => TestServer.make((_, response) => answer(response))

const well = ScriptedResponses.completeResponse(200, '{"well": true}')
const ok = answering(well)

const internal = ({ port }: TestServer.TestServer) => ({
  baseUrl: `http://bank.internal:${port}`,
  allowPrivateAddresses: true
})

const live = testsOf({ effect: it.live }, Effect.void)
const test = testsOf(it, Effect.void)

describe("A name", () => {
  live.each([
    ["https", ["127.0.0.1"]],
    ["https", ["fd00::1"]],
    ["https", ["8.8.8.8", "127.0.0.1"]],
    ["http", ["8.8.8.8"]],
    ["http", ["127.0.0.1", "8.8.8.8"]]
  ] as const)("gets no connection over %s if it resolves to %j", function* (_, [scheme, addresses]) {
    const server = yield* ok
    const target = scheme === "http" ? internal(server) : { baseUrl: `https://bank.example:${server.port}` }
    const dns = makeDns(addresses)
    const client = yield* clientOf(target, dns.layer)
    for (const lookups of [1, 2]) {
      assert.strictEqual((yield* Effect.flip(client.send(get()))).reason, "FORBIDDEN_ADDRESS")
      assert.strictEqual(dns.lookups(), lookups)
    }
    assert.strictEqual(server.connections(), 0)
  })

  live("is resolved once per connection, to the address that was checked", function* () {
    const server = yield* ok
    // No server listens at the second address, so a second lookup would fail.
    const dns = makeDns(["127.0.0.1"], ["127.0.0.2"])
    const client = yield* clientOf(internal(server), dns.layer)
    assert.strictEqual((yield* client.send(get())).status, 200)
    assert.strictEqual(dns.lookups(), 1)
  })

  test("is looked up for sockets that ask for a single address or family", function* () {
    const dns = yield* Effect.provide(Dns.Dns, makeDns(["2606:4700::1111", "1.1.1.1"]).layer)
    const lookup = GuardedDnsLookup.make(dns, () => true)
    const lookedUp = (options: LookupOptions) =>
      Effect.callback<unknown>((resume) =>
        lookup("bank.example", options, (_, address, family) => resume(Effect.succeed([address, family])))
      )
    assert.deepStrictEqual(yield* lookedUp({}), ["2606:4700::1111", 6])
    assert.deepStrictEqual(yield* lookedUp({ family: 4 }), ["1.1.1.1", 4])
    assert.deepStrictEqual(yield* lookedUp({ family: "IPv6", all: true }), [
      [{ address: "2606:4700::1111", family: 6 }],
      undefined
    ])
  })

  live("that does not resolve is UNREACHABLE", function* () {
    const client = yield* clientOf({ baseUrl: "https://bank.example" }, makeDns([]).layer)
    const error = yield* Effect.flip(client.send(get()))
    assert.strictEqual(error.message, "https://bank.example: UNREACHABLE (DNS_NOT_FOUND)")
  })
})

describe("An address", () => {
  live("is relative to the base URL, or absolute with the same origin", function* () {
    const paths: Array<string | undefined> = []
    const server = yield* TestServer.make((request, response) => {
      paths.push(request.url)
      ScriptedResponses.completeResponse(200, "{}")(response)
    })
    const client = yield* clientOf({ baseUrl: `${server.origin}/rp/v6.0`, allowPrivateAddresses: true })
    for (const address of ["auth", "/v1/consents?page=2", `${server.origin}/next`, "../../other"]) {
      yield* client.send(get(address))
    }
    yield* client.send(HttpClientRequest.setUrlParam(get("auth"), "page", "3"))
    assert.deepStrictEqual(paths, ["/rp/v6.0/auth", "/v1/consents?page=2", "/next", "/other", "/rp/v6.0/auth?page=3"])
  })

  live("with another scheme, host or port is not called", function* () {
    const { client, server } = yield* served(well)
    const other = yield* ok
    for (const address of [
      `${other.origin}/status`,
      `https://127.0.0.1:${server.port}/status`,
      `http://localhost:${server.port}/status`,
      `//127.0.0.1:${other.port}/status`,
      `\\\\127.0.0.1:${other.port}/status`,
      `http://user:password@127.0.0.1:${server.port}/status`,
      "file:///etc/passwd",
      "http://["
    ]) {
      assert.strictEqual((yield* Effect.flip(client.send(get(address)))).reason, "OUTSIDE_BASE", address)
    }
    assert.strictEqual(server.connections() + other.connections(), 0)
  })

  live("in a redirect is not called", function* () {
    const other = yield* ok
    for (const status of [301, 302, 303, 307, 308]) {
      const { client, server } = yield* served(
        ScriptedResponses.completeResponse(status, "", { location: `${other.origin}/status` })
      )
      assert.strictEqual((yield* Effect.flip(client.send(get()))).reason, "REDIRECTED")
      assert.strictEqual(server.requests(), 1)
    }
    assert.strictEqual(other.connections(), 0)
  })
})

describe("A server with many callers", () => {
  live("receives 128 requests at a time, and waiting requests keep their full timeout", function* () {
    let calls = 0
    const server = yield* TestServer.make((_, response) => {
      calls++
      if (calls > 128) ScriptedResponses.completeResponse(200, "{}")(response)
    })
    const target = { baseUrl: server.origin, allowPrivateAddresses: true, timeoutMillis: 3000 }
    const client = yield* clientOf(target)
    const outcomes = yield* Effect.forEach(Array.from({ length: 140 }), () => Effect.exit(client.send(get())), {
      concurrency: "unbounded"
    })
    assert.lengthOf(outcomes.filter(Exit.isSuccess), 12)
  })
})

describe("A response", () => {
  live.each([
    ["does not come", ScriptedResponses.silence, "TIMEOUT", 50],
    ["does not end", ScriptedResponses.stalledBody, "TIMEOUT", 50],
    ["is a closed connection", ScriptedResponses.closedConnection, "UNREACHABLE", 10_000],
    ["is cut in half", ScriptedResponses.truncatedBody, "UNREACHABLE", 10_000],
    ["changes the protocol", ScriptedResponses.protocolSwitch, "UNREACHABLE", 10_000],
    ["is a byte too long", ScriptedResponses.completeResponse(200, "x".repeat(1025)), "TOO_LARGE", 10_000],
    ["comes after endless interim ones", ScriptedResponses.endlessInterimResponses, "TOO_LARGE", 10_000]
  ] as const)("that %s fails, and ends the connection", function* (_, [, answer, reason, timeoutMillis]) {
    const { client, server } = yield* served(answer, { timeoutMillis })
    assert.strictEqual((yield* Effect.flip(client.send(get()))).reason, reason)
    yield* server.firstClosed
  })

  live("of 100 MB is cut off early", function* () {
    const written = yield* Deferred.make<number>()
    const { client } = yield* served(
      ScriptedResponses.hugeBody((bytes) => Deferred.doneUnsafe(written, Effect.succeed(bytes)))
    )
    assert.strictEqual((yield* Effect.flip(client.send(get()))).reason, "TOO_LARGE")
    assert.isBelow(yield* Deferred.await(written), 50_000_000)
  })

  live("can come after 16 interim ones", function* () {
    const { client } = yield* served(ScriptedResponses.interimResponses(16))
    assert.strictEqual((yield* client.send(get())).status, 200)
  })

  live("waits for room without a timeout, and fails if there is none", function* () {
    const { client } = yield* served(ScriptedResponses.completeResponse(200, "x".repeat(1000)), { timeoutMillis: 100 })
    const asked: Array<number> = []
    const roomAfter = (millis: number, hasRoom: boolean) => ({
      reserve: (bytes: number) => {
        asked.push(bytes)
        return Effect.as(Effect.sleep(millis), hasRoom)
      }
    })
    const sent = (room: MemoryBudget) => Effect.provideService(client.send(get()), MemoryBudget, room)
    assert.strictEqual((yield* sent(roomAfter(150, true))).body.length, 1000)
    assert.strictEqual((yield* Effect.flip(sent(roomAfter(0, false)))).reason, "NO_ROOM")
    assert.deepStrictEqual(asked, [1000, 1000])
  })

  live("in chunks of one byte takes only its own size in memory", function* () {
    const { client } = yield* served(ScriptedResponses.oneByteChunks(1024))
    const { body } = yield* client.send(get())
    assert.strictEqual(body.bytes.buffer.byteLength, 1024)
  })

  live("leaves its connection open for the next request", function* () {
    const { client, server } = yield* served(well)
    for (let count = 0; count < 3; count++) yield* client.send(get())
    assert.strictEqual(server.connections(), 1)
    assert.strictEqual(server.requests(), 3)
  })
})

describe("Requests and responses", () => {
  const secrets = ["the-path", "the-query", "the-header", "the-body", "the-answer"]

  const secretive = HttpClientRequest.post("the-path?token=the-query").pipe(
    HttpClientRequest.setHeader("authorization", "the-header"),
    HttpClientRequest.bodyText("the-body")
  )

  live("do not appear in errors", function* () {
    for (const answer of [
      ScriptedResponses.closedConnection,
      ScriptedResponses.truncatedBody,
      ScriptedResponses.silence,
      ScriptedResponses.hugeBody(),
      ScriptedResponses.completeResponse(302, "", { location: "/the-answer" }),
      ScriptedResponses.completeResponse(200, '{"well": "the-answer"}'),
      ScriptedResponses.completeResponse(200, "the-answer")
    ]) {
      const { client } = yield* served(answer, { timeoutMillis: 50 })
      const exchange = Effect.flatMap(client.send(secretive), (response) =>
        client.decode(Schema.Struct({ well: Schema.Boolean }), response)
      )
      const exit = yield* Effect.exit(exchange)
      assert.isTrue(Exit.isFailure(exit))
      const shown = Exit.isFailure(exit)
        ? `${inspect(exit, { depth: 20, showHidden: true })} ${Cause.pretty(exit.cause)}`
        : ""
      for (const secret of secrets) assert.notInclude(shown, secret)
    }
  })

  live("create no spans, and carry no trace headers", function* () {
    const seen: Array<IncomingHttpHeaders> = []
    const server = yield* TestServer.make((request, response) => {
      seen.push(request.headers)
      ScriptedResponses.completeResponse(500, "")(response)
    })
    const spans: Array<string> = []
    const tracer = Tracer.make({
      span: (options) => {
        spans.push(options.name)
        return new Tracer.NativeSpan(options)
      }
    })
    const client = yield* clientOf({ baseUrl: server.origin, allowPrivateAddresses: true })
    yield* client.send(secretive).pipe(Effect.withSpan("ours"), Effect.provideService(Tracer.Tracer, tracer))
    assert.deepStrictEqual(spans, ["ours"])
    assert.doesNotHaveAnyKeys(seen[0], ["traceparent", "b3"])
  })
})
