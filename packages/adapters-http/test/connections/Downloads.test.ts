/** Downloads, for which clients take turns (decisions 14). */
import { Arrival } from "@sheaf/adapters-http"
import { Effect, Fiber } from "effect"
import { ServerResponse } from "node:http"
import { Socket } from "node:net"
import { assert, it } from "vitest"
import * as Downloads from "../../src/inbound/connections/Downloads.ts"

it("A client's further documents are read only once it has received the first ones, and other clients do not wait", async () => {
  const downloads = Downloads.make()
  const responses: Array<ServerResponse> = []
  const reads: Array<string> = []
  const download = (client: string) => {
    const request = new Arrival.Arrival(new Socket())
    request.response = new ServerResponse(request)
    responses.push(request.response)
    return Effect.runFork(
      downloads.inTurn(
        client,
        request,
        Effect.sync(() => reads.push(client))
      )
    )
  }
  const fibers = ["a", "a", "a", "a", "a", "a", "b"].map(download)
  assert.deepStrictEqual(reads, ["a", "a", "a", "a", "b"])
  const [fifth = assert.fail("no download")] = fibers.slice(4)
  Effect.runFork(Fiber.interrupt(fifth))
  responses[0]?.emit("close")
  responses[1]?.emit("close")
  assert.deepStrictEqual(reads, ["a", "a", "a", "a", "b", "a"])
})
