/** The console's webhook inboxes. */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as WebhookInboxes from "../src/handlers/WebhookInboxes.ts"

const of = (body: string) => ({ headers: { "webhook-id": body }, body })

it.effect("keep each inbox's requests apart and in order, with their numbers and times", () =>
  Effect.gen(function* () {
    const { after, receive } = WebhookInboxes.make()
    yield* receive("one", of("first"))
    yield* receive("other", of("elsewhere"))
    yield* TestClock.adjust("1 second")
    yield* receive("one", of("second"))
    const first = { number: 1, receivedAt: 0, ...of("first") }
    const second = { number: 2, receivedAt: 1000, ...of("second") }
    assert.deepStrictEqual(yield* after("one", 0), [first, second])
    assert.deepStrictEqual(yield* after("one", 1), [second])
    assert.deepStrictEqual(yield* after("unknown", 0), [])
  })
)

it.effect("forget the oldest request after a hundred, and the oldest inbox after sixteen", () =>
  Effect.gen(function* () {
    const { after, receive } = WebhookInboxes.make()
    for (let number = 1; number <= 101; number++) yield* receive("busy", of(`${number}`))
    const kept = yield* after("busy", 0)
    assert.deepStrictEqual([kept.length, kept[0]?.number, kept.at(-1)?.number], [100, 2, 101])
    for (let number = 1; number <= 16; number++) yield* receive(`inbox ${number}`, of("a"))
    assert.deepStrictEqual(yield* after("busy", 0), [])
    assert.lengthOf(yield* after("inbox 1", 0), 1)
  })
)
