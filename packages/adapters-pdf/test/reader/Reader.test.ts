/** Tests the reader's queue: its order, its limits, and interrupted callers that call again. */
import { assert, describe, it } from "@effect/vitest"
import type { CallContext } from "@sheaf/ports"
import { PauseTimeout } from "@sheaf/ports"
import { testsOf } from "@sheaf/ports/testing"
import { Duration, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { Reader } from "../../src/index.ts"
import type { AttemptLimits } from "../../src/reader/Attempt.ts"

const test = testsOf(it, Effect.void)

const mebibyte = 1024 * 1024
const limits: Reader.ReaderLimits = { ...Reader.defaultLimits, atOnce: 1 }

/** Creates a reader that records its attempts. `needs` is each document's CPU time, in milliseconds. */
const readerOf = (needs: Readonly<Record<string, number>>, some: Partial<Reader.ReaderLimits> = {}) => {
  const begun: Array<string> = []
  const reader = Reader.makeWithAttempt({ ...limits, ...some }, ({ processorMillis }: AttemptLimits, { bytes }) =>
    Effect.suspend(() => {
      const name = Buffer.from(bytes()).toString()
      const [needed, first] = [needs[name] ?? 100, processorMillis === limits.firstMillis]
      begun.push(first ? name : `${name} again`)
      const outcome: Reader.AttemptOutcome =
        needed > processorMillis ? { type: "TOO_COSTLY" } : { type: "READ", readings: [] }
      return Effect.as(Effect.sleep(Math.min(needed, processorMillis)), outcome)
    })
  )
  /** The document's content is its name. */
  const read = (name: string, size = 10, { client = "one", person = "" } = {}) =>
    Effect.suspend(() =>
      reader.read({ callContext: { client, person }, name, size, layouts: [], bytes: () => Buffer.from(name) })
    )
  const ask = (name: string, size?: number, callContext?: Partial<CallContext>) =>
    Effect.forkChild(read(name, size, callContext), { startImmediately: true })
  return { ask, begun, read }
}

const typeOf = (fiber: Fiber.Fiber<Reader.AttemptOutcome, unknown>) => Effect.map(Fiber.join(fiber), ({ type }) => type)

describe("a reader", () => {
  test("delays a document only by the first attempts of earlier documents", function* () {
    const costly = Array.from({ length: 12 }, (_, index) => `costly-${index}`)
    const { ask } = readerOf(Object.fromEntries(costly.map((name) => [name, 60_000])))
    yield* Effect.forEach(costly, (name) => ask(name))
    const honest = yield* ask("honest")
    yield* TestClock.adjust(12 * limits.firstMillis)
    assert.isUndefined(honest.pollUnsafe())
    yield* TestClock.adjust(100)
    assert.strictEqual(yield* typeOf(honest), "READ")
  })

  const costly = Array.from({ length: 25 }, (_, index) => `costly-${index}`)
  const needs = Object.fromEntries(costly.map((name) => [name, 60_000]))

  test("does not delay a document because of another client's documents", function* () {
    const { ask } = readerOf(needs, { atOnce: 2 })
    yield* Effect.forEach(costly, (name) => ask(name))
    yield* TestClock.adjust(limits.firstMillis / 2)
    const honest = yield* ask("honest", 10, { client: "two" })
    yield* TestClock.adjust(100)
    assert.strictEqual(yield* typeOf(honest), "READ")
  })

  test("does not delay a costly document because of another client's documents", function* () {
    const { ask } = readerOf({ ...needs, honest: 2_000 }, { atOnce: 2 })
    yield* Effect.forEach(costly, (name) => ask(name))
    yield* TestClock.adjust("5 seconds")
    const honest = yield* ask("honest", 10, { client: "two" })
    yield* TestClock.adjust(limits.firstMillis + 2_000)
    assert.strictEqual(yield* typeOf(honest), "READ")
  })

  test("lets clients take turns, and also the persons of each client", function* () {
    const { ask, begun } = readerOf({})
    for (const name of ["a1", "a2", "a3"]) yield* ask(name, 10, { person: "a" })
    for (const name of ["b1", "b2"]) yield* ask(name, 10, { person: "b" })
    for (const name of ["c1", "c2"]) yield* ask(name, 10, { client: "two", person: "a" })
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual(begun, ["a1", "c1", "b1", "c2", "a2", "b2", "a3"])
  })

  test("rejects a client while its queue is full, but no other client", function* () {
    const { ask, read } = readerOf({}, { waiting: 1 })
    yield* ask("first")
    yield* ask("second")
    assert.isTrue((yield* Effect.flip(read("third"))).passes)
    const other = yield* ask("other", 10, { client: "two" })
    yield* TestClock.adjust("1 second")
    const later = yield* ask("later")
    yield* TestClock.adjust("1 second")
    for (const fiber of [other, later]) assert.strictEqual(yield* typeOf(fiber), "READ")
  })

  test("counts the time to read a document toward the call's timeout, but not the wait for its turn", function* () {
    const { ask } = readerOf({ slow: 1_000 })
    let waited = 0
    const untimed: PauseTimeout = (waiting) =>
      Effect.flatMap(Effect.timed(waiting), ([duration, result]) => {
        waited += Duration.toMillis(duration)
        return Effect.succeed(result)
      })
    yield* Effect.forEach(
      Array.from({ length: 400 }, (_, index) => `honest-${index}`),
      (name) => ask(name)
    )
    const last = yield* Effect.provideService(ask("slow"), PauseTimeout, untimed)
    yield* TestClock.adjust("41 seconds")
    assert.strictEqual(yield* typeOf(last), "READ")
    assert.strictEqual(waited, 400 * 100)
  })

  test("runs second attempts one at a time, each with its full time", function* () {
    const { ask, begun } = readerOf({ long: 5_000, longer: 9_000, endless: 60_000 })
    const fibers = yield* Effect.forEach(["long", "longer", "endless"], (name) => ask(name))
    yield* TestClock.adjust("10 seconds")
    assert.include(begun, "longer again")
    assert.notInclude(begun, "endless again")
    yield* TestClock.adjust("1 minute")
    assert.deepStrictEqual(yield* Effect.forEach(fibers, typeOf), ["READ", "READ", "TOO_COSTLY"])
    assert.sameMembers(begun, ["long", "longer", "endless", "long again", "longer again", "endless again"])
    assert.deepStrictEqual(
      begun.filter((name) => name.endsWith("again")),
      ["long again", "longer again", "endless again"]
    )
  })

  test("keeps the place of an interrupted caller, and serves others in the meantime", function* () {
    const { ask, begun } = readerOf({})
    yield* ask("first")
    const gone = yield* ask("gone")
    for (const name of ["third", "fourth", "fifth"]) yield* ask(name)
    yield* Fiber.interrupt(gone)
    yield* TestClock.adjust(100)
    yield* ask("gone")
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual(begun, ["first", "third", "gone", "fourth", "fifth"])
  })

  test("drops the place of a caller that does not return in time", function* () {
    const { ask, read } = readerOf({ first: 1_000 }, { waiting: 1 })
    yield* ask("first")
    yield* Fiber.interrupt(yield* ask("gone"))
    assert.strictEqual((yield* Effect.flip(read("third")))._tag, "QueueFullError")
    yield* TestClock.adjust("15 seconds")
    yield* ask("fourth")
    const fifth = yield* ask("fifth")
    yield* TestClock.adjust("1 second")
    assert.strictEqual(yield* typeOf(fifth), "READ")
  })

  test("continues with the second attempt when a call is repeated", function* () {
    const { ask, begun } = readerOf({ long: 8_000, "long-too": 8_000 })
    const ended = yield* ask("long")
    yield* ask("long-too")
    yield* TestClock.adjust("4 seconds")
    yield* Fiber.interrupt(ended)
    const again = yield* ask("long")
    yield* TestClock.adjust("20 seconds")
    assert.strictEqual(yield* typeOf(again), "READ")
    assert.deepStrictEqual(begun, ["long", "long-too", "long again", "long-too again", "long again"])
  })

  test("limits the total size of large files, but not of small ones", function* () {
    const { ask, begun, read } = readerOf({}, { waitingMebibytes: 40 })
    yield* ask("large", 10 * mebibyte)
    yield* ask("large too", 10 * mebibyte)
    const { passes } = yield* Effect.flip(read("one more", mebibyte))
    assert.isFalse(passes)
    yield* ask("small", mebibyte / 4)
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual(begun, ["large", "large too", "small"])
    yield* ask("later", 20 * mebibyte)
    const { passes: another } = yield* Effect.flip(read("too large", 21 * mebibyte, { client: "two" }))
    assert.isFalse(another)
    yield* ask("another's", 20 * mebibyte, { client: "two" })
    assert.include(begun, "later")
  })

  test("makes room for a client's only large file at the expense of the client with the most bytes", function* () {
    const { ask, begun, read } = readerOf({}, { atOnce: 2, waitingMebibytes: 40 })
    const greedy = { client: "greedy", person: "" }
    const most = yield* Effect.forEach(["a1", "a2"], (name) => ask(name, 10 * mebibyte, greedy))
    const less = yield* Effect.forEach(["b1", "b2"], (name) => ask(name, 9 * mebibyte, { ...greedy, client: "too" }))
    const honest = yield* ask("honest", 8 * mebibyte, { client: "honest" })
    const [first, last] = most
    assert(first !== undefined && last !== undefined)
    assert.strictEqual((yield* Effect.flip(Fiber.join(last)))._tag, "QueueFullError")
    const more = yield* Effect.flip(read("a3", 9 * mebibyte, greedy))
    assert.isFalse(more.passes, "no client gives way to a client with more bytes")
    yield* TestClock.adjust("1 second")
    for (const fiber of [first, ...less, honest]) assert.strictEqual(yield* typeOf(fiber), "READ")
    assert.notInclude(begun, "a2")
  })

  test("ends no file if the new file would still have no room", function* () {
    const { ask, read } = readerOf({}, { atOnce: 2, waitingMebibytes: 40 })
    const asked = yield* Effect.forEach(["a1", "a2"], (name) => ask(name, 10 * mebibyte, { client: "greedy" }))
    const other = yield* ask("b1", 12 * mebibyte, { client: "two" })
    assert.isTrue((yield* Effect.flip(read("c1", 19 * mebibyte, { client: "three" }))).passes)
    yield* TestClock.adjust("1 second")
    for (const fiber of [...asked, other]) assert.strictEqual(yield* typeOf(fiber), "READ")
  })

  test("never ends a client's only large file, and lets its caller retry if only such files wait", function* () {
    const { ask, read } = readerOf({}, { waitingMebibytes: 30 })
    const fibers = yield* Effect.forEach(["a", "b", "c"], (client) => ask(client, 10 * mebibyte, { client }))
    assert.isTrue((yield* Effect.flip(read("d", 9 * mebibyte, { client: "d" }))).passes)
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual(yield* Effect.forEach(fibers, typeOf), ["READ", "READ", "READ"])
  })

  test("frees an attempt's place if the attempt dies", function* () {
    let attempts = 0
    const dying = Reader.makeWithAttempt(limits, () => Effect.die(`broken, ${++attempts} times`))
    const asked = {
      callContext: { client: "one", person: "" },
      name: "a",
      size: 1,
      layouts: [],
      bytes: () => new Uint8Array()
    }
    yield* Effect.exit(dying.read(asked))
    yield* Effect.exit(dying.read(asked))
    assert.strictEqual(attempts, 2)
  })
})
