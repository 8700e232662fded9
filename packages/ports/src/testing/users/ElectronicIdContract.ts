/** The contract of {@link ElectronicId} (spec 17). */
import { assert, layer } from "@effect/vitest"
import { statusOfFailure } from "@sheaf/domain/ElectronicIdHint"
import * as LoginIdentity from "@sheaf/domain/LoginIdentity"
import { Clock, Effect, Option, Redacted, Schema } from "effect"
import type { Layer } from "effect"
import { ElectronicId } from "../../users/ElectronicId.ts"
import type { ElectronicIdOrder, ElectronicIdProgress, ElectronicIdRequest } from "../../users/ElectronicId.ts"
import { newId, testsOf } from "../samples/Fixture.ts"

export type ElectronicIdEnd =
  /** `personalNumber` is the identifier in the scheme's format. */
  | { readonly _tag: "Complete"; readonly personalNumber: string }
  | { readonly _tag: "Failed"; readonly hint: string }
  | { readonly _tag: "Pending" }

export interface ElectronicIdRun {
  readonly name: string
  readonly request: ElectronicIdRequest
  readonly hints: ReadonlyArray<string>
  readonly end: ElectronicIdEnd
}

export interface ElectronicIdContractOptions {
  readonly passTime: (millis: number) => Effect.Effect<void>
}

const maxCollects = 100
const pendingCollects = 5

const order = Effect.fnUntraced(function* (run: ElectronicIdRun, key?: string) {
  const provider = yield* ElectronicId
  const made = yield* provider.order(run.request, key ?? (yield* newId))
  yield* Effect.addFinalizer(() => Effect.ignore(provider.cancel(made.orderRef)))
  return made
})

/** Polls an order until it ends. Returns the final progress and the hints, without consecutive duplicates. */
const collectToTheEnd = Effect.fnUntraced(function* (orderRef: string, { passTime }: ElectronicIdContractOptions) {
  const provider = yield* ElectronicId
  const hints: Array<string> = []
  for (let count = 0; count < maxCollects; count++) {
    const progress = yield* provider.collect(orderRef)
    if (progress._tag !== "Pending") return { hints, progress }
    if (progress.hint !== hints.at(-1)) hints.push(progress.hint)
    yield* passTime(progress.afterMillis)
  }
  throw new Error(`the order did not end within ${maxCollects} polls`)
})

const tokensOf = ({ animatedCode, autoStartToken, controlCode, deviceLink }: ElectronicIdOrder) =>
  [autoStartToken, animatedCode?.startToken, animatedCode?.startSecret, deviceLink?.secret, controlCode].filter(
    (token) => token !== undefined
  )

const startOf = ({ animatedCode, deviceLink }: ElectronicIdOrder) => (animatedCode ?? deviceLink)?.startedAt

const isFailed = ({ _tag }: ElectronicIdProgress): boolean => _tag === "Failed"

const encodings = [Schema.StringFromBase64, Schema.StringFromBase64Url, Schema.StringFromHex].map((encoding) =>
  Schema.decodeUnknownOption(encoding)
)

/** Returns the string, and its decoded forms if it is valid base64 or hexadecimal. */
const readings = (text: string): ReadonlyArray<string> => [
  text,
  ...encodings.flatMap((decode) => [text, text.replaceAll("-", "")].flatMap((each) => Option.toArray(decode(each))))
]

/**
 * `runs` must include every possible outcome: an order that completes, one that fails and one that stays pending. For the login method of the pending order, the provider must limit how many open orders a person can have.
 */
export const electronicIdContract = <E>(
  name: string,
  adapter: Layer.Layer<ElectronicId, E>,
  runs: ReadonlyArray<ElectronicIdRun>,
  options: ElectronicIdContractOptions
) =>
  layer(adapter)(`the electronic-ID contract: ${name}`, (it) => {
    const test = testsOf(it, ElectronicId)

    const unanswered = Effect.suspend(() => {
      const run = runs.find(({ end }) => end._tag === "Pending")
      return run === undefined ? Effect.die(new Error(`${name}: no run stays pending`)) : Effect.succeed(run)
    })

    it("runs orders that complete, fail and stay pending", () => {
      assert.includeMembers([...new Set(runs.map(({ end }) => end._tag))], ["Complete", "Failed", "Pending"])
    })

    test.each(runs.filter(({ end }) => end._tag !== "Pending"))("ends an order: $name", function* (_, run) {
      const { orderRef } = yield* order(run)
      const { hints, progress } = yield* collectToTheEnd(orderRef, options)
      assert.deepStrictEqual(hints, [...run.hints])
      assert.strictEqual(progress._tag, run.end._tag)
      if (progress._tag === "Failed" && run.end._tag === "Failed") assert.strictEqual(progress.hint, run.end.hint)
      if (progress._tag === "Complete" && run.end._tag === "Complete") {
        assert.strictEqual(Redacted.value(progress.personalNumber), run.end.personalNumber)
      }
    })

    test("keeps an unanswered order pending and states the time of the next poll", function* (provider) {
      const run = yield* unanswered
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

    test("returns distinct tokens and the start of the order", function* (provider) {
      for (const run of runs) {
        const before = yield* Clock.currentTimeMillis
        const made = yield* order(run)
        const after = yield* Clock.currentTimeMillis
        const tokens = tokensOf(made)
        assert.isAbove(tokens.length, 0, run.name)
        assert.lengthOf(new Set([made.orderRef, ...tokens]), tokens.length + 1, run.name)
        const startedAt = startOf(made) ?? before
        assert.isTrue(before <= startedAt && startedAt <= after, `${run.name} began at ${startedAt}`)
        yield* provider.cancel(made.orderRef)
      }
    })

    test("returns the same order for the same key, and a new order for a new key", function* (provider) {
      for (const run of runs) {
        const key = yield* newId
        const first = yield* order(run, key)
        assert.deepStrictEqual(yield* order(run, key), first, run.name)
        yield* provider.cancel(first.orderRef)
        const second = yield* order(run)
        assert.notStrictEqual(second.orderRef, first.orderRef, run.name)
        assert.notDeepEqual(tokensOf(second), tokensOf(first), run.name)
        yield* provider.cancel(second.orderRef)
      }
    })

    test("keeps the personal number out of the order reference", function* (provider) {
      for (const run of runs) {
        const { orderRef } = yield* order(run)
        const personalNumber = LoginIdentity.electronicIdNumberOf(Redacted.value(run.request.login))
        for (const reading of readings(orderRef)) {
          assert.notInclude(reading, personalNumber, run.name)
          assert.notInclude(reading, personalNumber.slice(2), run.name)
        }
        yield* provider.cancel(orderRef)
      }
    })

    test("fails a canceled order and accepts the person's next order", function* (provider) {
      const run = yield* unanswered
      const { orderRef } = yield* order(run)
      yield* provider.cancel(orderRef)
      assert.isTrue(isFailed(yield* provider.collect(orderRef)))
      yield* provider.cancel(orderRef)
      const another = yield* order(run)
      assert.strictEqual((yield* provider.collect(another.orderRef))._tag, "Pending")
    })

    test("accepts the cancellation of an ended order", function* (provider) {
      for (const run of runs.filter(({ end }) => end._tag !== "Pending")) {
        const { orderRef } = yield* order(run)
        yield* collectToTheEnd(orderRef, options)
        yield* provider.cancel(orderRef)
      }
    })

    test("cancels both orders when a person begins a second order", function* (provider) {
      const run = yield* unanswered
      const { orderRef } = yield* order(run)
      const error = yield* Effect.flip(order(run))
      assert.strictEqual(error.reason, "ALREADY_IN_PROGRESS")
      const first = yield* provider.collect(orderRef)
      assert.strictEqual(first._tag === "Failed" && statusOfFailure(first.hint), "AUTHENTICATION_CONFLICT")
      const third = yield* order(run)
      assert.strictEqual((yield* provider.collect(third.orderRef))._tag, "Pending")
    })

    test.prop([Schema.NonEmptyString], { runs: 20 })(
      "reports any unknown reference as failed",
      function* (provider, [text]) {
        assert.isTrue(isFailed(yield* provider.collect(text)))
      }
    )
  })
