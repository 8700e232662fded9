/** The contract of {@link ChangeSignals}: its subscriptions, and the signals that stores send through it. */
import { assert, layer } from "@effect/vitest"
import { brandStatus } from "@sheaf/domain/testing"
import { Effect, Option } from "effect"
import type { Layer } from "effect"
import { ChangeSignals } from "../processes/ChangeSignals.ts"
import { CollectionStore } from "../collections/CollectionStore.ts"
import { ConsentStore } from "../consents/ConsentStore.ts"
import type { ClientStore } from "../auth/ClientStore.ts"
import { UserStore } from "../users/UserStore.ts"
import * as CollectionSample from "./samples/CollectionSample.ts"
import * as ConsentSample from "./samples/ConsentSample.ts"
import { newId, testsOf } from "./samples/Fixture.ts"

const signalsDuring = Effect.fnUntraced(function* <A, E, R>(topic: string, change: Effect.Effect<A, E, R>) {
  const { subscribe } = yield* ChangeSignals
  let count = 0
  const unsubscribe = subscribe(topic, () => count++)
  yield* Effect.ensuring(change, Effect.sync(unsubscribe))
  return count
})

/** Methods whose changes no client can wait for. For every other method, there must be an example of a write below. */
type Silent =
  | "accept"
  | "announceExpiry"
  | "countUnattended"
  | "dataFacts"
  | "close"
  | "dataJson"
  | "document"
  | `erase${string}`
  | "find"
  | "findReturn"
  | "history"
  | "insuranceData"
  | "list"
  | "forgetAccounts"
  | "live"
  | "ofSamePerson"
  | "ofSession"
  | "unendedRenewals"
  | "outline"
  | "census"
  | "poll"
  | "proof"
  | "renewal"
  | "running"
  | "status"
  | "takeReturn"
  | "wealthData"
  | "loadState"
  | "countRepeats"
  | "positions"
  | "setPositions"
  | "unattendedUses"

type Writes<Service, Subject> = {
  readonly [Method in Exclude<keyof Service, Silent>]: (store: Service, of: Subject) => Effect.Effect<boolean, unknown>
}

const collectionWrites: Writes<CollectionStore["Service"], string> = {
  advance: ({ advance }, id) =>
    advance(CollectionSample.precondition(id, 2, 3), [CollectionSample.changeToStatus("FAILED", 4)]),
  supply: ({ supply }, id) =>
    supply(CollectionSample.precondition(id, 2, 3), CollectionSample.answerChange(CollectionSample.codeAnswer)),
  timeOut: ({ timeOut }, id) =>
    timeOut(
      CollectionSample.precondition(id, 2, 3),
      CollectionSample.timeoutEntry(4, CollectionSample.startTime + 20_000)
    ),
  abandon: ({ abandon, outline }, id) =>
    Effect.flatMap(outline(id), (found) =>
      abandon(Option.getOrThrow(found), { status: brandStatus("FAILED"), revision: 4, at: CollectionSample.startTime })
    )
}

const consentWrites: Writes<ConsentStore["Service"], ConsentSample.ConsentKey> = {
  advance: ({ advance }, view) =>
    advance(ConsentSample.precondition(view, 0, 1), ConsentSample.changeToStatus("AWAITING_AUTHORIZATION", 2)),
  abandon: ({ abandon, outline }, { consentId }) =>
    Effect.flatMap(outline(consentId), (found) =>
      abandon(Option.getOrThrow(found), {
        status: brandStatus("FAILED"),
        revision: 2,
        statusChangedAt: ConsentSample.startTime,
        expiresAt: ConsentSample.startTime,
        at: ConsentSample.startTime
      })
    )
}

export const changeSignalsContract = <E>(
  name: string,
  adapter: Layer.Layer<ChangeSignals | ClientStore | CollectionStore | ConsentStore | UserStore, E>
) =>
  layer(adapter)(`the change signals contract: ${name}`, (it) => {
    const test = testsOf(it, ChangeSignals)

    test("calls the topic's subscribers after each signal, until they unsubscribe", function* (signals) {
      const [topic, other] = [yield* newId, yield* newId]
      const calls: Array<string> = []
      const first = signals.subscribe(topic, () => calls.push("first"))
      const second = signals.subscribe(topic, () => calls.push("second"))
      yield* signals.publish(other)
      yield* signals.publish(topic)
      first()
      first()
      yield* signals.publish(topic)
      second()
      yield* signals.publish(topic)
      assert.deepStrictEqual(calls, ["first", "second", "second"])
    })

    test("lets a subscriber unsubscribe during its call", function* (signals) {
      const topic = yield* newId
      let calls = 0
      const first = signals.subscribe(topic, () => first())
      const second = signals.subscribe(topic, () => calls++)
      yield* signals.publish(topic)
      yield* signals.publish(topic)
      second()
      assert.strictEqual(calls, 2)
    })

    for (const [write, run] of Object.entries(collectionWrites)) {
      test(`signals a collection's change: ${write}`, function* () {
        const store = yield* CollectionStore
        const id = yield* CollectionSample.acceptWaitingCollection(yield* CollectionSample.newClient)
        const changed = Effect.tap(run(store, id), (isChanged) => Effect.sync(() => assert.isTrue(isChanged)))
        assert.strictEqual(yield* signalsDuring(id, Effect.orDie(changed)), 1)
      })
    }

    test("signals the end of a collection that a start supersedes", function* () {
      const { accept } = yield* CollectionStore
      const clientId = yield* CollectionSample.newClient
      const id = yield* CollectionSample.acceptWaitingCollection(clientId)
      const superseded = [
        { found: CollectionSample.precondition(id, 2, 3), end: CollectionSample.changeToStatus("FAILED", 4) }
      ]
      const next = yield* CollectionSample.make(clientId)
      const accepted = accept({ ...next, inSession: { key: "a session", superseded, cleanups: [] } })
      assert.strictEqual(yield* signalsDuring(id, Effect.orDie(accepted)), 1)
    })

    for (const write of ["endSessions", "erase"] as const) {
      test(`signals that a user's tokens were revoked: ${write}`, function* () {
        const { clientId, userId } = yield* ConsentSample.newOwner()
        const revoked = (yield* UserStore)[write](clientId, userId, ConsentSample.startTime)
        assert.strictEqual(yield* signalsDuring(userId, Effect.orDie(revoked)), 1)
      })
    }

    for (const [write, run] of Object.entries(consentWrites)) {
      test(`signals a consent's change: ${write}`, function* () {
        const store = yield* ConsentStore
        const { view } = yield* ConsentSample.acceptConsent(yield* ConsentSample.newOwner())
        const changed = Effect.tap(run(store, view), (isChanged) => Effect.sync(() => assert.isTrue(isChanged)))
        assert.strictEqual(yield* signalsDuring(view.consentId, Effect.orDie(changed)), 1)
      })
    }
  })
