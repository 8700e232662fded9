/** Tests that clients take turns at downloads (spec 8). */
import { IncomingRequest } from "@sheaf/adapters-http"
import { VersionDialect } from "@sheaf/sandbox-site/testing"
import { testsOf } from "@sheaf/ports/testing"
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Fiber, References } from "effect"
import { HttpServerResponse } from "effect/http"
import { TestClock } from "effect/testing"
import { ServerResponse } from "node:http"
import { Socket } from "node:net"
import * as Downloads from "../../src/inbound/limits/Downloads.ts"
import * as Client from "../Client.ts"
import * as World from "../World.ts"

const test = testsOf(it, Effect.void)

const largest = Downloads.maxDownloadBytes

const world = (places: number, perClient: number) => {
  const inTurn = Downloads.make({ downloadBytes: places * largest, downloadBytesPerClient: perClient * largest })
  const reads: Array<string> = []
  const responses = new Map<string, ServerResponse>()
  const download = (name: string, bytes: number, read: Effect.Effect<void> = Effect.void, session?: string) => {
    const request = new IncomingRequest.IncomingRequest(new Socket())
    request.response = new ServerResponse(request)
    responses.set(name, request.response)
    const done = Effect.map(read, () => {
      reads.push(name)
      return HttpServerResponse.uint8Array(new Uint8Array(bytes))
    })
    return Effect.forkChild(inTurn(name.slice(0, 1), request, done, session), { startImmediately: true })
  }
  const closed = () => Array.from(responses).flatMap(([name, { destroyed }]) => (destroyed ? [name] : []))
  return { closed, download, reads, responses }
}

describe("Downloads", () => {
  test("wait while unread responses use their client's bytes, and then close its oldest response", function* () {
    const { closed, download, reads, responses } = world(9, 2)
    yield* download("a1", largest)
    yield* download("a2", largest - 5)
    assert.strictEqual((yield* Fiber.join(yield* download("a3", 5))).status, 200)
    const fourth = yield* download("a4", 5)
    yield* download("a5", 5)
    yield* download("b1", 5)
    yield* Fiber.interrupt(fourth)
    assert.deepStrictEqual(reads, ["a1", "a2", "a3", "b1"])
    responses.get("a3")?.emit("close")
    yield* Effect.yieldNow
    assert.include(reads, "a5")
    yield* download("a6", 5)
    yield* TestClock.adjust("9999 millis")
    assert.deepStrictEqual(closed(), [])
    yield* TestClock.adjust("1 milli")
    assert.deepStrictEqual(closed(), ["a1"])
    assert.include(reads, "a6")
  })

  test("of a Connect session are read one at a time, and leave room for its client", function* () {
    const { closed, download, reads } = world(9, 2)
    yield* download("a1", largest, Effect.void, "x")
    yield* download("a2", largest, Effect.void, "x")
    yield* download("a3", largest, Effect.void, "y")
    assert.deepStrictEqual(reads, ["a1", "a3"])
    yield* download("a4", largest)
    yield* TestClock.adjust("500 millis")
    assert.deepStrictEqual([reads, closed()], [["a1", "a3", "a4"], ["a1"]])
    // After waiting for ten seconds, a session's download ends the oldest response of another session.
    yield* TestClock.adjust("9500 millis")
    assert.deepStrictEqual([reads.slice(3), closed()], [["a2"], ["a1", "a3"]])
  })

  test("fail after 10 seconds if no unread response can give way", function* () {
    const { closed, download } = world(1, 1)
    yield* download("a1", 5, Effect.never)
    const waiting = yield* download("b1", 5)
    yield* TestClock.adjust("10 seconds")
    const { body, headers } = yield* Effect.flip(Fiber.join(waiting))
    assert.strictEqual(body.code, "TOO_MANY_DOWNLOADS")
    assert.strictEqual(headers["retry-after"], "1")
    assert.deepStrictEqual(closed(), [])
  })

  test("leave their room to other clients however many steps before an interruption", function* () {
    for (let steps = 6; steps <= 60; steps++) {
      const { download, reads } = world(1, 1)
      const read = download("a1", 5, Effect.never)
      yield* Fiber.interrupt(yield* Effect.provideService(read, References.MaxOpsBeforeYield, steps))
      yield* download("b1", 5)
      assert.deepStrictEqual(reads, ["b1"], `${steps} steps`)
    }
  })

  test("take room after half a second from the clients with the most unread bytes, if these are more than theirs", function* () {
    const { closed, download, reads } = world(6.4, 2)
    const document = largest - 1
    for (const name of ["a1", "a2", "b1", "b2", "c1", "c2"]) yield* download(name, document)
    for (const name of ["d1", "d2", "d3"]) yield* download(name, 5)
    yield* TestClock.adjust("499 millis")
    assert.deepStrictEqual(closed(), [])
    assert.lengthOf(reads, 6)
    yield* TestClock.adjust("1 milli")
    assert.deepStrictEqual(reads.slice(6), ["d1", "d2", "d3"])
    assert.deepStrictEqual(closed().slice(0, 1), ["a1"])
    assert.isAtMost(closed().length, 2)
  })

  test("of a client's burst of 600 requests all wait for their turn", function* () {
    const { download, reads } = world(6, 2)
    for (let each = 0; each < 600; each++) yield* download(`a${each}`, 5, Effect.sleep("1 milli"))
    yield* TestClock.adjust("1 second")
    assert.lengthOf(reads, 600)
  })
})

layer(Client.over(World.layer, { downloadBytesPerClient: 0 }))("A client without room for downloads", (it) => {
  testsOf(it, Client.Client).each(VersionDialect.all)(
    "gets 406 without a wait if it does not accept JSON, in $version",
    function* (_, { version, wealth }) {
      const path = wealth.data("019a9f0e-6b2c-7f41-8c3d-0a1b2c3d4e5f")
      const answer = yield* Client.sendIn(version)(path, { headers: { accept: "image/png" } })
      assert.strictEqual(answer.problem.code, "NOT_ACCEPTABLE")
    }
  )
})
