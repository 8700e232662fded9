/** The use cases for monitors (spec 18). */
import { dayMillis } from "@sheaf/domain/CalendarDate"
import { check, changeTerms } from "@sheaf/domain/CreateMonitor"
import type { ChangeMonitor, CreateMonitor } from "@sheaf/domain/CreateMonitor"
import type { Monitor, MonitorStatus } from "@sheaf/domain/Monitor"
import { defaultPerDay } from "@sheaf/domain/UnattendedReadings"
import {
  ConsentOfAnotherCompany,
  ConsentStore,
  MonitorNotActive,
  Monitors,
  MonitorStore,
  Sealer,
  UnknownConsent
} from "@sheaf/ports"
import type {
  AccountHoldingBanks,
  Caller,
  IdempotencyKeyTaken,
  MonitorNotFound,
  MonitorProgress,
  MonitorUpdate,
  NewMonitor,
  StoredMonitor
} from "@sheaf/ports"
import { Clock, Effect, Layer, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import * as UnattendedQuota from "../consents/UnattendedQuota.ts"
import * as Idempotency from "../idempotency/Idempotency.ts"
import type { AcceptWrite } from "../idempotency/Idempotency.ts"
import * as StartLimits from "../limits/StartLimits.ts"
import * as ListCursor from "../requests/ListCursor.ts"
import * as ListFilters from "../requests/ListFilters.ts"
import * as StartCheck from "../requests/StartCheck.ts"
import * as ChangePages from "./ChangePages.ts"
import { MonitorRunner } from "../process/MonitorRunner.ts"
import * as MonitorPermissions from "./MonitorPermissions.ts"
import * as MonitorRuns from "./MonitorRuns.ts"
import * as MonitorSources from "./MonitorSources.ts"
import * as MonitorUpdates from "./MonitorUpdates.ts"
import * as Presenter from "./Presenter.ts"
import * as UsageFigures from "./UsageFigures.ts"

type Service = Monitors["Service"]

const makeReads = Effect.gen(function* () {
  const store = yield* MonitorStore
  const sealer = yield* Sealer
  const context = yield* Effect.context<AccountHoldingBanks | ConsentStore>()

  const find = ChangePages.findOwnIn(store)

  const shown = Effect.fnUntraced(function* (monitor: StoredMonitor) {
    const now = yield* Clock.currentTimeMillis
    const { company, source, status } = monitor
    const presented = Presenter.presentMonitor(monitor, now)
    if (status !== "ACTIVE" || source.consentId === undefined) return presented
    const { left } = yield* UnattendedQuota.quotaOf(source.consentId, yield* UnattendedQuota.ruleOf(company), now)
    return { ...presented, unattendedReadingsLeft: left } satisfies Monitor
  }, Effect.provideContext(context))

  const read: Service["read"] = (caller, monitorId) => Effect.flatMap(find(caller, monitorId), shown)

  const list: Service["list"] = Effect.fnUntraced(function* (caller, request) {
    const owned = ListFilters.queryOf(caller, request)
    if (owned === undefined) return { items: [] }
    const query = { ...owned, ...ListFilters.statusesOf(request) }
    const now = yield* Clock.currentTimeMillis
    return yield* ListCursor.readPage(sealer, ListCursor.keyOf("monitors", caller, request), request, {
      find: (bounds) => Effect.orDie(store.list({ ...query, ...bounds })),
      positionOf: ({ createdAt, monitorId }) => ({ createdAt, id: monitorId }),
      itemOf: (monitor) => Presenter.presentMonitor(monitor, now)
    })
  })

  return { find, read, list }
})

const makeCreate = Effect.gen(function* () {
  const store = yield* MonitorStore
  const runner = yield* MonitorRunner
  const random = yield* SecureRandom.SecureRandom
  const once = yield* Idempotency.make
  const sourceOf = yield* MonitorSources.makeFind
  const { read } = yield* makeReads
  const { monitors: clientLimit } = yield* StartLimits.StartLimits

  const addOnce = (monitor: NewMonitor, accept: AcceptWrite) =>
    Effect.flatMap(
      accept({ id: monitor.monitorId, isNew: true }, store.add(monitor, clientLimit)),
      MonitorSources.isAdded
    )

  const add = Effect.fnUntraced(function* (caller: Caller, request: CreateMonitor, accept: AcceptWrite) {
    const found = yield* sourceOf(caller, request.source)
    const now = yield* Clock.currentTimeMillis
    const terms = yield* StartCheck.failUnlessValid(check(request, { ...found.context, now }))
    const identity = { clientId: caller.clientId, monitorId: yield* random.uuidV7() }
    const monitor = MonitorUpdates.newMonitor(identity, found, terms, now)
    if (!(yield* runner.accept(monitor.monitorId, addOnce(monitor, accept))))
      return yield* MonitorSources.sessionTakenError
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

/** Both the client and the person can pause a monitor. The client can change only its own pause. */
const pausesAfter = ({ progress }: StoredMonitor, { paused }: ChangeMonitor): MonitorProgress =>
  paused === undefined ? progress : MonitorUpdates.withPause(progress, "pausedByClient", paused)

/** A monitor in `PERSON_REQUIRED` continues only with a new consent or collection. */
const statusAfter = ({ progress, status }: StoredMonitor, isRenewed: boolean): MonitorStatus =>
  status === "PERSON_REQUIRED" && !isRenewed ? status : MonitorUpdates.statusWithPauses(progress)

/** If the monitor missed runs while it was paused, it runs once immediately. */
const runAtAfter = (monitor: StoredMonitor, request: ChangeMonitor, next: number, status: MonitorStatus): number => {
  const { runAt } = monitor.progress
  if (status === "ACTIVE" && monitor.status !== "ACTIVE") return Math.min(runAt, next)
  return request.at === undefined && request.every === undefined && request.timeZone === undefined ? runAt : next
}

const makeChangeOf = Effect.gen(function* () {
  const consents = yield* ConsentStore
  const newSourceOf = yield* MonitorSources.makeFind

  const presentContextOf = Effect.fnUntraced(function* ({ clientId, renewal, source, terms }: StoredMonitor) {
    if (source.consentId === undefined) return { offered: terms.offered, ...MonitorSources.endOf(renewal) }
    const consent = yield* Effect.orDie(consents.find(clientId, source.consentId))
    return Option.isSome(consent) ? MonitorSources.consentContext(consent.value) : yield* new MonitorNotActive()
  })

  /** Returns the new source, or undefined if the request keeps the current one. */
  const renewedBy = Effect.fnUntraced(function* (caller: Caller, { source }: ChangeMonitor, monitor: StoredMonitor) {
    if (source === undefined) return undefined
    const given = yield* newSourceOf(caller, source)
    const { consentId } = given.source
    if (consentId !== undefined && consentId === monitor.source.consentId) return undefined
    if (given.userId !== monitor.userId) return yield* new UnknownConsent({ pointer: MonitorSources.consentPointer })
    if (given.company === monitor.company) return given
    return yield* new ConsentOfAnotherCompany({ pointer: MonitorSources.consentPointer })
  })

  return Effect.fnUntraced(function* (caller: Caller, request: ChangeMonitor, monitor: StoredMonitor, now: number) {
    if (monitor.status === "ENDED") return yield* new MonitorNotActive()
    if (request.paused === false && monitor.progress.pausedByPerson === true) return yield* new MonitorNotActive()
    const renewed = yield* renewedBy(caller, request, monitor)
    const isRenewed = renewed !== undefined
    if (monitor.status === "PERSON_REQUIRED" && !isRenewed && request.paused !== undefined) {
      return yield* new MonitorNotActive()
    }
    const context = renewed?.context ?? (yield* presentContextOf(monitor))
    const { permittedAt = monitor.createdAt } = monitor.progress
    const isPermitted = renewed !== undefined && renewed.createdAt > permittedAt
    const { source: _, ...settings } = request
    const asked = renewed === undefined ? settings : request
    const terms = yield* StartCheck.failUnlessValid(changeTerms(monitor.terms, asked, { ...context, now, isPermitted }))
    const changed = { ...monitor, progress: pausesAfter(monitor, request) }
    const status = statusAfter(changed, isRenewed)
    const next = MonitorUpdates.nextRunAt({ ...monitor, terms }, now)
    if (renewed === undefined) {
      const progress = { ...changed.progress, runAt: runAtAfter(monitor, request, next, status) }
      return MonitorUpdates.silentUpdate(monitor, { status, terms, progress }, now)
    }
    const permitted = { ...changed.progress, ...(isPermitted && { permittedAt: now }) }
    return MonitorUpdates.renewedUpdate({ ...changed, progress: permitted }, { status, terms }, now, renewed)
  })
})

/** The maximum number of runs that a client can request in 24 hours, unless the bank has its own limit. */
const maxAsked = defaultPerDay

const nextAskedAt = ({ progress: { askedAt = [] }, source }: StoredMonitor, now: number): number => {
  const last = askedAt.at(-maxAsked)
  return source.consentId !== undefined || last === undefined ? now : Math.max(now, last + dayMillis)
}

/** Returns the update that makes a monitor run as soon as its limit allows, or nothing if it is about to run anyway. */
const runUpdate = (monitor: StoredMonitor, now: number): Effect.Effect<MonitorUpdate | undefined, MonitorNotActive> => {
  const { progress, status } = monitor
  if (status !== "ACTIVE") return Effect.fail(new MonitorNotActive())
  const runAt = nextAskedAt(monitor, now)
  if (progress.running !== undefined || progress.runAt <= runAt) return Effect.undefined
  const askedAt = [...(progress.askedAt ?? []), runAt].slice(-maxAsked)
  return Effect.succeed(MonitorUpdates.silentUpdate(monitor, { progress: { ...progress, runAt, askedAt } }, now))
}

const makeChanges = Effect.gen(function* () {
  const store = yield* MonitorStore
  const runner = yield* MonitorRunner
  const once = yield* Idempotency.make
  const changeOf = yield* makeChangeOf
  const { find, read } = yield* makeReads
  const context = yield* Effect.context<Effect.Services<ReturnType<typeof MonitorRuns.abandonRun>>>()

  /** Applies `updateOf` to a monitor. Retries with the new row if another writer changed the monitor first. */
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
      yield* Effect.orDie(Effect.provideContext(MonitorRuns.abandonRun(monitor, update), context))
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

  const pause: Service["pause"] = (caller, monitorId, isPaused) =>
    updated(caller, monitorId, (monitor, now) => MonitorPermissions.pauseUpdate(monitor, isPaused, now)).pipe(
      Effect.catchTag("IdempotencyKeyTaken", Effect.die)
    )

  const eraseCredentials: Service["eraseCredentials"] = (caller, monitorId) =>
    updated(caller, monitorId, (monitor, now) =>
      Effect.succeed(
        monitor.renewal?._tag === "Credentials" ? MonitorUpdates.personRequiredUpdate(monitor, now) : undefined
      )
    ).pipe(Effect.catchTag("IdempotencyKeyTaken", Effect.die))

  return { change, end, eraseCredentials, pause, run }
})

const make = Effect.gen(function* () {
  const { list, read } = yield* makeReads
  return Monitors.of({
    create: yield* makeCreate,
    list,
    read,
    ...(yield* makeChanges),
    ...(yield* MonitorPermissions.make),
    usage: yield* UsageFigures.makeReader,
    changes: yield* ChangePages.make
  })
})

export const layer = Layer.effect(Monitors, make)
