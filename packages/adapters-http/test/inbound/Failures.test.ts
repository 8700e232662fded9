/** Tests that internal errors return 500 without details, and what the log line of a request contains (spec 2.6). */
import { assert, describe, it } from "@effect/vitest"
import type { RequestOptions } from "@sheaf/sandbox-site/testing"
import { ApiKeys, CollectionNotFound, Collections, StoreError } from "@sheaf/ports"
import { testsOf } from "@sheaf/ports/testing"
import { Context, Effect, Layer, Logger, Redacted, References } from "effect"
import * as Client from "../Client.ts"
import { Client as ClientService } from "../Client.ts"
import * as World from "../World.ts"
import { ids } from "../World.ts"

const secret = "199001012385"

/** With this key, the store's error is marked as an outage. With any other key, it is an ordinary failure. */
const outageKey = "outage"

const outageOf = (key: Redacted.Redacted) => (Redacted.value(key) === outageKey ? { isOutage: true } : {})

const broken = Layer.effectContext(
  Effect.gen(function* () {
    const context = yield* Effect.context<World.Ports>()
    const collections = Context.get(context, Collections)
    const keys = Context.get(context, ApiKeys)
    return context.pipe(
      Context.add(Collections, {
        ...collections,
        status: (caller, id) => {
          if (id === ids.running) return Effect.die(new Error(`no row for ${secret}\n    at ${secret}`))
          if (id === ids.waiting) throw new TypeError(secret)
          return id === ids.completed ? Effect.die(secret) : collections.status(caller, id)
        },
        // Damaged JSON, which the parser's error message quotes.
        dataJson: (_, __, product) =>
          product === "INSURANCE"
            ? Effect.succeed(new TextEncoder().encode(`[${secret}`))
            : Effect.fail(new CollectionNotFound())
      }),
      Context.add(ApiKeys, {
        ...keys,
        verify: (key) =>
          Effect.flatMap(keys.verify(key), (found) =>
            found._tag === "Some"
              ? Effect.succeed(found)
              : Effect.fail(new StoreError({ operation: secret, cause: new RangeError(secret), ...outageOf(key) }))
          )
      })
    )
  })
).pipe(Layer.provide(World.layer))

interface Line {
  readonly level: string
  readonly message: unknown
  readonly annotations: Readonly<Record<string, unknown>>
}

const sendAndListen = (path: string, request?: RequestOptions) => {
  const lines: Array<Line> = []
  const listener = Logger.make(({ fiber, logLevel, message }) => {
    lines.push({ level: logLevel, message, annotations: fiber.getRef(References.CurrentLogAnnotations) })
  })
  const surroundings = Layer.merge(Logger.layer([listener]), Layer.succeed(References.MinimumLogLevel, "Debug"))
  return Effect.gen(function* () {
    const client = yield* ClientService
    const answer = yield* client.send(path, request)
    return { answer, lines }
  }).pipe(Effect.provide(Client.over(broken).pipe(Layer.provide(surroundings))))
}

const own = { "x-request-id": "4bf92f3577b34da6a3ce929d0e0e4736" }

const test = testsOf(it, Effect.void)

describe("A service failure", () => {
  test("returns 503 with Retry-After while the database does not respond", function* () {
    const { answer } = yield* sendAndListen("/collections", { headers: { "authorization-token": outageKey } })
    assert.strictEqual(answer.problem.code, "NOT_READY")
    assert.strictEqual(answer.headers.get("retry-after"), "2")
    assert.notInclude(answer.text, secret)
  })

  for (const [name, path, headers, kinds] of [
    ["a defect", `/collections/${ids.running}/status`, own, ["Error"]],
    ["a throw", `/collections/${ids.waiting}/status`, own, ["TypeError"]],
    ["a defect that is not an Error", `/collections/${ids.completed}/status`, own, ["string"]],
    [
      "stored records that are damaged",
      `/insurance/collection/${ids.completed}/data`,
      { ...own, "service-version": "2025-01-01" },
      ["SyntaxError"]
    ],
    [
      "a store that fails",
      "/collections",
      { ...own, "authorization-token": "x" },
      ["StoreError UNAVAILABLE", "RangeError"]
    ],
    [
      "a store that fails, of another version",
      "/collections",
      { ...own, "authorization-token": "x", "service-version": undefined },
      ["StoreError UNAVAILABLE", "RangeError"]
    ]
  ] as const) {
    test(`returns 500 without internal details: ${name}`, function* () {
      const { answer, lines } = yield* sendAndListen(path, { headers })
      assert.strictEqual(answer.status, 500)
      assert.deepStrictEqual(
        { ...answer.problem },
        {
          type: "/problems/internal",
          title: "Internal error",
          status: 500,
          detail: "The request could not be processed.",
          code: "INTERNAL",
          requestId: "4bf92f3577b34da6a3ce929d0e0e4736"
        }
      )
      assert.notInclude(answer.text, secret)
      const errors = lines.filter(({ level }) => level === "Error")
      assert.strictEqual(errors.length, 1)
      assert.strictEqual(errors[0]?.annotations["requestId"], "4bf92f3577b34da6a3ce929d0e0e4736")
      const failures = errors[0]?.annotations["failures"]
      assert.containsSubset(failures, [{ kinds: [...kinds] }])
      assert.notInclude(JSON.stringify(lines), secret)
    })
  }

  test("is logged with its place in the code", function* () {
    const { lines } = yield* sendAndListen(`/collections/${ids.running}/status`)
    assert.match(JSON.stringify(lines), /Failures\.test\.ts/)
  })
})

describe("The log line of a request", () => {
  test("contains the route template, never the path or query", function* () {
    const { lines } = yield* sendAndListen(`/collections/${ids.empty}/status?secret=${secret}`, { headers: own })
    assert.deepStrictEqual<ReadonlyArray<object>>(
      lines.map(({ annotations, level }) => ({ ...annotations, level })),
      [
        {
          level: "Debug",
          requestId: "4bf92f3577b34da6a3ce929d0e0e4736",
          method: "GET",
          route: "/collections/:collectionId/status",
          version: "2026-04-01",
          status: 400
        }
      ]
    )
    assert.notInclude(JSON.stringify(lines), ids.empty)
  })

  test("has no route for an unknown path", function* () {
    const { lines } = yield* sendAndListen(`/people/${secret}`)
    assert.strictEqual(lines.length, 1)
    assert.containsSubset(lines[0]?.annotations, { route: "(none)", status: 404 })
  })
})
