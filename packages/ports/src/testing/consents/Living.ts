/**
 * A consent lives as the table of its statuses says, whoever changes it at the same moment (decisions 9): commands that
 * are made up are run against the store and against a model, which is {@link ConsentLifecycle.transition} alone.
 */
import { assert } from "@effect/vitest"
import * as ConsentLifecycle from "@sheaf/domain/ConsentLifecycle"
import { ConsentStatus, isFinal } from "@sheaf/domain/ConsentStatus"
import { Arbitrary, Effect, Option, Schema } from "effect"
import { ConsentStore } from "../../consents/ConsentStore.ts"
import type { ConsentChange, ConsentStanding, ConsentView, ConsentWork } from "../../consents/ConsentStore.ts"
import * as Sample from "./Sample.ts"
import type { Suite } from "./Sample.ts"

/** Somebody (the bank, the user, the clock) says where the consent stands; in the end, that nothing is left to be done. */
const Report = Schema.Struct({ status: ConsentStatus, instructionsChanged: Schema.Boolean, closed: Schema.Boolean })
type Report = typeof Report.Type

const reports = (minLength: number, maxLength: number) =>
  Arbitrary.array(Arbitrary.schema(Report), { minLength, maxLength })

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

/** How far a consent has come before the commands begin: they would end most of them soon. */
const headStart: ReadonlyArray<ConsentStatus> = ["AWAITING_AUTHORIZATION", "AUTHORIZED"]

/** What a correct caller writes who found the consent like this; nothing where the lifecycle refuses the report. */
const changeOf = (work: ConsentWork, report: Report, writer: string): ConsentChange | undefined => {
  const { revision, status } = work
  const shown = { autoStartToken: writer }
  if (isFinal(status)) return report.closed ? Sample.changeTo(status, revision, { closed: true }) : undefined
  const transition = ConsentLifecycle.transition({ status, revision }, report)
  if (transition._tag === "Refused") return undefined
  const { state } = transition
  const closed = report.closed && isFinal(state.status)
  return Sample.changeTo(state.status, state.revision, { shown: closed ? {} : shown, closed })
}

const stateOf = ({ revision, status }: ConsentLifecycle.State): ConsentLifecycle.State => ({ status, revision })

const standingOf = ({ clientId, consentId, revision, step }: ConsentWork): ConsentStanding => ({
  clientId,
  consentId,
  revision,
  step
})

/** A consent that has come as far as the head start says. */
const begin = Effect.fnUntraced(function* (steps: number) {
  const store = yield* ConsentStore
  const { view } = yield* Sample.accepted(yield* Sample.newOwner())
  for (const status of headStart.slice(0, steps)) {
    const work = yield* Sample.workOf(view.consentId)
    yield* store.advance(work, Sample.changeTo(status, work.revision + 1))
  }
  return view
})

type Named = Pick<ConsentView, "clientId" | "consentId">

const read = Effect.fnUntraced(function* ({ clientId, consentId }: Named) {
  return Option.getOrThrow(yield* (yield* ConsentStore).find(clientId, consentId))
})

/** What the store shows and hands out after a change is what the change said, and nothing else. */
const expectChange = Effect.fnUntraced(function* (before: ConsentWork, change: ConsentChange) {
  const { at: _, closed, dueAt, progress, ...visible } = change
  const { clientId, company, consentId, createdAt, market, userId } = before
  const view = { clientId, company, consentId, createdAt, market, userId, ...visible }
  assert.deepStrictEqual(yield* read(before), view)
  const work = { ...view, progress, dueAt, step: before.step + 1 }
  const store = yield* ConsentStore
  assert.deepStrictEqual(yield* store.work(consentId), closed ? Option.none() : Option.some(work))
})

const expectUnchanged = Effect.fnUntraced(function* (before: ConsentWork) {
  assert.deepStrictEqual(yield* Sample.workOf(before.consentId), before)
})

/** Everybody begins at once, in an order of the scheduler's. */
const atOnce = <A, E, R>(effects: ReadonlyArray<Effect.Effect<A, E, R>>) =>
  Effect.all(
    effects.map((effect) => Effect.andThen(Effect.yieldNow, effect)),
    { concurrency: "unbounded" }
  )

/** One step that somebody recorded, as it was written. */
interface Recorded {
  readonly step: number
  readonly report: Report
  readonly state: ConsentLifecycle.State
  readonly closed: boolean
}

/** Says each report until it is recorded, or refused where the consent stands by then: reads, decides, writes, and again. */
const speak = Effect.fnUntraced(function* (consentId: string, said: ReadonlyArray<Report>, writer: string) {
  const store = yield* ConsentStore
  const recorded: Array<Recorded> = []
  for (const report of said) {
    for (let settled = false; !settled;) {
      const found = yield* store.work(consentId)
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

/** Reads again and again while `busy`, and gives what it saw. */
const watch = Effect.fnUntraced(function* (consent: Named, busy: () => boolean) {
  const seen: Array<ConsentLifecycle.State> = []
  do {
    seen.push(stateOf(yield* read(consent)))
    yield* Effect.yieldNow
  } while (busy())
  return seen
})

export const living = (it: Suite): void => {
  it.effect.prop(
    "goes through the statuses that the table allows, one change after the other, and an older standing changes nothing",
    { commands: reports(1, 8), steps: between(0, 2) },
    ({ commands, steps }) =>
      Effect.gen(function* () {
        const store = yield* ConsentStore
        const { consentId } = yield* begin(steps)
        const older: Array<ConsentStanding> = []
        for (const [i, report] of commands.entries()) {
          const found = yield* store.work(consentId)
          if (Option.isNone(found)) return
          const before = found.value
          for (const standing of older) {
            assert.isFalse(yield* store.advance(standing, Sample.changeTo(report.status, before.revision + 1), true))
          }
          yield* expectUnchanged(before)
          const change = changeOf(before, report, `command-${i}`)
          if (change === undefined) continue
          assert.isTrue(yield* store.advance(before, change))
          yield* expectChange(before, change)
          older.push(standingOf(before))
        }
      }),
    { arbitrary: { runs: 60 } }
  )

  it.effect.prop(
    "takes one of several changes that were made for the same standing, as a whole, and shows before or after it",
    { rivals: reports(2, 5), steps: between(0, 2) },
    ({ rivals, steps }) =>
      Effect.gen(function* () {
        const store = yield* ConsentStore
        const view = yield* begin(steps)
        const before = yield* Sample.workOf(view.consentId)
        const changes = rivals.flatMap((report, i) => changeOf(before, report, `rival-${i}`) ?? [])
        const [results, seen] = yield* Effect.all(
          [atOnce(changes.map((change) => store.advance(before, change))), atOnce(rivals.map(() => read(view)))],
          { concurrency: "unbounded" }
        )
        const winners = changes.filter((_, i) => results[i])
        assert.lengthOf(winners, Math.min(1, changes.length))
        const [winner] = winners
        if (winner === undefined) return yield* expectUnchanged(before)
        yield* expectChange(before, winner)
        const states = [stateOf(before), stateOf(winner)]
        for (const state of seen) assert.deepInclude(states, stateOf(state))
      }),
    { arbitrary: { runs: 60 } }
  )

  it.effect.prop(
    "loses no change and allows none that the table does not, while several change it and others read it",
    { callers: Arbitrary.array(reports(1, 4), { minLength: 2, maxLength: 4 }), steps: between(0, 2) },
    ({ callers, steps }) =>
      Effect.gen(function* () {
        const view = yield* begin(steps)
        const first = yield* Sample.workOf(view.consentId)
        let speaking = callers.length
        const spoken = callers.map((said, i) =>
          Effect.ensuring(
            speak(view.consentId, said, `caller-${i}`),
            Effect.sync(() => speaking--)
          )
        )
        const readers = [0, 1].map(() => watch(view, () => speaking > 0))
        const [recorded, seen] = yield* Effect.all([atOnce(spoken), atOnce(readers)], { concurrency: "unbounded" })
        const history = recorded.flat().toSorted((a, b) => a.step - b.step)
        // No number of a step was given twice, and none left out.
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
        assert.deepStrictEqual(stateOf(yield* read(view)), states.at(-1))
        for (const sight of seen) {
          for (const state of sight) assert.deepInclude(states, state)
          const revisions = sight.map(({ revision }) => revision)
          assert.deepStrictEqual(
            revisions,
            revisions.toSorted((a, b) => a - b)
          )
        }
      }),
    { arbitrary: { runs: 60 } }
  )
}
