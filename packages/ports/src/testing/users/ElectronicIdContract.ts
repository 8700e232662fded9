/** What every adapter of {@link ElectronicId} does: orders, their progress, and their end (decisions 6). */
import { assert, layer } from "@effect/vitest"
import { statusOfFailure } from "@sheaf/domain/ElectronicId"
import { Clock, Effect, Option, Redacted, Schema } from "effect"
import type { Layer } from "effect"
import { ElectronicId } from "../../users/ElectronicId.ts"
import type { ElectronicIdProgress, ElectronicIdRequest } from "../../users/ElectronicId.ts"
import { newId } from "../Fixture.ts"

/** What becomes of an order that nobody disturbs. */
export type ElectronicIdEnd =
  | {
      readonly _tag: "Complete"
      /** The person who identified; absent: the provider does not tell. */
      readonly personalNumber?: string
    }
  | { readonly _tag: "Failed"; readonly hint: string }
  /** Nobody answers the order, for as long as a test may take. */
  | { readonly _tag: "Pending" }

/** One order to put the adapter through. */
export interface ElectronicIdRun {
  readonly name: string
  readonly request: ElectronicIdRequest
  /** The hints that it shows while it is pending, in their order; none where it is over at once. */
  readonly hints: ReadonlyArray<string>
  readonly end: ElectronicIdEnd
}

export interface ElectronicIdContractOptions {
  /**
   * Lets as many milliseconds pass for the adapter and its provider. A test's clock is moved on; with a real provider
   * time has to pass, or the provider is told to do what it would have done by then.
   */
  readonly passTime: (millis: number) => Effect.Effect<void>
  /** The adapter needs real time, as for timeouts of real connections: the suite has no test services then. */
  readonly realTime?: boolean
}

const mostCollects = 100
const pendingCollects = 5

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** A new order of a run. What is still open of it at the end of the test is closed, for the tests that follow. */
const order = Effect.fnUntraced(function* (run: ElectronicIdRun, key?: string) {
  const provider = yield* ElectronicId
  const made = yield* provider.order(run.request, key ?? (yield* newId))
  yield* Effect.addFinalizer(() => Effect.ignore(provider.cancel(made.orderRef)))
  return made
})

/** The end of an order, and the hints on the way to it, each as often as it changed to it. */
const collectToTheEnd = Effect.fnUntraced(function* (orderRef: string, { passTime }: ElectronicIdContractOptions) {
  const provider = yield* ElectronicId
  const hints: Array<string> = []
  for (let count = 0; count < mostCollects; count++) {
    const progress = yield* provider.collect(orderRef)
    if (progress._tag !== "Pending") return { hints, progress }
    if (progress.hint !== hints.at(-1)) hints.push(progress.hint)
    yield* passTime(progress.afterMillis)
  }
  throw new Error(`the order is not over after it was asked after ${mostCollects} times`)
})

const isFailed = ({ _tag }: ElectronicIdProgress): boolean => _tag === "Failed"

const encodings = [Schema.StringFromBase64, Schema.StringFromBase64Url, Schema.StringFromHex].map((encoding) =>
  Schema.decodeUnknownOption(encoding)
)

/** A text as it is, and what it reads as where it is base64 or hexadecimal. */
const readings = (text: string): ReadonlyArray<string> => [
  text,
  ...encodings.flatMap((decode) => [text, text.replaceAll("-", "")].flatMap((each) => Option.toArray(decode(each))))
]

/**
 * Checks an adapter. Its runs show each kind of end: complete, failed, and one that stays pending. The run that stays
 * pending is of a login method for which the provider counts the open orders of a person.
 */
export const electronicIdContract = <E>(
  name: string,
  adapter: Layer.Layer<ElectronicId, E>,
  runs: ReadonlyArray<ElectronicIdRun>,
  options: ElectronicIdContractOptions
) =>
  layer(adapter, { excludeTestServices: options.realTime ?? false })(`the electronic-ID contract: ${name}`, (it) => {
    const unanswered = Effect.suspend(() => {
      const run = runs.find(({ end }) => end._tag === "Pending")
      return run === undefined ? Effect.die(new Error(`${name}: no run stays pending`)) : Effect.succeed(run)
    })

    it("is put through orders that complete, fail and stay pending", () => {
      assert.includeMembers([...new Set(runs.map(({ end }) => end._tag))], ["Complete", "Failed", "Pending"])
    })

    it.effect.each(runs.filter(({ end }) => end._tag !== "Pending"))("brings an order to its end: $name", (run) =>
      Effect.gen(function* () {
        const { orderRef } = yield* order(run)
        const { hints, progress } = yield* collectToTheEnd(orderRef, options)
        assert.deepStrictEqual(hints, [...run.hints])
        assert.strictEqual(progress._tag, run.end._tag)
        if (progress._tag === "Failed" && run.end._tag === "Failed") assert.strictEqual(progress.hint, run.end.hint)
        if (progress._tag === "Complete" && run.end._tag === "Complete") {
          const { personalNumber } = progress
          assert.strictEqual(personalNumber && Redacted.value(personalNumber), run.end.personalNumber)
        }
      })
    )

    it.effect("keeps an order pending that nobody answers, and says when to ask again", () =>
      Effect.gen(function* () {
        const run = yield* unanswered
        const provider = yield* ElectronicId
        const { orderRef } = yield* order(run)
        const hints = new Set<string>()
        for (let count = 0; count < pendingCollects; count++) {
          const progress = yield* provider.collect(orderRef)
          assert.strictEqual(progress._tag, "Pending")
          if (progress._tag !== "Pending") return
          assert.isTrue(Number.isSafeInteger(progress.afterMillis) && progress.afterMillis > 0, "afterMillis")
          hints.add(progress.hint)
          yield* options.passTime(progress.afterMillis)
        }
        assert.deepStrictEqual([...hints], run.hints.slice(0, hints.size))
      })
    )

    it.effect("tells a person's app what to open: tokens that are UUIDs, and the time at which the order began", () =>
      Effect.gen(function* () {
        for (const run of runs) {
          const before = yield* Clock.currentTimeMillis
          const { autoStartToken, orderRef, qrStartSecret, qrStartToken, startedAt } = yield* order(run)
          const after = yield* Clock.currentTimeMillis
          for (const token of [autoStartToken, qrStartToken, qrStartSecret]) assert.match(token, uuid, run.name)
          assert.lengthOf(new Set([autoStartToken, orderRef, qrStartSecret, qrStartToken]), 4, run.name)
          assert.isTrue(before <= startedAt && startedAt <= after, `${run.name} began at ${startedAt}`)
          yield* (yield* ElectronicId).cancel(orderRef)
        }
      })
    )

    it.effect("gives the same order for the same key, and another for another", () =>
      Effect.gen(function* () {
        for (const run of runs) {
          const key = yield* newId
          const first = yield* order(run, key)
          assert.deepStrictEqual(yield* order(run, key), first, run.name)
          yield* (yield* ElectronicId).cancel(first.orderRef)
          const second = yield* order(run)
          assert.notStrictEqual(second.orderRef, first.orderRef, run.name)
          assert.notStrictEqual(second.autoStartToken, first.autoStartToken, run.name)
          assert.notStrictEqual(second.qrStartSecret, first.qrStartSecret, run.name)
          yield* (yield* ElectronicId).cancel(second.orderRef)
        }
      })
    )

    it.effect("tells nothing of the person in the reference of an order", () =>
      Effect.gen(function* () {
        for (const run of runs) {
          const { orderRef } = yield* order(run)
          const personalNumber = Redacted.value(run.request.personalNumber)
          for (const reading of readings(orderRef)) {
            assert.notInclude(reading, personalNumber, run.name)
            assert.notInclude(reading, personalNumber.slice(2), run.name)
          }
          yield* (yield* ElectronicId).cancel(orderRef)
        }
      })
    )

    it.effect("fails an order that was cancelled, and lets the same person have another", () =>
      Effect.gen(function* () {
        const run = yield* unanswered
        const provider = yield* ElectronicId
        const { orderRef } = yield* order(run)
        yield* provider.cancel(orderRef)
        assert.isTrue(isFailed(yield* provider.collect(orderRef)))
        yield* provider.cancel(orderRef)
        const another = yield* order(run)
        assert.strictEqual((yield* provider.collect(another.orderRef))._tag, "Pending")
      })
    )

    it.effect("takes the cancellation of an order that is over", () =>
      Effect.gen(function* () {
        for (const run of runs.filter(({ end }) => end._tag !== "Pending")) {
          const { orderRef } = yield* order(run)
          yield* collectToTheEnd(orderRef, options)
          yield* (yield* ElectronicId).cancel(orderRef)
        }
      })
    )

    it.effect("cancels both when a person has a second order while one is open", () =>
      Effect.gen(function* () {
        const run = yield* unanswered
        const provider = yield* ElectronicId
        const { orderRef } = yield* order(run)
        const error = yield* Effect.flip(order(run))
        assert.strictEqual(error.reason, "ALREADY_IN_PROGRESS")
        const first = yield* provider.collect(orderRef)
        assert.strictEqual(first._tag === "Failed" && statusOfFailure(first.hint), "AUTHENTICATION_CONFLICT")
        const third = yield* order(run)
        assert.strictEqual((yield* provider.collect(third.orderRef))._tag, "Pending")
      })
    )

    it.effect("knows only the orders that it made", () =>
      Effect.gen(function* () {
        const provider = yield* ElectronicId
        const unknown = yield* newId
        assert.isTrue(isFailed(yield* provider.collect(unknown)))
        yield* provider.cancel(unknown)
      })
    )

    it.effect.prop(
      "takes any text for the reference of an order that was never made",
      [Schema.NonEmptyString],
      ([text]) =>
        Effect.gen(function* () {
          assert.isTrue(isFailed(yield* (yield* ElectronicId).collect(text)))
        }),
      { arbitrary: { runs: 20 } }
    )
  })
