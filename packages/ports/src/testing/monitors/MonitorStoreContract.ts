/** The contract of {@link MonitorStore} (spec 18). */
import { assert, layer } from "@effect/vitest"
import { maxMonitorsPerUser } from "@sheaf/domain/Monitor"
import type { Renewal } from "@sheaf/domain/StartCollection"
import { brandStatus } from "@sheaf/domain/testing"
import { Effect, Option } from "effect"
import type { Layer } from "effect"
import { ClientStore } from "../../auth/ClientStore.ts"
import { ConsentStore } from "../../consents/ConsentStore.ts"
import type { EventStore } from "../../events/EventStore.ts"
import { allEvents } from "../events/EventFixture.ts"
import { MonitorStore } from "../../monitors/MonitorStore.ts"
import type { MonitorKnowledge, MonitorUpdate, NewMonitor, StoredMonitor } from "../../monitors/MonitorStore.ts"
import type { DueProcesses } from "../../processes/DueProcesses.ts"
import { UserStore } from "../../users/UserStore.ts"
import { CollectionStore } from "../../collections/CollectionStore.ts"
import * as CollectionSample from "../samples/CollectionSample.ts"
import * as ConsentSample from "../samples/ConsentSample.ts"
import * as Fixture from "../samples/Fixture.ts"
import * as Sample from "../samples/MonitorSample.ts"
import { isDue } from "../samples/ProcessContract.ts"

const createdAt = Fixture.startTime
const later = createdAt + 60_000
const day = "2026-05-04"

const manyMonitors = 1_000

const session: Renewal = { _tag: "Session", session: "session-1" }

const credentials: Renewal = {
  _tag: "Credentials",
  loginMethod: "USERNAME_AND_PASSWORD",
  login: { type: "USERNAME_PASSWORD", username: "maja", password: "a-password" },
  keptUntil: later
}

const newMonitor = Effect.fnUntraced(function* (more: Partial<NewMonitor> = {}) {
  const clientId = more.clientId ?? (yield* Fixture.newClient)
  const userId = more.userId ?? (yield* Fixture.newUser(clientId))
  return Sample.make({ monitorId: yield* Fixture.newId, createdAt, ...more, clientId, userId })
})

const added = Effect.fnUntraced(function* (more: Partial<NewMonitor> = {}) {
  const monitor = yield* newMonitor(more)
  const store = yield* MonitorStore
  assert.strictEqual(yield* store.add(monitor, manyMonitors), "ACCEPTED")
  return Option.getOrThrow(yield* store.find(monitor.clientId, monitor.monitorId))
})

const unchanged = ({ dueAt, progress, source, status, terms }: StoredMonitor): MonitorUpdate => ({
  dueAt,
  progress,
  source,
  status,
  terms,
  events: []
})

const ended = (monitor: StoredMonitor): MonitorUpdate => ({
  ...unchanged(monitor),
  status: "ENDED",
  endedAt: later,
  progress: { ...monitor.progress, endReason: "REMOVED" }
})

const knowledge: MonitorKnowledge = {
  records: {
    records: { "record-1": { kind: "WEALTH/x", groups: { holder: "hash" } } },
    counts: { "WEALTH/y": 2 },
    lower: { "WEALTH/y": 1 }
  },
  transactions: { "record-1": { seen: ["one"], earlier: ["two"], from: "2026-02-01" } },
  hashedSince: 1,
  completeAt: 2
}

const baseline = (monitor: StoredMonitor) =>
  ({
    ...unchanged(monitor),
    dueAt: later,
    knowledge,
    found: {
      run: 1,
      at: later,
      collectionId: "collection-1",
      changes: [{ change: "ADDED", kind: "WEALTH/x", recordId: "record-1", count: 1 }]
    },
    events: [
      {
        type: "monitor.baseline",
        clientId: monitor.clientId,
        userId: monitor.userId,
        at: later,
        facts: {
          monitorId: monitor.monitorId,
          company: monitor.company,
          collectionId: "collection-1",
          records: { "WEALTH/x": 1 }
        }
      }
    ]
  }) satisfies MonitorUpdate

const found = ({ clientId, monitorId }: StoredMonitor) =>
  Effect.flatMap(MonitorStore, (store) => store.find(clientId, monitorId))

export const monitorStoreContract = <E>(
  name: string,
  adapter: Layer.Layer<
    ClientStore | CollectionStore | ConsentStore | DueProcesses | EventStore | MonitorStore | UserStore,
    E
  >
) =>
  layer(adapter)(`the monitor store contract: ${name}`, (it) => {
    const test = Fixture.testsOf(it, MonitorStore)

    test("returns a monitor as it was added, to its client only", function* (store) {
      const monitor = yield* newMonitor({
        terms: {
          every: "P30D",
          at: "07:00",
          timeZone: "Europe/Riga",
          products: ["PSD2_AIS"],
          filter: { productTypes: ["PSD2_SAVINGS_ACCOUNT"] },
          offered: ["PSD2_AIS"],
          changes: ["fees"],
          until: later
        }
      })
      yield* store.add(monitor, manyMonitors)
      const { shard: _, ...stored } = Option.getOrThrow(yield* store.find(monitor.clientId, monitor.monitorId))
      assert.deepStrictEqual(stored, { ...monitor, status: "ACTIVE", revision: 1 })
      const other = yield* Fixture.newClient
      assert.isTrue(Option.isNone(yield* store.find(other, monitor.monitorId)))
      assert.isTrue(Option.isNone(yield* store.knowledge(monitor.clientId, monitor.monitorId)))
      for (const id of Fixture.nonexistentIds) assert.isTrue(Option.isNone(yield* store.find(monitor.clientId, id)))
    })

    test("lists a client's and a user's monitors, newest first, in pages", function* (store) {
      const first = yield* added()
      const { clientId, userId } = first
      const second = yield* added({ clientId, createdAt: later })
      const third = yield* added({ clientId, userId, createdAt: later + 1 })
      const ids = (monitors: ReadonlyArray<StoredMonitor>) => monitors.map(({ monitorId }) => monitorId)
      assert.deepStrictEqual(ids(yield* store.list({ clientId, limit: 10 })), ids([third, second, first]))
      assert.deepStrictEqual(ids(yield* store.list({ clientId, userId, limit: 10 })), ids([third, first]))
      const after = { createdAt: third.createdAt, id: third.monitorId }
      assert.deepStrictEqual(ids(yield* store.list({ clientId, limit: 1, after })), ids([second]))
    })

    test("records what a run found, and its events, once", function* (store) {
      const monitor = yield* added()
      const { clientId, monitorId } = monitor
      const update = baseline(monitor)
      const { found: run } = update
      const results = yield* Fixture.runConcurrently([store.update(monitor, update), store.update(monitor, update)])
      assert.deepStrictEqual(results.toSorted(), [false, true])
      assert.deepStrictEqual(yield* store.knowledge(clientId, monitorId), Option.some(knowledge))
      assert.deepStrictEqual(yield* store.runs(monitor, 1, 10), [run])
      assert.deepStrictEqual(yield* store.runs(monitor, 2, 10), [])
      const events = yield* allEvents(clientId)
      assert.deepStrictEqual(
        events.map(({ facts, type }) => ({ facts, type })),
        update.events.map(({ facts, type }) => ({ facts, type }))
      )
      assert.deepInclude(Option.getOrThrow(yield* found(monitor)), { revision: 2, dueAt: later })
    })

    test("is due at its time, and never after its end, when it forgets", function* (store) {
      const monitor = yield* added({ dueAt: later })
      const { clientId, monitorId } = monitor
      assert.isTrue(yield* isDue("monitor", monitorId, later + 1))
      assert.isFalse(yield* isDue("monitor", monitorId, later))
      yield* store.update(monitor, baseline(monitor))
      const known = Option.getOrThrow(yield* store.due(monitorId))
      assert.isTrue(yield* store.update(known, ended(known)))
      assert.isFalse(yield* isDue("monitor", monitorId, later + 1_000_000))
      assert.isTrue(Option.isNone(yield* store.due(monitorId)))
      assert.isTrue(Option.isNone(yield* store.knowledge(clientId, monitorId)))
      const over = Option.getOrThrow(yield* found(monitor))
      assert.deepInclude(over, { status: "ENDED", endedAt: later })
      assert.isFalse(yield* store.update(over, unchanged(over)))
    })

    test("is due when its consent ends, and its last step begins again", function* (store) {
      const consents = yield* ConsentStore
      const { view } = yield* ConsentSample.acceptConsent(yield* ConsentSample.newOwner())
      const { clientId, consentId, userId } = view
      const monitor = yield* added({ clientId, userId, source: { consentId }, dueAt: later + 1_000_000 })
      const outline = Option.getOrThrow(yield* consents.outline(consentId))
      const end = { at: later, expiresAt: later, revision: 9, statusChangedAt: later, status: brandStatus("EXPIRED") }
      assert.isTrue(yield* consents.abandon(outline, end))
      assert.isTrue(yield* isDue("monitor", monitor.monitorId, later + 1))
      assert.isFalse(yield* store.update(monitor, unchanged(monitor)))
    })

    test("is due when its username and password may no longer be kept, and no other monitor is", function* (store) {
      const clientId = yield* Fixture.newClient
      const userId = yield* Fixture.newUser(clientId)
      const of = Effect.fnUntraced(function* (renewal: Renewal) {
        const collectionId = yield* CollectionSample.acceptEndedCollection(
          clientId,
          "COMPLETED_EMPTY",
          { renewal },
          { userId }
        )
        return yield* added({ clientId, userId, source: { collectionId }, renewal, dueAt: 8e15 })
      })
      const [own, other] = [yield* of(credentials), yield* of(session)]
      const dueAt = (monitor: StoredMonitor) => Effect.map(found(monitor), (one) => Option.getOrThrow(one).dueAt)
      const clients = yield* ClientStore
      yield* clients.allowStoredCredentials(clientId, true)
      assert.strictEqual(yield* dueAt(own), 8e15)
      yield* clients.allowStoredCredentials(clientId, false)
      assert.isBelow(yield* dueAt(own), 8e15)
      assert.isFalse(yield* store.update(own, unchanged(own)), "its step begins again")
      const again = Option.getOrThrow(yield* found(own))
      yield* store.makeCredentialsDue(later)
      assert.strictEqual(yield* dueAt(again), later)
      assert.strictEqual(yield* dueAt(other), 8e15)
      yield* store.update(Option.getOrThrow(yield* found(own)), { ...unchanged(own), dueAt: 8e15 })
      yield* store.makeCredentialsDue(later)
      assert.strictEqual(yield* dueAt(own), 8e15, "it has erased them")
    })

    test("takes the renewal of a collection once, and keeps it sealed until another one replaces it", function* (store) {
      const collections = yield* CollectionStore
      const clientId = yield* Fixture.newClient
      const userId = yield* Fixture.newUser(clientId)
      const ended = (renewal: Renewal) =>
        CollectionSample.acceptEndedCollection(clientId, "COMPLETED_EMPTY", { renewal }, { userId })
      const [first, second] = [yield* ended(session), yield* ended(credentials)]
      assert.deepStrictEqual(yield* collections.renewal(clientId, first), Option.some(session))
      const source = { collectionId: first }
      const monitor = yield* added({ clientId, userId, source, renewal: session })
      assert.deepInclude(monitor, { source, renewal: session })
      assert.isTrue(Option.isNone(yield* collections.renewal(clientId, first)))
      assert.strictEqual(
        yield* store.add(yield* newMonitor({ clientId, userId, source }), manyMonitors),
        "RENEWAL_TAKEN"
      )
      const renewed = { ...unchanged(monitor), renewal: credentials, takes: second }
      assert.isTrue(yield* store.update(monitor, renewed))
      const after = Option.getOrThrow(yield* found(monitor))
      assert.deepStrictEqual(after.renewal, credentials)
      assert.isFalse(yield* store.update(after, renewed), "the renewal is gone")
      assert.isTrue(yield* store.update(after, unchanged(after)))
      assert.notProperty(Option.getOrThrow(yield* found(monitor)), "renewal", "it is erased")
      const third = yield* ended(session)
      yield* collections.eraseDataOf(clientId, third, later)
      assert.isTrue(Option.isNone(yield* collections.renewal(clientId, third)), "it is erased with the data")
    })

    test("adds a monitor once, and accepts it again, also at the same time and beyond the limits", function* (store) {
      const clientId = yield* Fixture.newClient
      const userId = yield* Fixture.newUser(clientId)
      const taken = yield* CollectionSample.acceptEndedCollection(
        clientId,
        "COMPLETED_EMPTY",
        { renewal: session },
        { userId }
      )
      for (const source of [{ collectionId: taken }, { consentId: "consent-1" }]) {
        const monitor = yield* newMonitor({ clientId, userId, source })
        const add = store.add(monitor, 2)
        assert.deepStrictEqual(yield* Fixture.runConcurrently([add, add]), ["ACCEPTED", "ACCEPTED"])
        const { shard: _, ...stored } = Option.getOrThrow(yield* store.find(clientId, monitor.monitorId))
        assert.deepStrictEqual(stored, { ...monitor, status: "ACTIVE", revision: 1 })
        assert.strictEqual(yield* store.add(monitor, 1), "ACCEPTED")
      }
      assert.deepStrictEqual(yield* store.counts(clientId), new Map([[clientId, 2]]))
      assert.strictEqual((yield* store.counts()).get(clientId), 2)
    })

    test("limits the monitors of a user that have not ended", function* (store) {
      const first = yield* added()
      const { clientId, userId } = first
      for (let count = 1; count < maxMonitorsPerUser; count++) yield* added({ clientId, userId })
      assert.strictEqual(yield* store.add(yield* newMonitor({ clientId, userId }), manyMonitors), "TOO_MANY")
      assert.strictEqual(yield* store.add(yield* newMonitor({ clientId }), manyMonitors), "ACCEPTED")
      yield* store.update(first, ended(first))
      assert.strictEqual(yield* store.add(yield* newMonitor({ clientId, userId }), manyMonitors), "ACCEPTED")
    })

    test("limits the monitors of a client that have not ended, exactly", function* (store) {
      const clientId = yield* Fixture.newClient
      const monitors = yield* Effect.all(Effect.replicate(newMonitor({ clientId }), 4))
      const results = yield* Fixture.runConcurrently(monitors.map((monitor) => store.add(monitor, 2)))
      assert.deepStrictEqual(results.toSorted(), ["ACCEPTED", "ACCEPTED", "TOO_MANY_OF_CLIENT", "TOO_MANY_OF_CLIENT"])
      assert.deepStrictEqual(yield* store.counts(clientId), new Map([[clientId, 2]]))
      assert.strictEqual((yield* store.counts()).get(clientId), 2)
      assert.strictEqual(yield* store.add(yield* newMonitor(), 1), "ACCEPTED")
      const [first] = yield* store.list({ clientId, limit: 1 })
      assert.isDefined(first)
      yield* store.update(first, ended(first))
      assert.strictEqual(yield* store.add(yield* newMonitor({ clientId }), 2), "ACCEPTED")
    })

    test("counts the runs of a client and a company by day", function* (store) {
      const monitor = yield* added()
      const { clientId, company } = monitor
      const collections = yield* CollectionStore
      const start = Effect.fnUntraced(function* (limit: number) {
        const identity = { company, collectionId: yield* Fixture.newId, createdAt }
        const collection = yield* CollectionSample.make(clientId, identity)
        const quotas = { runningCollections: 10, monitorRun: { day, limit } }
        return yield* collections.accept({ ...collection, quotas })
      })
      const results = yield* Fixture.runConcurrently([start(2), start(2), start(2)])
      assert.deepStrictEqual(results.toSorted(), ["ACCEPTED", "ACCEPTED", "TOO_MANY_MONITOR_RUNS"])
      yield* store.update(monitor, { ...baseline(monitor), ended: { day, outcome: "CHANGED", changes: 3 } })
      const known = Option.getOrThrow(yield* found(monitor))
      yield* store.update(known, { ...unchanged(known), ended: { day, outcome: "FAILED", changes: 0 } })
      const figures = { clientId, company, day, started: 2, unchanged: 0, changed: 1, failed: 1, changes: 3 }
      assert.deepStrictEqual(yield* store.usage({ clientId, since: day }), [figures])
      assert.deepStrictEqual(yield* store.usage({ clientId, since: "2026-05-05" }), [])
      assert.deepInclude(yield* store.usage({ since: day }), figures)
      yield* store.eraseUsage(day)
      assert.deepStrictEqual(yield* store.usage({ clientId, since: day }), [figures])
      yield* store.eraseUsage("2026-05-05")
      assert.deepStrictEqual(yield* store.usage({ clientId, since: day }), [])
    })

    test("counts all monitors by status, as due or not", function* (store) {
      const monitor = yield* added({ dueAt: later })
      const count = (isDue: boolean, now: number) =>
        Effect.map(store.census(now), (groups) =>
          groups
            .filter((group) => group.status === "ACTIVE" && group.isDue === isDue)
            .reduce((sum, { count }) => sum + count, 0)
        )
      const [due, waiting] = [yield* count(true, later), yield* count(false, later)]
      yield* store.update(monitor, { ...unchanged(monitor), dueAt: later + 1 })
      assert.strictEqual(yield* count(true, later), due - 1)
      assert.strictEqual(yield* count(false, later), waiting + 1)
    })

    test("erases runs and ended monitors with time, and those of an erased user at once", function* (store) {
      const [old, own] = [yield* added(), yield* added()]
      const kept = yield* added({ clientId: own.clientId })
      yield* store.update(old, baseline(old))
      yield* store.eraseRuns(later)
      assert.deepStrictEqual(yield* store.runs(old, 1, 10), [])
      const known = Option.getOrThrow(yield* found(old))
      yield* store.update(known, ended(known))
      yield* store.eraseEnded(later - 1)
      assert.isTrue(Option.isSome(yield* found(old)))
      yield* store.eraseEnded(later)
      assert.isTrue(Option.isNone(yield* found(old)))
      const { clientId, userId } = own
      yield* store.update(own, baseline(own))
      yield* store.eraseOfUser(clientId, userId)
      assert.isTrue(Option.isNone(yield* found(own)))
      assert.isTrue(Option.isSome(yield* found(kept)))
      yield* (yield* UserStore).erase(clientId, userId, later)
      assert.strictEqual(yield* store.add(yield* newMonitor({ clientId, userId }), manyMonitors), "USER_ERASED")
    })
  })
