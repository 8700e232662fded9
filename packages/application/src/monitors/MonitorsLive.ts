/** The use cases for monitors (spec 15). */
import { check, changeTerms } from "@sheaf/domain/CreateMonitor"
import type { ChangeMonitor, CreateMonitor } from "@sheaf/domain/CreateMonitor"
import * as ConsentStatus from "@sheaf/domain/ConsentStatus"
import {
  ConnectSessionStore,
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
import type { Caller, IdempotencyKeyTaken, MonitorUpdate, NewMonitor, StoredMonitor } from "@sheaf/ports"
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

/** Returns the changes of monitors. */
const makeChanges = Effect.gen(function* () {
  const store = yield* MonitorStore
  const runner = yield* MonitorRunner
  const once = yield* Idempotency.make
  const consentOf = yield* makeConsentOf
  const consents = yield* ConsentStore
  const { find, read } = yield* makeReads

  /** Changes a monitor as it was read. If another writer is faster, reads it again. Nothing to change is no change. */
  const updated = Effect.fnUntraced(function* <E>(
    caller: Caller,
    monitorId: string,
    updateOf: (monitor: StoredMonitor, now: number) => Effect.Effect<MonitorUpdate | undefined, E>,
    accept: AcceptWrite = (_, write) => Effect.orDie(write)
  ): Effect.fn.Return<StoredMonitor, E | IdempotencyKeyTaken | MonitorNotFound> {
    for (;;) {
      const monitor = yield* find(caller, monitorId)
      const update = yield* updateOf(monitor, yield* Clock.currentTimeMillis)
      if (update === undefined) return monitor
      const write = accept({ id: monitorId, isNew: false }, store.update(monitor, update))
      if (yield* runner.advance(monitorId, write)) return yield* find(caller, monitorId)
    }
  })

  const changeOf = Effect.fnUntraced(function* (
    caller: Caller,
    request: ChangeMonitor,
    monitor: StoredMonitor,
    now: number
  ) {
    const { paused, source } = request
    if (monitor.status === "ENDED") return yield* new MonitorNotActive()
    const given = source && (yield* consentOf(caller, source))
    if (given !== undefined && (given.company !== monitor.company || given.userId !== monitor.userId)) {
      return yield* given.company === monitor.company
        ? new UnknownConsent({ pointer })
        : new ConsentOfAnotherCompany({ pointer })
    }
    const consentId = given?.consentId ?? monitor.consentId
    const consent = given ?? Option.getOrUndefined(yield* Effect.orDie(consents.find(monitor.clientId, consentId)))
    if (consent === undefined) return yield* new MonitorNotActive()
    const context = { now, market: consent.market, consentEndsAt: consent.expiresAt }
    const terms = yield* StartCheck.failUnlessValid(changeTerms(monitor.terms, request, context))
    if (monitor.status === "PERSON_REQUIRED" && given === undefined && paused === false) {
      return yield* new MonitorNotActive()
    }
    const goesOn = given !== undefined || monitor.status !== "PERSON_REQUIRED"
    const isPaused = paused ?? monitor.status === "PAUSED"
    const status = !goesOn ? monitor.status : isPaused ? ("PAUSED" as const) : ("ACTIVE" as const)
    const isNewSchedule = request.at !== undefined || request.every !== undefined || request.timeZone !== undefined
    const isWaking = status === "ACTIVE" && monitor.status !== "ACTIVE"
    const next = MonitorUpdates.nextRunAt({ ...monitor, terms }, now)
    const runAt = isWaking ? Math.min(monitor.progress.runAt, next) : isNewSchedule ? next : monitor.progress.runAt
    const progress = { ...monitor.progress, runAt: given === undefined ? runAt : now }
    return MonitorUpdates.valuesUpdate(monitor, { consentId, status, terms, progress }, now)
  })

  const change: Service["change"] = (caller, monitorId, request) =>
    updated(caller, monitorId, (monitor, now) => changeOf(caller, request, monitor, now)).pipe(
      Effect.andThen(read(caller, monitorId)),
      Effect.catchTag("IdempotencyKeyTaken", Effect.die)
    )

  const end: Service["end"] = (caller, monitorId) =>
    updated(caller, monitorId, (monitor, now) =>
      Effect.succeed(monitor.status === "ENDED" ? undefined : MonitorUpdates.endUpdate(monitor, now, "REMOVED"))
    ).pipe(Effect.andThen(read(caller, monitorId)), Effect.catchTag("IdempotencyKeyTaken", Effect.die))

  const run: Service["run"] = (caller, monitorId) =>
    once({
      request: undefined,
      make: (accept) =>
        updated(
          caller,
          monitorId,
          (monitor, now): Effect.Effect<MonitorUpdate | undefined, MonitorNotActive> => {
            if (monitor.status !== "ACTIVE") return Effect.fail(new MonitorNotActive())
            const { progress } = monitor
            if (progress.running !== undefined || progress.runAt <= now) return Effect.undefined
            return Effect.succeed(MonitorUpdates.valuesUpdate(monitor, { progress: { ...progress, runAt: now } }, now))
          },
          accept
        ).pipe(Effect.andThen(read(caller, monitorId))),
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
