/** Tests that the fast path responds byte for byte like the ordinary path, and leaves unusual requests to it. */
import { ServerResponse } from "node:http"
import { connect, Socket } from "node:net"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { assert, describe, it, layer } from "@effect/vitest"
import { IncomingRequest, HttpApp, FastPath } from "@sheaf/adapters-http"
import { ApiKeys, PeerCertificateError, ChangeSignals, Collections, Counters, Polls } from "@sheaf/ports"
import { Context, Effect, Layer, Logger, Option, Redacted, References, Schema } from "effect"
import * as TestServer from "../../src/testing/TestServer.ts"
import * as World from "../World.ts"
import { ids } from "../World.ts"

const host = "127.0.0.1"

/** Returns the bytes of all responses, with placeholders for dates and new ids. */
const exchange = (port: number, bytes: string) =>
  Effect.callback<string>((resume) => {
    const socket = connect(port, host, () => socket.write(bytes))
    let answer = ""
    socket.setEncoding("utf8")
    socket.on("data", (data) => (answer += data))
    socket.on("error", () => {})
    socket.on("close", () =>
      resume(
        Effect.succeed(
          answer
            .replaceAll(/^Date: .*$/gm, "Date: now")
            .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, "a new id")
        )
      )
    )
  })

class Ways extends Context.Service<
  Ways,
  {
    readonly send: (bytes: string) => Effect.Effect<{
      readonly usual: string
      readonly quick: string
      readonly isQuick: boolean
    }>
  }
>()("@sheaf/adapters-http/test/FastPath/Ways") {}

const sunsets = { "2025-01-01": new Date("2027-06-30T00:00:00Z") }

const ways = Layer.effect(
  Ways,
  Effect.gen(function* () {
    const usual = yield* NodeHttpServer.makeHandler(yield* HttpApp.make({ sunsets }), { scope: yield* Effect.scope })
    const fast = yield* FastPath.make({ sunsets })
    let left = 0
    const { port: one } = yield* TestServer.make(usual)
    const { port: other } = yield* TestServer.make((request, response) =>
      fast(request, response, () => {
        left += 1
        usual(request, response)
      })
    )
    return Ways.of({
      send: Effect.fnUntraced(function* (bytes) {
        left = 0
        const answers = { usual: yield* exchange(one, bytes), quick: yield* exchange(other, bytes) }
        return { ...answers, isQuick: left === 0 }
      })
    })
  })
).pipe(Layer.provide(World.polls))

const head = (line: string, headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>> = {}) => {
  const all = { host: "sheaf.test", "authorization-token": World.apiKey, connection: "close", ...headers }
  const lines = Object.entries(all).flatMap(([name, value]) => [value ?? []].flat().map((text) => `${name}: ${text}`))
  return [line, ...lines, "", ""].join("\r\n")
}

const newest = { "service-version": "2026-04-01" }
const oldest = { "service-version": "2025-01-01" }
const statusOf = (id: string) => `/collections/${id}/status`
const get = (target: string, headers?: Parameters<typeof head>[1]) => head(`GET ${target} HTTP/1.1`, headers)
const poll = (headers?: Parameters<typeof head>[1], id: string = ids.running) =>
  get(statusOf(id), { ...newest, ...headers })

const tag = `"${ids.running}.3.2026-04-01"`

const usualPolls: ReadonlyArray<readonly [what: string, bytes: string, status: number]> = [
  ["a poll", poll(), 200],
  ["a poll of an ended collection", poll({}, ids.completed), 200],
  ["a poll that shows a question", poll({}, ids.waiting), 200],
  ["a poll that shows a code", poll({}, ids.qr), 200],
  ["an insurance poll in the oldest version", get(`/insurance/collection/${ids.waiting}/status`, oldest), 200],
  ["a wealth poll in the oldest version", get(`/wealth/collection/${ids.running}/status`, oldest), 200],
  ["a poll without a version", get(`/wealth/collection/${ids.notApplicableInEstonia}/status`), 200],
  ["a wealth poll of accounts", get(`/wealth/collection/${ids.accountsOnly}/status`, oldest), 200],
  ["a poll that accepts JSON", poll({ accept: "application/json" }), 200],
  ["a poll that accepts anything last", poll({ accept: "text/html, */*;q=0.1" }), 200],
  ["a poll that accepts JSON in a second header", poll({ accept: ["text/html", "application/json"] }), 200],
  ["a poll with the tag", poll({ "if-none-match": tag }), 304],
  ["a poll with the tag in a list", poll({ "if-none-match": `"a", W/${tag}` }), 304],
  ["a poll with the tag in a second header", poll({ "if-none-match": ['"a"', tag] }), 304],
  ["a poll with any tag", poll({ "if-none-match": "*" }), 304],
  ["a poll with another tag", poll({ "if-none-match": '"a"' }), 200],
  ["a poll with an id", poll({ "x-request-id": "4bf92f3577b34da6a3ce929d0e0e4736" }), 200],
  [
    "a poll with two ids",
    poll({ "x-request-id": ["4bf92f3577b34da6a3ce929d0e0e4736", "0af7651916cd43dd8448eb211c80319c"] }),
    200
  ],
  ["a poll with an invalid id", poll({ "x-request-id": "å".repeat(9) }), 200],
  ["a poll over HTTP/1.0", head(`GET ${statusOf(ids.running)} HTTP/1.0`, newest), 200],
  ["a poll that waits for a final status", poll({ prefer: "wait=9" }, ids.completed), 200],
  ["a poll that waits with another tag", poll({ prefer: "wait=9", "if-none-match": '"a"' }), 200],
  ["a poll that waits for no time", poll({ prefer: "wait=0", "if-none-match": tag }), 304],
  ["a poll with two preferences", poll({ prefer: ["respond-async", "wait=0"] }), 200],
  ["a poll with a malformed preference", poll({ prefer: "wait=x" }), 200],
  ["two polls over one connection", poll({ connection: "keep-alive" }) + poll(), 200]
]

const others: ReadonlyArray<readonly [what: string, bytes: string, status: number]> = [
  ["no key", poll({ "authorization-token": undefined }), 401],
  ["an empty key", poll({ "authorization-token": "" }), 401],
  ["an unknown key", poll({ "authorization-token": "sheaf-nobody" }), 401],
  ["two keys", poll({ "authorization-token": [World.apiKey, World.apiKey] }), 401],
  ["the key of another client", poll({ "authorization-token": World.otherApiKey }), 404],
  ["an unknown collection", poll({}, ids.unknown), 404],
  ["a collection of another product", get(`/insurance/collection/${ids.accountsOnly}/status`, oldest), 404],
  ["an id in upper case", poll({}, ids.contactForm.toUpperCase()), 200],
  ["an invalid id", poll({}, "1"), 404],
  ["an empty id", poll({}, ""), 404],
  ["an id with a slash", poll({}, `${ids.running}/x`), 404],
  ["an encoded id", poll({}, ids.running.replaceAll("-", "%2D")), 200],
  ["a version that does not run", poll({ "service-version": "2024-01-01" }), 400],
  ["an empty version", poll({ "service-version": "" }), 400],
  ["two versions", poll({ "service-version": ["2026-04-01", "2026-04-01"] }), 400],
  ["the path of another version", get(statusOf(ids.running)), 404],
  ["a property of every object as its version", poll({ "service-version": "__proto__" }), 400],
  ["an unsupported media type in Accept", poll({ accept: "text/html" }), 406],
  ["an unknown query", get(`${statusOf(ids.running)}?wait=1`, newest), 400],
  ["an unknown query that looks like a path", get(`/collections?/${ids.running}/status`, newest), 400],
  ["an empty query", get(`${statusOf(ids.running)}?`, newest), 200],
  ["a slash at the end", get(`${statusOf(ids.running)}/`, newest), 404],
  ["an extra slash", get(`//collections/${ids.running}/status`, newest), 404],
  ["a path in upper case", get(statusOf(ids.running).toUpperCase(), newest), 404],
  ["an absolute URL", get(`http://sheaf.test${statusOf(ids.running)}`, newest), 200],
  ["a key and empty credentials", poll({ authorization: "" }), 401],
  ["a key and other credentials", poll({ authorization: "Basic YTpi" }), 401],
  ["a body", `${poll({ "content-length": "2" })}{}`, 200],
  ["a body in chunks", `${poll({ "transfer-encoding": "chunked" })}0\r\n\r\n`, 200],
  ["an expectation", poll({ expect: "100-continue" }), 100],
  ["an upgrade to another protocol", poll({ upgrade: "h2c" }), 200],
  ["HEAD", head(`HEAD ${statusOf(ids.running)} HTTP/1.1`, newest), 200],
  ["POST", head(`POST ${statusOf(ids.running)} HTTP/1.1`, { ...newest, "content-length": "0" }), 405],
  ["DELETE", head(`DELETE ${statusOf(ids.running)} HTTP/1.1`, newest), 405]
]

const statusIn = (answer: string): number => Number(answer.slice("HTTP/1.1 ".length, "HTTP/1.1 200".length))

const name = <const Names extends ReadonlyArray<string>>(...names: Names) => Schema.Literals(names)

const parts = {
  method: name("GET", "GET", "GET", "HEAD", "PUT"),
  target: name(
    ...[ids.running, ids.qr, ids.accountsOnly, ids.unknown, "x"].flatMap((id) => [
      statusOf(id),
      `/insurance/collection/${id}/status`,
      `/wealth/collection/${id}/status`,
      `${statusOf(id)}?a=b`
    ])
  ),
  version: name("2026-04-01", "2025-01-01", "2027-01-01"),
  key: name(World.apiKey, World.otherApiKey, "sheaf-nobody"),
  accept: name("*/*", "application/*;q=0.5", "application/json;q=0", "text/csv"),
  tag: name(tag, '"a"', "*", `W/"${ids.qr}.3.2025-01-01.7"`)
}

/** Sends a request to both servers. Their responses must be equal and have the expected status. */
const compare = Effect.fnUntraced(function* (bytes: string, isByFastPath: boolean, status?: number) {
  const { isQuick, quick, usual } = yield* (yield* Ways).send(bytes)
  assert.strictEqual(quick, usual)
  assert.strictEqual(isQuick, isByFastPath)
  if (status !== undefined) assert.strictEqual(statusIn(quick), status)
})

layer(ways.pipe(Layer.provide(World.layer)), { excludeTestServices: true })("The fast path", (suite) => {
  suite.effect.each(usualPolls)("responds to %s as the ordinary path does", ([, bytes, status]) =>
    compare(bytes, true, status)
  )

  suite.effect.each(others)("leaves a request with %s to the ordinary path", ([, bytes, status]) =>
    compare(bytes, false, status)
  )

  suite.effect("responds to each of 250 polls that arrive together", () =>
    Effect.gen(function* () {
      const { send } = yield* Ways
      const arrivals = Array.from({ length: 250 }, (_, number) => send(poll({ "x-request-id": `poll-${number}` })))
      const answers = yield* Effect.all(arrivals, { concurrency: "unbounded" })
      for (const { quick, usual } of answers) assert.strictEqual(quick, usual)
    })
  )

  suite.effect.prop("responds to any combination as the ordinary path does", parts, (request) =>
    Effect.gen(function* () {
      const { accept, key, method, target, version } = request
      const headers = { "authorization-token": key, "service-version": version, accept, "if-none-match": request.tag }
      const { isQuick, quick, usual } = yield* (yield* Ways).send(head(`${method} ${target} HTTP/1.1`, headers))
      assert.strictEqual(quick, usual)
      assert.strictEqual(isQuick, method === "GET" && [200, 304].includes(statusIn(usual)))
    })
  )
})

const changed = (change: (context: Context.Context<World.Ports>) => Context.Context<World.Ports>) =>
  Layer.effectContext(Effect.map(Effect.context<World.Ports>(), change)).pipe(Layer.provide(World.layer))

const later = Effect.promise(() => Promise.resolve())

const slow = changed((context) => {
  const keys = Context.get(context, ApiKeys)
  return Context.add(context, ApiKeys, { ...keys, verify: (key) => Effect.andThen(later, keys.verify(key)) })
})

layer(ways.pipe(Layer.provide(slow)), { excludeTestServices: true })("The fast path with slow keys", (suite) => {
  suite.effect("responds as the ordinary path does", () =>
    Effect.andThen(compare(poll(), true, 200), compare(poll({}, ids.unknown), false, 404))
  )
})

const rejecting = changed((context) =>
  Context.add(context, Counters, {
    ...Context.get(context, Counters),
    take: () => Effect.succeed({ isAllowed: false, remaining: 0, waitMillis: 500, fullAt: 60_000 })
  })
)

layer(ways.pipe(Layer.provide(rejecting)), { excludeTestServices: true })("The fast path beyond a rate", (suite) => {
  suite.effect.each([
    ["a poll", poll()],
    ["a poll that asks to wait", poll({ prefer: "wait=9" })],
    ["a poll of an older version", get(`/wealth/collection/${ids.running}/status`, oldest)]
  ] as const)("rejects %s itself, as the ordinary path does", ([, bytes]) => compare(bytes, true, 429))
})

const broken = changed((context) => {
  const keys = Context.get(context, ApiKeys)
  return context.pipe(
    Context.add(Collections, {
      ...Context.get(context, Collections),
      status: (_, id) => {
        if (id === ids.running) return Effect.die(new Error("no row"))
        throw new TypeError("no store")
      }
    }),
    Context.add(ApiKeys, {
      ...keys,
      verify: (key) => {
        if (Redacted.value(key) === World.apiKey) return keys.verify(key)
        throw new TypeError("no pepper")
      }
    })
  )
})

layer(ways.pipe(Layer.provide(broken)), { excludeTestServices: true })("The fast path with a fault", (suite) => {
  suite.effect.each([
    ["a store that fails", poll()],
    ["a store that throws", poll({}, ids.completed)],
    ["keys that throw", poll({ "authorization-token": World.otherApiKey })]
  ] as const)("leaves the request to the ordinary path: %s", ([, bytes]) => compare(bytes, false, 500))
})

/** Each read of the status returns the next revision and signals another change. */
const changing = changed((context) => {
  const { publish } = Context.get(context, ChangeSignals)
  const collections = Context.get(context, Collections)
  let revision = 0
  return Context.add(context, Collections, {
    ...collections,
    status: (caller, id) =>
      Effect.map(Effect.tap(collections.status(caller, id), publish(id)), (current) => ({
        ...current,
        revision: 3 + (revision++ % 2)
      }))
  })
})

layer(ways.pipe(Layer.provide(changing)), { excludeTestServices: true })("The fast path with changes", (suite) => {
  suite.effect.each([
    ["a tag", poll({ prefer: "wait=40", "if-none-match": tag }), 200],
    ["no tag", poll({ prefer: "wait=9" }), 200],
    ["any tag", poll({ prefer: "wait=9", "if-none-match": "*" }), 304]
  ] as const)("responds to a held poll with %s as the ordinary path does", ([, bytes, status]) =>
    compare(bytes, true, status)
  )
})

/** The key is valid at a server's first check, and revoked at later checks. */
const revoking = changed((context) => {
  const keys = Context.get(context, ApiKeys)
  const { publish } = Context.get(context, ChangeSignals)
  const collections = Context.get(context, Collections)
  let checks = 0
  return context.pipe(
    Context.add(ApiKeys, {
      ...keys,
      verify: (key) => Effect.suspend(() => ([1, 3].includes(++checks) ? keys.verify(key) : Effect.succeedNone))
    }),
    Context.add(Collections, {
      ...collections,
      status: (caller, id) => Effect.tap(collections.status(caller, id), publish(id))
    })
  )
})

layer(ways.pipe(Layer.provide(revoking)), { excludeTestServices: true })("A held poll", (suite) => {
  suite.effect("is rejected on both paths if its key was revoked in the meantime", () =>
    compare(poll({ prefer: "wait=9" }), false, 401)
  )
})

layer(World.layer)("The fast path", (suite) => {
  suite.effect("reads nothing for a poll whose certificate was refused, and leaves it to the router", () =>
    Effect.gen(function* () {
      const reads: Array<string> = []
      const find = (_: string, id: string) =>
        Effect.sync(() => {
          reads.push(id)
          return Option.none()
        })
      const fast = yield* Effect.provideService(FastPath.make(), Polls, { find })
      const request = new IncomingRequest.IncomingRequest(new Socket())
      Object.assign(request, { method: "GET", url: statusOf(ids.running) })
      Object.assign(request.headers, { ...newest, "authorization-token": World.apiKey })
      request.certificateError = new PeerCertificateError({ reason: "REVOKED" })
      yield* Effect.callback<void>((resume) => fast(request, new ServerResponse(request), () => resume(Effect.void)))
      assert.isEmpty(reads)
    })
  )
})

describe("The log line of a poll", () => {
  const traceId = "0af7651916cd43dd8448eb211c80319c"
  it.live.each([
    ["without a trace", "", undefined],
    ["in the caller's trace", `00-${traceId}-b7ad6b7169203331-00`, traceId],
    ["after a malformed traceparent", `00-${traceId}-198112189876`, undefined]
  ] as const)("is the same for the fast path and the ordinary path, %s", ([, traceparent, expected]) =>
    Effect.gen(function* () {
      const lines: Array<Readonly<Record<string, unknown>>> = []
      const listener = Logger.make(({ fiber, logLevel, message }) => {
        lines.push({ logLevel, message, ...fiber.getRef(References.CurrentLogAnnotations) })
      })
      const debugging = Layer.merge(Logger.layer([listener]), Layer.succeed(References.MinimumLogLevel, "Debug"))
      const id = { "x-request-id": "4bf92f3577b34da6a3ce929d0e0e4736", ...(traceparent && { traceparent }) }
      const { isQuick } = yield* Effect.flatMap(Ways, ({ send }) => send(poll(id))).pipe(
        Effect.provide(ways.pipe(Layer.provide(World.layer), Layer.provideMerge(debugging)))
      )
      assert.isTrue(isQuick)
      assert.strictEqual(lines.length, 2)
      assert.deepStrictEqual(lines[1], lines[0])
      assert.propertyVal(lines[1], "route", "/collections/:collectionId/status")
      assert.strictEqual(lines[1]?.["traceId"], expected)
    })
  )
})
