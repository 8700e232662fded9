/** The use cases for monitors (spec 18). */
import { check, changeTerms } from "@sheaf/domain/CreateMonitor"
import type { ChangeMonitor, CreateMonitor } from "@sheaf/domain/CreateMonitor"
import type { Monitor, MonitorStatus } from "@sheaf/domain/Monitor"
import * as ConsentStatus from "@sheaf/domain/ConsentStatus"
import {
  ConsentNotUsable,
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
  UserErasedError,
  UserTokenRequired
} from "@sheaf/ports"
import type {
  Caller,
  ConnectSessionStore,
  IdempotencyKeyTaken,
  MonitorUpdate,
  NewMonitor,
  StoredMonitor
} from "@sheaf/ports"
import { Clock, Effect, Layer, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import * as Idempotency from "../idempotency/Idempotency.ts"
import type { AcceptWrite } from "../idempotency/Idempotency.ts"
import * as ListCursor from "../requests/ListCursor.ts"
import * as StartCheck from "../requests/StartCheck.ts"
import * as SessionConfirmation from "../sessions/SessionConfirmation.ts"
import * as ChangePages from "./ChangePages.ts"
import { MonitorRunner } from "./MonitorProcess.ts"
import * as MonitorUpdates from "./MonitorUpdates.ts"
import * as Presenter from "./Presenter.ts"

type Service = Monitors["Service"]

const listOf = ({ clientId, userId = "" }: Caller): ListCursor.ListKey => ({
  tenant: clientId,
  list: ["monitors", userId]
})

const pointer = "/source/consentId"

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

/** Returns the check of a source. The user's token shows that the person is there to permit the monitor. */
const makeConsentOf = Effect.gen(function* () {
  const consents = yield* ConsentStore
  const context = yield* Effect.context<ConnectSessionStore>()

  return Effect.fnUntraced(function* (caller: Caller, { consentId }: CreateMonitor["source"]) {
    if (caller.userId === undefined) return yield* new UserTokenRequired()
    const found = yield* Effect.orDie(consents.find(caller.clientId, consentId))
    if (Option.isNone(found) || !owns(caller, found.value)) return yield* new UnknownConsent({ pointer })
    yield* Effect.provideContext(SessionConfirmation.requireConfirmedSession(caller, found.value), context)
    const status = ConsentStatus.statusAt(found.value, yield* Clock.currentTimeMillis)
    return ConsentStatus.isUsable(status) ? found.value : yield* new ConsentNotUsable({ status })
  })
})

const makeCreate = Effect.gen(function* () {
  const store = yield* MonitorStore
  const runner = yield* MonitorRunner
  const random = yield* SecureRandom.SecureRandom
  const once = yield* Idempotency.make
  const consentOf = yield* makeConsentOf
  const { read } = yield* makeReads

  const add = Effect.fnUntraced(function* (caller: Caller, request: CreateMonitor, accept: AcceptWrite) {
    const { company, consentId, expiresAt, market, userId } = yield* consentOf(caller, request.source)
    const now = yield* Clock.currentTimeMillis
    const terms = yield* StartCheck.failUnlessValid(check(request, { now, market, consentEndsAt: expiresAt }))
    const monitor: NewMonitor = {
      monitorId: yield* random.uuidV7(),
      clientId: caller.clientId,
      userId,
      company,
      consentId,
      createdAt: now,
      dueAt: now,
      terms,
      progress: { runs: 0, runAt: now, failures: 0, ends: {} }
    }
    const { monitorId } = monitor
    const written = accept({ id: monitorId, isNew: true }, store.add(monitor)).pipe(
      Effect.flatMap((result): Effect.Effect<boolean, TooManyMonitors | UserErasedError> => {
        if (result === "ACCEPTED") return Effect.succeed(true)
        return Effect.fail(result === "TOO_MANY" ? new TooManyMonitors() : new UserErasedError())
      })
    )
    yield* runner.accept(monitorId, written)
    return yield* read(caller, monitorId)
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
  const consentOf = yield* makeConsentOf

  /** Returns the consent of a monitor after a change, and whether it is a new one. */
  const sourceOf = Effect.fnUntraced(function* (caller: Caller, { source }: ChangeMonitor, monitor: StoredMonitor) {
    const { clientId, company, consentId, userId } = monitor
    if (source === undefined) {
      const present = yield* Effect.orDie(consents.find(clientId, consentId))
      return Option.isSome(present) ? present.value : yield* new MonitorNotActive()
    }
    const given = yield* consentOf(caller, source)
    if (given.userId !== userId) return yield* new UnknownConsent({ pointer })
    return given.company === company ? given : yield* new ConsentOfAnotherCompany({ pointer })
  })

  return Effect.fnUntraced(function* (caller: Caller, request: ChangeMonitor, monitor: StoredMonitor, now: number) {
    if (monitor.status === "ENDED") return yield* new MonitorNotActive()
    const { consentId, expiresAt, market } = yield* sourceOf(caller, request, monitor)
    const isRenewed = request.source !== undefined
    if (monitor.status === "PERSON_REQUIRED" && !isRenewed && request.paused !== undefined) {
      return yield* new MonitorNotActive()
    }
    const context = { now, market, consentEndsAt: expiresAt }
    const terms = yield* StartCheck.failUnlessValid(changeTerms(monitor.terms, request, context))
    const status = statusAfter(monitor, request, isRenewed)
    const next = MonitorUpdates.nextRunAt({ ...monitor, terms }, now)
    const runAt = isRenewed ? now : runAtAfter(monitor, request, next, status)
    const progress = { ...monitor.progress, runAt }
    return MonitorUpdates.valuesUpdate(monitor, { consentId, status, terms, progress }, now)
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
