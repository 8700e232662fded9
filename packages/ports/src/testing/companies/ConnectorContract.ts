/** The contract of {@link Connector} (architecture 3). */
import { assert, layer } from "@effect/vitest"
import { comparePersonalNumbers as compare } from "@sheaf/domain/AuthenticationMismatch"
import type { ComparisonResult } from "@sheaf/domain/AuthenticationMismatch"
import { canTransition, initialStatus, isFinal, isOutcome } from "@sheaf/domain/CollectionStatus"
import type { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import { questionStatuses, isQuestionShownIn } from "@sheaf/domain/SupplementInfo"
import { Effect, Exit, Layer, Option, Redacted, Schema } from "effect"
import { TestClock } from "effect/testing"
import { Connectors, Step } from "../../companies/Connector.ts"
import type { TestBody } from "../samples/Fixture.ts"
import { testsOf } from "../samples/Fixture.ts"
import { today, connectorOf, runConnector, tickSignal } from "./ConnectorRun.ts"
import type { ConnectorRun } from "./ConnectorRun.ts"

export type { ConnectorRun } from "./ConnectorRun.ts"

const at = <A, E, R>(time: number, effect: Effect.Effect<A, E, R>) => Effect.andThen(TestClock.setTime(time), effect)

const statusesOf = (steps: ReadonlyArray<Step>): ReadonlyArray<CollectionStatus> => steps.map(({ status }) => status)

const verdictOn = ({ order }: ConnectorRun, steps: ReadonlyArray<Step>): ComparisonResult => {
  const login = Redacted.value(order.login)
  const requested = login.type === "SWEDISH_EID" ? login.personalNumber : undefined
  const told = steps.flatMap(({ authenticated }) => (authenticated === undefined ? [] : [authenticated]))
  const fromDevice = told.map((known) => compare({ requested, fromElectronicId: known.fromDevice }, today))
  if (fromDevice.includes("MISMATCH")) return "MISMATCH"
  for (const source of ["fromElectronicId", "fromCompany"] as const) {
    const verdicts = told.map((known) => compare({ requested, [source]: known[source] }, today))
    if (verdicts.includes("MISMATCH")) return "MISMATCH"
    if (verdicts.includes("VERIFIED")) return "VERIFIED"
  }
  return "UNVERIFIABLE"
}

const recordsOf = (step: Step) =>
  step._tag === "End" && step.collected !== undefined ? [...step.collected.insurance, ...step.collected.wealth] : []

const referencesOf = (step: Step) => recordsOf(step).flatMap(({ documents }) => documents ?? [])

const mayFollow = (before: CollectionStatus, after: CollectionStatus): boolean =>
  before === after ? !isFinal(after) : canTransition(before, after)

/**
 * Together, the runs must contain every kind of step, every kind of end, and documents. The test clock moves only
 * between steps, by the pause that the step asks for, so a connector that waits within a step never continues.
 */
export const connectorContract = <E>(
  name: string,
  adapter: Layer.Layer<Connectors, E>,
  runs: ReadonlyArray<ConnectorRun>
) =>
  layer(adapter)(`the connector contract: ${name}`, (it) => {
    const test = testsOf(it, Connectors)

    const testRuns = (title: string, body: (run: ConnectorRun) => TestBody<Connectors>): void =>
      it.effect(title, () => Effect.forEach(runs, (run) => Effect.gen(() => body(run)), { discard: true }))

    /** The steps of each run. Tests that only inspect steps share them, so each run happens only once. */
    const taken = new Map<ConnectorRun, ReadonlyArray<Step>>()

    const testSteps = (title: string, body: (run: ConnectorRun, steps: ReadonlyArray<Step>) => void): void =>
      testRuns(title, function* (run) {
        const steps = taken.get(run) ?? (yield* runConnector(run)).steps
        taken.set(run, steps)
        body(run, steps)
      })

    test("lists each company once and finds it by id", function* (connectors) {
      const all = yield* connectors.all
      const ids = all.map(({ availability }) => availability.company)
      assert.deepStrictEqual([...new Set(ids)], ids)
      for (const connected of all) {
        assert.strictEqual(Option.getOrThrow(yield* connectors.find(connected.availability.company)), connected)
      }
      assert.isTrue(Option.isNone(yield* connectors.find("xx-nobody")))
    })

    test("describes a company consistently in availability and supported products", function* (connectors) {
      for (const { availability, supported } of yield* connectors.all) {
        assert.strictEqual(supported.company, availability.company)
        assert.strictEqual(supported.market, availability.market)
        assert.strictEqual(supported.insurance.length > 0, availability.products.includes("INSURANCE"))
        assert.strictEqual(supported.wealth.length > 0, availability.products.includes("WEALTH"))
      }
    })

    testSteps("follows the status table and ends in a final status", (run, steps) => {
      const statuses: ReadonlyArray<CollectionStatus> = [initialStatus, ...statusesOf(steps)]
      for (const [index, after] of statuses.entries()) {
        const before = statuses[index - 1]
        if (before !== undefined) assert.isTrue(mayFollow(before, after), `${run.name}: ${after} after ${before}`)
      }
      for (const step of steps) assert.strictEqual(isFinal(step.status), step._tag === "End", run.name)
    })

    testSteps("returns steps that survive encoding and decoding", (run, steps) => {
      for (const step of steps) {
        const stored = JSON.stringify(Schema.encodeSync(Step)(step))
        assert.deepStrictEqual(Schema.decodeUnknownSync(Step)(JSON.parse(stored)), step, run.name)
      }
    })

    testSteps("shows each question in a status that permits it", (run, steps) => {
      for (const step of steps) {
        if (step._tag !== "Ask") continue
        assert.isTrue(isQuestionShownIn(step.question, step.information), `${run.name}: ${step.question.kind} is shown`)
        assert.include(questionStatuses[step.question.kind], step.status, run.name)
      }
    })

    testSteps("sends a person to a page only while it waits for the person's return", (run, steps) => {
      for (const step of steps) {
        if (step._tag === "End" || step.information?.REDIRECT_URL === undefined) continue
        assert.deepStrictEqual([step._tag, step.status], ["Poll", "WAITING_FOR_USER_ACTION"], run.name)
      }
    })

    testSteps("sends each request to a device once", (run, steps) => {
      const etags = steps.flatMap((step) =>
        step._tag === "Ask" && step.question.kind === "RESPONSE_OBJECT" ? step.question.etags : []
      )
      assert.deepStrictEqual([...new Set(etags)], etags, run.name)
      const urls = steps.flatMap((step) =>
        step._tag === "Ask" ? (step.information?.INSTRUCTIONS ?? []).map(({ url }) => url) : []
      )
      for (const url of urls) assert.match(url, /^https:\/\//, run.name)
    })

    testSteps("reports who authenticated and leaves the comparison to the service", (run, steps) => {
      assert.notInclude(statusesOf(steps), "AUTHENTICATION_MISMATCH", run.name)
      if (run.verdict !== undefined) assert.strictEqual(verdictOn(run, steps), run.verdict, run.name)
    })

    testRuns("returns the same step for a repeated key", function* (run) {
      const { begun, connector, endedAt, steps, taken } = yield* runConnector(run)
      assert.deepStrictEqual(yield* at(begun.at, connector.begin(run.order, begun.key)), steps[0], run.name)
      for (const [index, { call, step }] of taken.entries()) {
        const again = connector.resume(step.session, call.signal, call.key)
        assert.deepStrictEqual(yield* at(call.at, again), steps[index + 1], run.name)
      }
      yield* TestClock.setTime(endedAt)
    })

    testRuns("continues from the session alone after a restart", function* (run) {
      const { endedAt, last, steps, taken } = yield* runConnector(run)
      for (const [index, { call, step }] of taken.entries()) {
        const restarted = connectorOf(run).pipe(
          Effect.flatMap((connector) => connector.resume(step.session, call.signal, call.key)),
          Effect.provide(Layer.fresh(adapter))
        )
        assert.deepStrictEqual(yield* at(call.at, restarted), steps[index + 1], run.name)
      }
      yield* TestClock.setTime(endedAt)
      const documents = Effect.gen(function* () {
        const connector = yield* connectorOf(run)
        for (const { documentId } of referencesOf(last)) yield* connector.document(last.session, documentId)
      })
      yield* Effect.provide(documents, Layer.fresh(adapter))
    })

    testRuns("accepts repeated cancellation at every step, even after a restart", function* (run) {
      const { steps } = yield* runConnector(run)
      const told = Effect.gen(function* () {
        const connector = yield* connectorOf(run)
        for (const { session } of [...steps, ...steps]) yield* connector.cancel(session)
      })
      yield* Effect.provide(told, Layer.fresh(adapter))
    })

    testRuns("lets the same person start again after a cancellation", function* (run) {
      if (!run.unanswered) return
      const first = yield* runConnector(run)
      yield* first.connector.cancel(first.last.session)
      const second = yield* runConnector(run)
      assert.deepStrictEqual(statusesOf(second.steps), statusesOf(first.steps), run.name)
    })

    testSteps("returns data only with outcomes, and only for the ordered products", (run, steps) => {
      const end = steps.at(-1) ?? assert.fail(run.name)
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

    testRuns("returns every referenced document with its content type, and no other document", function* (run) {
      const { connector, last: end } = yield* runConnector(run)
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

    testSteps("keeps the password inside the session", (run, steps) => {
      const login = Redacted.value(run.order.login)
      if (login.type !== "USERNAME_PASSWORD") return
      for (const step of steps) {
        const { session: _, ...shown } = step
        assert.notInclude(JSON.stringify(shown), login.password, run.name)
      }
    })

    test.prop([Schema.String])("rejects unknown sessions", function* (connectors, [session]) {
      for (const { connector } of yield* connectors.all) {
        const error = yield* Effect.flip(connector.resume(session, tickSignal, "any"))
        assert.strictEqual(error._tag, "ConnectorError")
        const cancelled = yield* Effect.exit(connector.cancel(session))
        assert.isFalse(Exit.hasDies(cancelled))
      }
    })
  })
