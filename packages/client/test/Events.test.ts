/** Events, with prepared responses and in virtual time. */
import { SheafProblem } from "@sheaf/client"
import type { EventType, ReceivedEvent, SheafEvent } from "@sheaf/client"
import type * as Older from "@sheaf/client/2025-01-01"
import { assert, describe, expectTypeOf, it } from "vitest"
import { json, prepare, problem } from "./PreparedResponses.ts"
import type { PreparedResponse } from "./PreparedResponses.ts"

const page = (eventIds: ReadonlyArray<string>, next: string, headers: Record<string, string> = {}): PreparedResponse =>
  json(
    200,
    eventIds.map((eventId) => ({ eventId, type: "user.erased", version: "2026-04-01" })),
    { link: `</events?cursor=${next}>; rel="next"`, ...headers }
  )

const held = { "preference-applied": "wait=30" }

const take = async (
  count: number,
  iterate: (signal: AbortSignal) => AsyncGenerator<ReceivedEvent<SheafEvent>, void, void>
): Promise<ReadonlyArray<ReceivedEvent<SheafEvent>>> => {
  const received: Array<ReceivedEvent<SheafEvent>> = []
  const enough = new AbortController()
  try {
    for await (const one of iterate(enough.signal)) {
      received.push(one)
      if (received.length === count) enough.abort("enough")
    }
  } catch (reason) {
    assert.strictEqual(reason, "enough")
  }
  return received
}

describe("listing events", () => {
  it("reads page after page, and ends after the newest", async () => {
    const { clock, sent, sheaf } = prepare(page(["a", "b"], "1%2B"), page(["c"], "2"), page([], "2"))
    const listed: Array<string> = []
    const list = async () => {
      const options = { types: ["user.erased", "consent.ended"], since: new Date(0), limit: 2 } as const
      for await (const { eventId } of sheaf.events.list(options)) listed.push(eventId)
    }
    await clock.run(list())
    assert.deepStrictEqual(listed, ["a", "b", "c"])
    const filter = "https://sheaf.example/prefix/events?type=user.erased%2Cconsent.ended&limit=2"
    assert.deepStrictEqual(
      sent.map(({ url }) => url),
      [`${filter}&since=1970-01-01T00%3A00%3A00.000Z`, `${filter}&cursor=1%2B`, `${filter}&cursor=2`]
    )
  })
})

describe("iterating over events", () => {
  it("waits for new events, and gives a cursor after the last event of each response", async () => {
    const { clock, sent, sheaf } = prepare(page(["a", "b"], "1"), page([], "2", held), page(["c"], "3", held))
    const received = await clock.run(take(3, (signal) => sheaf.events.iterate({ cursor: "0", signal })))
    assert.deepStrictEqual(
      (received as Array<ReceivedEvent<SheafEvent>>).map(({ cursor, event: { eventId } }) => [eventId, cursor]),
      [
        ["a", undefined],
        ["b", "1"],
        ["c", "3"]
      ]
    )
    assert.strictEqual(clock.elapsed(), 0)
    assert.deepStrictEqual(
      sent.map(({ headers, url }) => [new URL(url).search, headers["prefer"]]),
      [
        ["?cursor=0", "wait=30"],
        ["?cursor=1", "wait=30"],
        ["?cursor=2", "wait=30"]
      ]
    )
  })

  it.each([
    ["as long as the response says", { "retry-after": "5" }, 5000],
    ["for two seconds by default", {}, 2000]
  ])("pauses if Sheaf did not wait, %s", async (_, headers, pause) => {
    const { clock, sheaf } = prepare(page([], "1", headers), page(["a"], "2"))
    await clock.run(take(1, (signal) => sheaf.events.iterate({ signal })))
    assert.strictEqual(clock.elapsed(), pause)
  })

  it("rejects with the time since which events are kept if the cursor is too old", async () => {
    const { clock, sheaf } = prepare(
      problem(410, "EVENTS_EXPIRED", {}, { oldestAvailable: "2026-04-04T08:00:00.000Z" })
    )
    const error = await clock.run(sheaf.events.iterate({ cursor: "old" }).next())
    assert.instanceOf(error, SheafProblem)
    assert.deepInclude({ ...error }, { code: "EVENTS_EXPIRED", oldestAvailable: "2026-04-04T08:00:00.000Z" })
  })
})

it("events have a type for each kind that the contract names", () => {
  expectTypeOf<SheafEvent["type"]>().toEqualTypeOf<EventType>()
  expectTypeOf<Older.SheafEvent["type"]>().toEqualTypeOf<Older.EventType>()
})
