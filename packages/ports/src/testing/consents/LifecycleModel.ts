/**
 * Contract tests for consent lifecycles under concurrent changes (spec 3.4). Generated commands run against both the
 * store and a model, {@link ConsentLifecycle.transition}.
 */
import { assert } from "@effect/vitest"
import * as ConsentLifecycle from "@sheaf/domain/ConsentLifecycle"
import { ConsentStatus, isFinal } from "@sheaf/domain/ConsentStatus"
import { Arbitrary, Effect, Option, Schema } from "effect"
import { ConsentStore } from "../../consents/ConsentStore.ts"
import type { ConsentChange, ConsentPrecondition, ConsentState } from "../../consents/ConsentStore.ts"
import { runConcurrently, intBetween, testsOf } from "../samples/Fixture.ts"
import * as Sample from "../samples/ConsentSample.ts"
import type { ConsentTestMethods } from "../samples/ConsentSample.ts"

const Report = Schema.Struct({ status: ConsentStatus, changed: Schema.Boolean, closed: Schema.Boolean })
type Report = typeof Report.Type

const reports = (minLength: number, maxLength: number) =>
  Arbitrary.array(Arbitrary.schema(Report), { minLength, maxLength })

/**
 * Each consent passes through these statuses before the random commands, which would otherwise end most consents too
 * early.
 */
const headStart: ReadonlyArray<ConsentStatus> = ["AWAITING_AUTHORIZATION", "AUTHORIZED"]

const changeOf = (consent: ConsentState, report: Report, writer: string): ConsentChange | undefined => {
  const { revision, status } = consent
  const shown = { autoStartToken: writer }
  if (isFinal(status)) return report.closed ? Sample.changeToStatus(status, revision, { closed: true }) : undefined
  const transition = ConsentLifecycle.transition({ status, revision }, report)
  if (transition._tag === "Refused") return undefined
  const { state } = transition
  const closed = report.closed && isFinal(state.status)
  return Sample.changeToStatus(state.status, state.revision, { shown: closed ? {} : shown, closed })
}

type State = Pick<ConsentState, "revision" | "status">

const stateOf = ({ revision, status }: State): State => ({ status, revision })

const standingOf = ({ clientId, consentId, revision, step }: ConsentState): ConsentPrecondition => ({
  clientId,
  consentId,
  revision,
  step
})

const begin = Effect.fnUntraced(function* (steps: number) {
  const store = yield* ConsentStore
  const { view } = yield* Sample.acceptConsent(yield* Sample.newOwner())
  for (const status of headStart.slice(0, steps)) {
    const consent = yield* Sample.loadState(view.consentId)
    yield* store.advance(consent, Sample.changeToStatus(status, consent.revision + 1))
  }
  return view
})

const expectChange = Effect.fnUntraced(function* (before: ConsentState, change: ConsentChange) {
  const { at: _, closed, dueAt, progress, ...visible } = change
  const { clientId, company, consentId, createdAt, market, userId } = before
  const view = { clientId, company, consentId, createdAt, market, userId, ...visible }
  assert.deepStrictEqual(yield* Sample.viewOf(before), view)
  const consent = { ...view, progress, dueAt, step: before.step + 1 }
  const store = yield* ConsentStore
  if (closed) assert.deepStrictEqual(yield* store.loadState(consentId), Option.none())
  else assert.deepStrictEqual(yield* Sample.loadState(consentId), consent)
})

const expectUnchanged = Effect.fnUntraced(function* ({ shard: _, ...before }: ConsentState) {
  assert.deepStrictEqual(yield* Sample.loadState(before.consentId), before)
})

interface Recorded {
  readonly step: number
  readonly report: Report
  readonly state: State
  readonly closed: boolean
}

const speak = Effect.fnUntraced(function* (consentId: string, said: ReadonlyArray<Report>, writer: string) {
  const store = yield* ConsentStore
  const recorded: Array<Recorded> = []
  for (const report of said) {
    for (let settled = false; !settled;) {
      const found = yield* store.loadState(consentId)
      const change = Option.isSome(found) ? changeOf(found.value, report, writer) : undefined
      yield* Effect.yieldNow
      if (Option.isNone(found) || change === undefined) {
        settled = true
      } else if (yield* store.advance(found.value, change)) {
        recorded.push({ step: found.value.step, report, state: stateOf(change), closed: change.closed })
        settled = true
      }
    }
  }
  return recorded
})

/** Reads a consent repeatedly while `busy` returns true. Returns all states that it saw. */
const watch = Effect.fnUntraced(function* (consent: Sample.ConsentKey, busy: () => boolean) {
  const seen: Array<State> = []
  do {
    seen.push(stateOf(yield* Sample.viewOf(consent)))
    yield* Effect.yieldNow
  } while (busy())
  return seen
})

export const lifecycleModelTests = (it: ConsentTestMethods): void => {
  const test = testsOf(it, ConsentStore)

  test.prop({ commands: reports(1, 8), steps: intBetween(0, 2) }, { runs: 60 })(
    "follows the status table, and rejects changes for an older state",
    function* (store, { commands, steps }) {
      const { consentId } = yield* begin(steps)
      const older: Array<ConsentPrecondition> = []
      for (const [i, report] of commands.entries()) {
        const found = yield* store.loadState(consentId)
        if (Option.isNone(found)) return
        const before = found.value
        for (const standing of older) {
          assert.isFalse(
            yield* store.advance(standing, Sample.changeToStatus(report.status, before.revision + 1), {
              isLasting: true
            })
          )
        }
        yield* expectUnchanged(before)
        const change = changeOf(before, report, `command-${i}`)
        if (change === undefined) continue
        assert.isTrue(yield* store.advance(before, change))
        yield* expectChange(before, change)
        older.push(standingOf(before))
      }
    }
  )

  test.prop({ rivals: reports(2, 5), steps: intBetween(0, 2) }, { runs: 60 })(
    "applies only one of several concurrent changes, atomically",
    function* (store, { rivals, steps }) {
      const view = yield* begin(steps)
      const before = yield* Sample.loadState(view.consentId)
      const changes = rivals.flatMap((report, i) => changeOf(before, report, `rival-${i}`) ?? [])
      const [results, seen] = yield* Effect.all(
        [
          runConcurrently(changes.map((change) => store.advance(before, change))),
          runConcurrently(rivals.map(() => Sample.viewOf(view)))
        ],
        { concurrency: "unbounded" }
      )
      const winners = changes.filter((_, i) => results[i])
      assert.lengthOf(winners, Math.min(1, changes.length))
      const [winner] = winners
      if (winner === undefined) return yield* expectUnchanged(before)
      yield* expectChange(before, winner)
      const states = [stateOf(before), stateOf(winner)]
      for (const state of seen) assert.deepInclude(states, stateOf(state))
    }
  )

  test.prop(
    { callers: Arbitrary.array(reports(1, 4), { minLength: 2, maxLength: 4 }), steps: intBetween(0, 2) },
    { runs: 60 }
  )(
    "loses no change and follows the status table under concurrent writers and readers",
    function* (_, { callers, steps }) {
      const view = yield* begin(steps)
      const first = yield* Sample.loadState(view.consentId)
      let speaking = callers.length
      const spoken = callers.map((said, i) =>
        Effect.ensuring(
          speak(view.consentId, said, `caller-${i}`),
          Effect.sync(() => speaking--)
        )
      )
      const readers = [0, 1].map(() => watch(view, () => speaking > 0))
      const [recorded, seen] = yield* Effect.all([runConcurrently(spoken), runConcurrently(readers)], {
        concurrency: "unbounded"
      })
      const history = recorded.flat().toSorted((a, b) => a.step - b.step)
      assert.deepStrictEqual(
        history.map(({ step }) => step),
        history.map((_, i) => first.step + i)
      )
      const states = [stateOf(first)]
      for (const { closed, report, state } of history) {
        const last = states.at(-1) ?? stateOf(first)
        const told = isFinal(last.status) && closed
        assert.deepStrictEqual(state, told ? last : ConsentLifecycle.transition(last, report).state)
        states.push(state)
      }
      assert.deepStrictEqual(stateOf(yield* Sample.viewOf(view)), states.at(-1))
      for (const sight of seen) {
        for (const state of sight) assert.deepInclude(states, state)
        const revisions = sight.map(({ revision }) => revision)
        assert.deepStrictEqual(
          revisions,
          revisions.toSorted((a, b) => a - b)
        )
      }
    }
  )
}
