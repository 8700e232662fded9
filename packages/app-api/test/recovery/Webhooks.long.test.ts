/** Deliveries of a service that is killed: no event is lost, and repeats have the same `webhook-id` (spec 6). */
import { until } from "@sheaf/adapters-http/testing"
import { afterAll, assert, beforeAll, it } from "vitest"
import { Receiver } from "../events/Receiver.ts"
import { plainStart } from "../Starts.ts"
import { TestService } from "../TestService.ts"

const service = new TestService()
const { client } = service
const receiver = new Receiver()

beforeAll(async () => {
  await receiver.listen()
  await service.start()
}, 60_000)
afterAll(async () => {
  receiver.close()
  await service.end()
})

interface Listed {
  readonly eventId: string
}

const collections = 20
const kills = 3

it("reach the receiver after every kill, with the ids of the events", { timeout: 300_000 }, async () => {
  ;(await client.post("/webhook-endpoints", { url: receiver.url })).expect(201)
  for (let kill = 0; kill < kills; kill++) {
    const before = receiver.received.length
    // The first deliveries of each run get no response before the kill.
    receiver.answer = (response) => {
      if (receiver.received.length > before + 4) return
      response.writeHead(204).end()
    }
    await Promise.all(Array.from({ length: collections }, () => client.begin(plainStart)))
    await until(
      async () => receiver.received.length,
      (count) => count > before + 4
    )
    receiver.answer = (response) => void response.writeHead(204).end()
    await service.restart()
  }
  const ids = () => new Set(receiver.received.map(({ event: { eventId } }) => eventId))
  await until(
    async () => ids().size,
    (count) => count === kills * collections
  )
  const listed = await client.read<ReadonlyArray<Listed>>("/events?limit=100")
  assert.deepStrictEqual([...ids()].sort(), listed.map(({ eventId }) => eventId).sort())
  assert.isAbove(receiver.received.length, ids().size, "some deliveries are repeated")
  for (const { event, headers } of receiver.received) assert.strictEqual(headers["webhook-id"], event.eventId)
})
