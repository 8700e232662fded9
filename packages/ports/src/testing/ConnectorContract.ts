/** What every {@link Connector} does, so that it works with the service (architecture: a connector is a stepper). */
import { assert, layer } from "@effect/vitest"
import { canTransition, initial, isFinal, isOutcome } from "@sheaf/domain/CollectionStatus"
import type { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import type { SupplementInfo } from "@sheaf/domain/SupplementInfo"
import { check } from "@sheaf/domain/SupplementInfo"
import { Effect, Layer, Option, Redacted, Schema } from "effect"
import { Connectors, Step } from "../Connector.ts"
import type { Connector, ConnectorOrder, Signal } from "../Connector.ts"

/** One collection to put the adapter through. */
export interface ConnectorRun {
  readonly name: string
  readonly order: ConnectorOrder
  /** What to answer, in order, each time the connector asks. */
  readonly answers?: ReadonlyArray<SupplementInfo>
}

/** A step, and how the connector is to be called for the one after it. */
interface Taken {
  readonly step: Step
  readonly key: string
  readonly signal: Signal
}

const mostSteps = 100
const anyDay = "2026-04-01"
const tick: Signal = { _tag: "Tick" }

const connectorOf = Effect.fnUntraced(function* ({ name, order }: ConnectorRun) {
  const found = yield* (yield* Connectors).find(order.company)
  return Option.getOrThrowWith(found, () => new Error(`${name}: the adapter has no company ${order.company}`)).connector
})

const signalAfter = (run: ConnectorRun, step: Step, answers: Iterator<SupplementInfo>): Signal => {
  if (step._tag !== "Ask") return tick
  const { done, value } = answers.next()
  if (done) throw new Error(`${run.name}: the connector asks for ${step.question.kind}, and the run has no answer left`)
  assert.deepStrictEqual(check(step.question, value, anyDay), [], `${run.name}: the answer fits the question`)
  return { _tag: "Input", input: Redacted.make(value) }
}

/** All steps of a run, from the first to the end. */
const take = Effect.fnUntraced(function* (run: ConnectorRun) {
  const connector = yield* connectorOf(run)
  const answers = (run.answers ?? [])[Symbol.iterator]()
  const taken: Array<Taken> = []
  let step = yield* connector.begin(run.order, `${run.name}/0`)
  while (step._tag !== "End" && taken.length < mostSteps) {
    const key = `${run.name}/${taken.length + 1}`
    const signal = signalAfter(run, step, answers)
    taken.push({ step, key, signal })
    step = yield* connector.resume(step.session, signal, key)
  }
  assert.strictEqual(step._tag, "End", `${run.name} ends within ${mostSteps} steps`)
  return { connector, taken, end: step, steps: [...taken.map((each) => each.step), step] }
})

const recordsOf = (step: Step) =>
  step._tag === "End" && step.collected !== undefined ? [...step.collected.insurance, ...step.collected.wealth] : []

const referencesOf = (step: Step) => recordsOf(step).flatMap(({ documents }) => documents ?? [])

const mayFollow = (before: CollectionStatus, after: CollectionStatus): boolean =>
  before === after ? !isFinal(after) : canTransition(before, after)

const isRefused = (connector: Connector, session: string, signal: Signal) =>
  Effect.map(Effect.flip(connector.resume(session, signal, "any")), (error) => error._tag === "ConnectorError")

/**
 * Checks an adapter. Its runs show every kind of step and of end that it has, and one at least ends with documents. Time
 * stands still in them: a connector that waits says so in its step.
 */
export const connectorContract = <E>(
  name: string,
  adapter: Layer.Layer<Connectors, E>,
  runs: ReadonlyArray<ConnectorRun>
) =>
  layer(adapter)(`the connector contract: ${name}`, (it) => {
    const forEachRun = <A, E2, R>(rule: (run: ConnectorRun) => Effect.Effect<A, E2, R>) =>
      Effect.forEach(runs, rule, { discard: true })

    it.effect("has each company once, and finds it by its id", () =>
      Effect.gen(function* () {
        const connectors = yield* Connectors
        const all = yield* connectors.all
        const ids = all.map(({ availability }) => availability.company)
        assert.deepStrictEqual([...new Set(ids)], ids)
        for (const connected of all) {
          assert.strictEqual(Option.getOrThrow(yield* connectors.find(connected.availability.company)), connected)
        }
        assert.isTrue(Option.isNone(yield* connectors.find("xx-nobody")))
      })
    )

    it.effect("tells the same of a company as available and as supported", () =>
      Effect.gen(function* () {
        for (const { availability, supported } of yield* (yield* Connectors).all) {
          assert.strictEqual(supported.company, availability.company)
          assert.strictEqual(supported.market, availability.market)
          assert.strictEqual(supported.insurance.length > 0, availability.products.includes("INSURANCE"))
          assert.strictEqual(supported.wealth.length > 0, availability.products.includes("WEALTH"))
        }
      })
    )

    it.effect("goes only where the table of statuses lets it, and ends in a final status", () =>
      forEachRun((run) =>
        Effect.gen(function* () {
          const { steps } = yield* take(run)
          const statuses: ReadonlyArray<CollectionStatus> = [initial, ...steps.map(({ status }) => status)]
          for (const [index, after] of statuses.entries()) {
            const before = statuses[index - 1]
            if (before !== undefined) assert.isTrue(mayFollow(before, after), `${run.name}: ${after} after ${before}`)
          }
          for (const step of steps) assert.strictEqual(isFinal(step.status), step._tag === "End", run.name)
        })
      )
    )

    it.effect("gives steps that can be stored and read again", () =>
      forEachRun((run) =>
        Effect.gen(function* () {
          for (const step of (yield* take(run)).steps) {
            const stored = JSON.stringify(yield* Schema.encodeEffect(Step)(step))
            assert.deepStrictEqual(yield* Schema.decodeUnknownEffect(Step)(JSON.parse(stored)), step, run.name)
          }
        })
      )
    )

    it.effect("gives the same step again when it is called again with the same key", () =>
      forEachRun((run) =>
        Effect.gen(function* () {
          const { connector, steps, taken } = yield* take(run)
          assert.deepStrictEqual(yield* connector.begin(run.order, `${run.name}/0`), steps[0], run.name)
          for (const [index, { key, signal, step }] of taken.entries()) {
            assert.deepStrictEqual(yield* connector.resume(step.session, signal, key), steps[index + 1], run.name)
          }
        })
      )
    )

    it.effect("goes on from the session alone, as after a restart", () =>
      forEachRun((run) =>
        Effect.gen(function* () {
          const { end, steps, taken } = yield* take(run)
          for (const [index, { key, signal, step }] of taken.entries()) {
            const restarted = connectorOf(run).pipe(
              Effect.flatMap((connector) => connector.resume(step.session, signal, key)),
              Effect.provide(Layer.fresh(adapter))
            )
            assert.deepStrictEqual(yield* restarted, steps[index + 1], run.name)
          }
          const documents = Effect.gen(function* () {
            const connector = yield* connectorOf(run)
            for (const { documentId } of referencesOf(end)) yield* connector.document(end.session, documentId)
          })
          yield* Effect.provide(documents, Layer.fresh(adapter))
        })
      )
    )

    it.effect("collects for outcomes, and only what was ordered", () =>
      forEachRun((run) =>
        Effect.gen(function* () {
          const { end } = yield* take(run)
          const collected = end._tag === "End" ? end.collected : undefined
          assert.strictEqual(collected !== undefined, isOutcome(end.status), run.name)
          if (collected === undefined) return
          const { products } = run.order
          if (!products.includes("INSURANCE")) assert.isEmpty(collected.insurance, run.name)
          if (products.length === 1 && products[0] === "INSURANCE") assert.isEmpty(collected.wealth, run.name)
          for (const { product } of collected.missing) assert.include(products, product, run.name)
          assert.strictEqual(recordsOf(end).length > 0, end.status !== "COMPLETED_EMPTY", run.name)
          assert.strictEqual(collected.missing.length > 0, end.status === "COMPLETED_PARTIAL", run.name)
        })
      )
    )

    it.effect("gives every document that its records refer to, as what they say it is, and no other", () =>
      forEachRun((run) =>
        Effect.gen(function* () {
          const { connector, end } = yield* take(run)
          const references = referencesOf(end)
          const ids = references.map(({ documentId }) => documentId)
          assert.deepStrictEqual([...new Set(ids)], ids, run.name)
          for (const { contentType, documentId } of references) {
            const content = yield* connector.document(end.session, documentId)
            assert.strictEqual(content.contentType, contentType, run.name)
            assert.isAbove(content.bytes.length, 0, run.name)
          }
          const unknown = yield* Effect.flip(connector.document(end.session, "no-such-document"))
          assert.strictEqual(unknown._tag, "ConnectorError", run.name)
        })
      )
    )

    it.effect("shows the password nowhere outside the session", () =>
      forEachRun((run) =>
        Effect.gen(function* () {
          const login = Redacted.value(run.order.login)
          if (login.type !== "USERNAME_PASSWORD") return
          for (const step of (yield* take(run)).steps) {
            const { session: _, ...shown } = step
            assert.notInclude(JSON.stringify(shown), login.password, run.name)
          }
        })
      )
    )

    it.effect.prop("refuses a session that it never gave", [Schema.String], ([session]) =>
      Effect.gen(function* () {
        for (const { connector } of yield* (yield* Connectors).all) {
          assert.isTrue(yield* isRefused(connector, session, tick))
        }
      })
    )
  })
