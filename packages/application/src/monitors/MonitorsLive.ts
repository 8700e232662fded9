/** The use cases for monitors (spec 18). */
import { check, changeTerms } from "@sheaf/domain/CreateMonitor"
import type { ChangeMonitor, CreateMonitor } from "@sheaf/domain/CreateMonitor"
import type { Monitor, MonitorStatus } from "@sheaf/domain/Monitor"
import {
  ConsentOfAnotherCompany,
  ConsentStore,
  MonitorNotActive,
  MonitorNotFound,
  Monitors,
  MonitorStore,
  owns,
  Sealer,
  TooManyMonitors,
  UnknownConsent,
  UserErasedError
} from "@sheaf/ports"
import type { Caller, IdempotencyKeyTaken, MonitorUpdate, NewMonitor, StoredMonitor } from "@sheaf/ports"
import { Clock, Effect, Layer, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import * as Idempotency from "../idempotency/Idempotency.ts"
import type { AcceptWrite } from "../idempotency/Idempotency.ts"
import * as ListCursor from "../requests/ListCursor.ts"
import * as StartCheck from "../requests/StartCheck.ts"
import * as ChangePages from "./ChangePages.ts"
import { MonitorRunner } from "./MonitorProcess.ts"
import * as MonitorSources from "./MonitorSources.ts"
import * as MonitorUpdates from "./MonitorUpdates.ts"
import * as Presenter from "./Presenter.ts"

type Service = Monitors["Service"]

const listOf = ({ clientId, userId = "" }: Caller): ListCursor.ListKey => ({
  tenant: clientId,
  list: ["monitors", userId]
})

/** Returns the reads of monitors. */
const makeReads = Effect.gen(function* () {
  const store = yield* MonitorStore
  const sealer = yield* Sealer

  const find = Effect.fnUntraced(function* (caller: Caller, monitorId: string) {
    const found = yield* Effect.orDie(store.find(caller.clientId, monitorId))
    return Option.isSome(found) && owns(caller, found.value) ? found.value : yield* new MonitorNotFound()
  })

  const shown = (monitor: StoredMonitor) =>
    Effect.map(Clock.currentTimeMillis, (now) => Presenter.presentMonitor(monitor, now))

  const read: Service["read"] = (caller, monitorId) => Effect.flatMap(find(caller, monitorId), shown)

  const list: Service["list"] = Effect.fnUntraced(function* (caller, request) {
    const { clientId, userId } = caller
    const now = yield* Clock.currentTimeMillis
    const query = { clientId, ...(userId !== undefined && { userId }) }
    return yield* ListCursor.readPage(sealer, listOf(caller), request, {
      find: (bounds) => Effect.orDie(store.list({ ...query, ...bounds })),
      positionOf: ({ createdAt, monitorId }) => ({ createdAt, id: monitorId }),
      itemOf: (monitor) => Presenter.presentMonitor(monitor, now)
    })
  })

  return { find, read, list }
})

/** Returns the check of a source. */
const makeSourceOf = Effect.map(
  Effect.context<Effect.Services<ReturnType<typeof MonitorSources.find>>>(),
  (context) =>
    (...given: Parameters<typeof MonitorSources.find>) =>
      Effect.provideContext(MonitorSources.find(...given), context)
)

const makeCreate = Effect.gen(function* () {
  const store = yield* MonitorStore
  const runner = yield* MonitorRunner
  const random = yield* SecureRandom.SecureRandom
  const once = yield* Idempotency.make
  const sourceOf = yield* makeSourceOf
  const { read } = yield* makeReads

  /** Adds a monitor. Returns false if another one has taken the collection. */
  const addOnce = Effect.fnUntraced(function* (monitor: NewMonitor, accept: AcceptWrite) {
    const result = yield* accept({ id: monitor.monitorId, isNew: true }, store.add(monitor))
    if (result === "TOO_MANY") return yield* new TooManyMonitors()
    if (result === "USER_ERASED") return yield* new UserErasedError()
    return result === "ACCEPTED"
  })

  const add = Effect.fnUntraced(function* (caller: Caller, request: CreateMonitor, accept: AcceptWrite) {
    const { company, context, running, session, source, userId } = yield* sourceOf(caller, request.source)
    const now = yield* Clock.currentTimeMillis
    const monitor: NewMonitor = {
      monitorId: yield* random.uuidV7(),
      clientId: caller.clientId,
      userId,
      company,
      source,
      ...(session !== undefined && { session }),
      createdAt: now,
      dueAt: now,
      terms: yield* StartCheck.failUnlessValid(check(request, { ...context, now })),
      progress: { runs: 0, runAt: now, failures: 0, ends: {}, ...(running && { running }) }
    }
    if (!(yield* runner.accept(monitor.monitorId, addOnce(monitor, accept)))) return yield* MonitorSources.sessionTaken
    return yield* read(caller, monitor.monitorId)
  })

  const create: Service["create"] = (caller, request) =>
    once({
      request,
      make: (accept) => add(caller, request, accept),
      resultOf: ({ monitorId }) => ({ id: monitorId, isNew: true }),
      repeat: ({ id }) => read(caller, id)
    })

  return create
})

/** The status after a change. A monitor that needs the person goes on only with a new consent. */
const statusAfter = (
  { status }: StoredMonitor,
  { paused = status === "PAUSED" }: ChangeMonitor,
  isRenewed: boolean
): MonitorStatus => {
  if (status === "PERSON_REQUIRED" && !isRenewed) return status
  return paused ? "PAUSED" : "ACTIVE"
}

/** The time of the next run after a change. Of the runs that a pause has missed, one follows at once. */
const runAtAfter = (monitor: StoredMonitor, request: ChangeMonitor, next: number, status: MonitorStatus): number => {
  const { runAt } = monitor.progress
  if (status === "ACTIVE" && monitor.status !== "ACTIVE") return Math.min(runAt, next)
  return request.at === undefined && request.every === undefined && request.timeZone === undefined ? runAt : next
}

/** Returns the checks of changes, and what they change. */
const makeChangeOf = Effect.gen(function* () {
  const consents = yield* ConsentStore
  const newSourceOf = yield* makeSourceOf

  /** Returns what the present source of a monitor permits. */
  const presentContextOf = Effect.fnUntraced(function* ({ clientId, source, terms }: StoredMonitor) {
    // The time zone of the market is already set, and a session has no end of its own.
    if (source.consentId === undefined) return { market: "se", offered: terms.offered } as const
    const consent = yield* Effect.orDie(consents.find(clientId, source.consentId))
    return Option.isSome(consent) ? MonitorSources.consentContext(consent.value) : yield* new MonitorNotActive()
  })

  /** Returns the new source, if the change has one. */
  const renewedBy = Effect.fnUntraced(function* (caller: Caller, { source }: ChangeMonitor, monitor: StoredMonitor) {
    if (source === undefined) return undefined
    const given = yield* newSourceOf(caller, source)
    if (given.userId !== monitor.userId) return yield* new UnknownConsent({ pointer: MonitorSources.consentPointer })
    if (given.company === monitor.company) return given
    return yield* new ConsentOfAnotherCompany({ pointer: MonitorSources.consentPointer })
  })

  return Effect.fnUntraced(function* (caller: Caller, request: ChangeMonitor, monitor: StoredMonitor, now: number) {
    if (monitor.status === "ENDED") return yield* new MonitorNotActive()
    const renewed = yield* renewedBy(caller, request, monitor)
    const isRenewed = renewed !== undefined
    if (monitor.status === "PERSON_REQUIRED" && !isRenewed && request.paused !== undefined) {
      return yield* new MonitorNotActive()
    }
    const context = renewed?.context ?? (yield* presentContextOf(monitor))
    const terms = yield* StartCheck.failUnlessValid(changeTerms(monitor.terms, request, { ...context, now }))
    const status = statusAfter(monitor, request, isRenewed)
    const next = MonitorUpdates.nextRunAt({ ...monitor, terms }, now)
    if (renewed === undefined) {
      const progress = { ...monitor.progress, runAt: runAtAfter(monitor, request, next, status) }
      return MonitorUpdates.valuesUpdate(monitor, { status, terms, progress }, now)
    }
    return MonitorUpdates.renewedUpdate(monitor, { status, terms }, now, renewed)
  })
})

/** Returns the change that lets a monitor run now, unless it is about to. */
const runUpdate = (monitor: StoredMonitor, now: number): Effect.Effect<MonitorUpdate | undefined, MonitorNotActive> => {
  const { progress, status } = monitor
  if (status !== "ACTIVE") return Effect.fail(new MonitorNotActive())
  if (progress.running !== undefined || progress.runAt <= now) return Effect.undefined
  return Effect.succeed(MonitorUpdates.valuesUpdate(monitor, { progress: { ...progress, runAt: now } }, now))
}

/** Returns the changes of monitors. */
const makeChanges = Effect.gen(function* () {
  const store = yield* MonitorStore
  const runner = yield* MonitorRunner
  const once = yield* Idempotency.make
  const changeOf = yield* makeChangeOf
  const { find, read } = yield* makeReads

  /** Changes a monitor as it was read. If another writer is faster, reads it again. */
  const updated = Effect.fnUntraced(function* <E>(
    caller: Caller,
    monitorId: string,
    updateOf: (monitor: StoredMonitor, now: number) => Effect.Effect<MonitorUpdate | undefined, E>,
    accept: AcceptWrite = (_, write) => Effect.orDie(write)
  ): Effect.fn.Return<Monitor, E | IdempotencyKeyTaken | MonitorNotFound> {
    for (;;) {
      const monitor = yield* find(caller, monitorId)
      const update = yield* updateOf(monitor, yield* Clock.currentTimeMillis)
      if (update === undefined) break
      const write = accept({ id: monitorId, isNew: false }, store.update(monitor, update))
      if (yield* runner.advance(monitorId, write)) break
    }
    return yield* read(caller, monitorId)
  })

  const change: Service["change"] = (caller, monitorId, request) =>
    updated(caller, monitorId, (monitor, now) => changeOf(caller, request, monitor, now)).pipe(
      Effect.catchTag("IdempotencyKeyTaken", Effect.die)
    )

  const end: Service["end"] = (caller, monitorId) =>
    updated(caller, monitorId, (monitor, now) =>
      Effect.succeed(monitor.status === "ENDED" ? undefined : MonitorUpdates.endUpdate(monitor, now, "REMOVED"))
    ).pipe(Effect.catchTag("IdempotencyKeyTaken", Effect.die))

  const run: Service["run"] = (caller, monitorId) =>
    once({
      request: undefined,
      make: (accept) => updated(caller, monitorId, runUpdate, accept),
      resultOf: () => ({ id: monitorId, isNew: false }),
      repeat: () => read(caller, monitorId)
    })

  return { change, end, run }
})

const make = Effect.gen(function* () {
  const { list, read } = yield* makeReads
  return Monitors.of({
    create: yield* makeCreate,
    list,
    read,
    ...(yield* makeChanges),
    changes: yield* ChangePages.make
  })
})

export const layer = Layer.effect(Monitors, make)
