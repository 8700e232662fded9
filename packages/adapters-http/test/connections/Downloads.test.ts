/** Downloads in turn (decisions 14). */
import { Arrival } from "@sheaf/adapters-http"
import { assert, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { HttpServerResponse } from "effect/http"
import { TestClock } from "effect/testing"
import { ServerResponse } from "node:http"
import { Socket } from "node:net"
import * as Downloads from "../../src/inbound/connections/Downloads.ts"

it.effect(
  "Downloads wait while unread responses use a client's bytes, fail after 10 seconds, and take turns with others",
  () =>
    Effect.gen(function* () {
      const largest = Downloads.largestBytes
      const inTurn = Downloads.make({ downloadBytes: 4 * largest, downloadBytesPerClient: 2 * largest })
      const responses: Array<ServerResponse> = []
      const reads: Array<string> = []
      const download = (name: string, bytes: number) => {
        const request = new Arrival.Arrival(new Socket())
        request.response = new ServerResponse(request)
        responses.push(request.response)
        const read = Effect.sync(() => {
          reads.push(name)
          return HttpServerResponse.uint8Array(new Uint8Array(bytes))
        })
        return Effect.forkChild(inTurn(name.slice(0, 1), request, read), { startImmediately: true })
      }
      yield* download("a1", 5)
      yield* download("a2", largest - 5)
      const third = yield* download("a3", 5)
      assert.deepStrictEqual(reads, ["a1", "a2", "a3"])
      assert.strictEqual((yield* Fiber.join(third)).status, 200)
      const fourth = yield* download("a4", 5)
      const fifth = yield* download("a5", 5)
      yield* download("b1", 5)
      yield* Fiber.interrupt(fourth)
      assert.deepStrictEqual(reads, ["a1", "a2", "a3", "b1"])
      yield* TestClock.adjust("10 seconds")
      const { body, headers } = yield* Effect.flip(Fiber.join(fifth))
      assert.strictEqual(body.code, "TOO_MANY_DOWNLOADS")
      assert.strictEqual(headers["retry-after"], "1")
      responses[1]?.emit("close")
      yield* download("a6", 5)
      assert.deepStrictEqual(reads, ["a1", "a2", "a3", "b1", "a6"])

      // Once all room is taken, the client with the most unread bytes loses its oldest response.
      yield* download("c1", largest)
      yield* download("c2", largest)
      yield* download("d1", largest)
      yield* download("e1", 5)
      yield* TestClock.adjust("999 millis")
      assert.notInclude(reads, "e1")
      yield* TestClock.adjust("1 milli")
      assert.include(reads, "e1")
      assert.deepStrictEqual(
        responses.flatMap(({ destroyed }, index) => (destroyed ? [index] : [])),
        [7]
      )
    })
)
