/** Fetching a collection's documents: retries, deadline and limits. */
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { assert, describe, it } from "@effect/vitest"
import { ConnectorError } from "@sheaf/ports"
import type { Connector, DocumentContent } from "@sheaf/ports"
import { Clock, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import * as DocumentFetcher from "../../src/collections/calls/DocumentFetcher.ts"
import { Timeouts } from "../../src/index.ts"

const mebibyte = 1024 * 1024
const unused = Effect.die("only documents should be fetched")

const company = (content: (call: number) => Effect.Effect<DocumentContent, ConnectorError>) => {
  const state = { calls: 0 }
  const connector: Connector = {
    begin: () => unused,
    resume: () => unused,
    cancel: () => unused,
    document: () => Effect.suspend(() => content(++state.calls))
  }
  return { state, connector }
}

const file = (size: number): DocumentContent => ({ contentType: "application/pdf", bytes: new Uint8Array(size) })
const fails = (reason: ConnectorError["reason"]) => new ConnectorError({ reason })

const references = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    documentId: `${index}`,
    theirs: `letter-${index}`,
    name: `letter-${index}.pdf`
  }))

const hour = 3_600_000

const fetched = Effect.fnUntraced(function* (connector: Connector, records: ReadonlyArray<number>, deadline = hour) {
  const began = yield* Clock.currentTimeMillis
  const fetch = yield* DocumentFetcher.make(connector, "session", deadline)
  const found = yield* Effect.forEach(records, (count) => fetch("INSURANCE", references(count)))
  const millis = (yield* Clock.currentTimeMillis) - began
  return {
    documents: found.flatMap(({ documents }) => documents),
    missing: found.map(({ missing }) => missing),
    millis
  }
}, Effect.provide(NodeCrypto.layer))

const inTime = Effect.fnUntraced(function* (...given: Parameters<typeof fetched>) {
  const fiber = yield* Effect.forkChild(fetched(...given))
  for (let second = 0; second < 200; second++) yield* TestClock.adjust("1 second")
  return yield* Fiber.join(fiber)
})

const test = (name: string, body: () => Generator<Effect.Effect<unknown, unknown, never>, void, never>) =>
  it.effect(name, () => Effect.gen(body))

describe("the documents of a collection", () => {
  test("are retried until the company answers", function* () {
    const { connector, state } = company((call) => (call <= 5 ? fails("UNREACHABLE") : Effect.succeed(file(3))))
    const { documents, millis, missing } = yield* inTime(connector, [1])
    assert.strictEqual(documents[0]?.bytes.length, 3)
    assert.deepStrictEqual(missing, [0])
    assert.strictEqual(state.calls, 6)
    assert.isAbove(millis, 5_000)
  })

  test("share one time for all retries", function* () {
    const { connector } = company(() => fails("COMPANY_ERROR"))
    const { documents, millis, missing } = yield* inTime(connector, [3, 3])
    assert.isEmpty(documents)
    assert.deepStrictEqual(missing, [3, 3])
    // The last pause can begin just before the limit.
    assert.isAtMost(millis, Timeouts.defaults.connectorRetry + 10_000)
  })

  test("are all fetched from a slow company", function* () {
    const { connector } = company(() => Effect.as(Effect.sleep("1500 millis"), file(1)))
    const { documents, millis, missing } = yield* inTime(
      connector,
      Array.from({ length: 60 }, () => 1)
    )
    assert.lengthOf(documents, 60)
    assert.isTrue(missing.every((count) => count === 0))
    assert.strictEqual(millis, 90_000)
  })

  test("are given up at the collection's deadline", function* () {
    const { connector } = company(() => Effect.never)
    assert.isAtMost((yield* inTime(connector, [1], 7_000)).millis, 7_000)
  })

  test("are not retried after a permanent failure", function* () {
    const { connector, state } = company((call) => (call === 1 ? fails("BROKEN") : Effect.succeed(file(1))))
    const { documents, missing } = yield* fetched(connector, [2])
    assert.lengthOf(documents, 1)
    assert.deepStrictEqual(missing, [1])
    assert.strictEqual(state.calls, 2)
  })

  test("are skipped if larger than 20 MiB", function* () {
    const sizes = [20 * mebibyte, 20 * mebibyte + 1]
    const { connector } = company((call) => Effect.succeed(file(sizes[call - 1] ?? 0)))
    const { documents, missing } = yield* fetched(connector, [2])
    assert.deepStrictEqual(
      documents.map(({ bytes }) => bytes.length),
      [20 * mebibyte]
    )
    assert.deepStrictEqual(missing, [1])
  })

  test("are at most 200, and the rest are not fetched", function* () {
    const { connector, state } = company(() => Effect.succeed(file(1)))
    const { documents, missing } = yield* fetched(connector, [150, 100])
    assert.lengthOf(documents, 200)
    assert.deepStrictEqual(missing, [0, 50])
    assert.strictEqual(state.calls, 200)
  })

  test("are at most 100 MiB in total, and the rest are not fetched", function* () {
    const { connector, state } = company(() => Effect.succeed(file(20 * mebibyte)))
    const { documents, missing } = yield* fetched(connector, [1, 1, 1, 1, 1, 1, 1])
    assert.lengthOf(documents, 5)
    assert.deepStrictEqual(missing, [0, 0, 0, 0, 0, 1, 1])
    assert.strictEqual(state.calls, 5)
  })
})
