/** How a person permits, renews, widens and pauses monitors on the Connect page (spec 13, 18). */
import { changeTerms, check, untilSourceEnds } from "@sheaf/domain/CreateMonitor"
import type { MonitorContext } from "@sheaf/domain/CreateMonitor"
import { ConsentOfAnotherCompany, MonitorNotActive, MonitorStore } from "@sheaf/ports"
import type { MonitorOffer, MonitorRequest, Monitors, MonitorUpdate, StoredMonitor, UserCaller } from "@sheaf/ports"
import { Clock, Effect, Option, Struct } from "effect"
import * as StartLimits from "../limits/StartLimits.ts"
import * as StartCheck from "../requests/StartCheck.ts"
import * as ChangePages from "./ChangePages.ts"
import { MonitorRunner } from "../process/MonitorRunner.ts"
import * as MonitorRuns from "./MonitorRuns.ts"
import * as MonitorSources from "./MonitorSources.ts"
import * as MonitorUpdates from "./MonitorUpdates.ts"

type Service = Monitors["Service"]

interface Resolved extends MonitorOffer {
  readonly found?: MonitorSources.ResolvedSource
  readonly monitor?: StoredMonitor
}

/**
 * Returns the user without the page's session. If the session were included, the user could see only the session's own
 * objects.
 */
const userOf = ({ clientId, environment, userId }: UserCaller): UserCaller => ({ clientId, environment, userId })

/** Returns the requested products that the source offers. If it offers none of them, returns all requested products. */
const productsIn = (products: MonitorRequest["products"], { offered }: Pick<MonitorContext, "offered">) => {
  const both = products?.filter((product) => offered.includes(product)) ?? []
  return products === undefined ? {} : { products: both.length > 0 ? both : products }
}

const makeResolve = Effect.gen(function* () {
  const store = yield* MonitorStore
  const sourceOf = yield* MonitorSources.makeFind
  const findOwn = ChangePages.findOwnIn(store)

  const present = Effect.fnUntraced(function* (caller: UserCaller, monitorId: string) {
    const found = yield* findOwn(userOf(caller), monitorId)
    return found.status === "ENDED" ? yield* new MonitorNotActive() : found
  })

  // Returns undefined if the source no longer suffices, so the person must provide a new one.
  const ownContext = Effect.fnUntraced(function* (
    caller: UserCaller,
    { renewal, source, status, terms }: StoredMonitor,
    { until }: MonitorRequest["asked"]
  ) {
    if (status === "PERSON_REQUIRED") return undefined
    const found =
      source.consentId === undefined ? Option.none() : yield* Effect.option(sourceOf(userOf(caller), source))
    const ofCollection = { offered: terms.offered, ...MonitorSources.endOf(renewal) }
    const context = source.consentId === undefined ? ofCollection : Option.getOrUndefined(found)?.context
    const endsAt = context?.sourceEndsAt ?? Infinity
    return until !== undefined && Date.parse(until) > endsAt ? undefined : context
  })

  const changed = Effect.fnUntraced(function* (
    caller: UserCaller,
    { asked }: MonitorRequest,
    monitor: StoredMonitor,
    found: MonitorSources.ResolvedSource | undefined
  ) {
    const { company } = monitor
    if (found !== undefined && found.company !== company) {
      return yield* new ConsentOfAnotherCompany({ pointer: MonitorSources.consentPointer })
    }
    const context = found?.context ?? (yield* ownContext(caller, monitor, asked))
    if (context === undefined) return undefined
    const now = yield* Clock.currentTimeMillis
    const settings = Struct.pick(asked, ["at", "changes", "every", "timeZone", "until"])
    const change = untilSourceEnds({ ...settings, ...(found && { source: found.source }) }, { ...context, now })
    const terms = yield* StartCheck.failUnlessValid(
      changeTerms(monitor.terms, change, { ...context, now, isPermitted: true })
    )
    return { company, terms, monitor, ...(found && { found, source: found.source }) } satisfies Resolved
  })

  const created = Effect.fnUntraced(function* (
    { asked, products }: MonitorRequest,
    found: MonitorSources.ResolvedSource
  ) {
    const now = yield* Clock.currentTimeMillis
    const context = { ...found.context, now }
    const { monitorId: _, source: __, ...settings } = asked
    const request = { ...settings, source: found.source, ...productsIn(products, context) }
    const terms = yield* StartCheck.failUnlessValid(check(untilSourceEnds(request, context), context))
    return { company: found.company, terms, found, source: found.source } satisfies Resolved
  })

  /** Returns what the person would permit, or undefined if a new consent or login is needed first. */
  return Effect.fnUntraced(function* (caller: UserCaller, request: MonitorRequest) {
    const { asked, given } = request
    const monitor = asked.monitorId === undefined ? undefined : yield* present(caller, asked.monitorId)
    const source = given ?? asked.source
    const found =
      source === undefined ? undefined : yield* sourceOf(given === undefined ? userOf(caller) : caller, source)
    if (monitor !== undefined) return yield* changed(caller, request, monitor, found)
    return found === undefined ? undefined : yield* created(request, found)
  })
})

/** How many sessions a monitor remembers. A session lasts an hour, and a monitor rarely has two at the same time. */
const maxSessions = 10

/** The person has just permitted the monitor, so the renewal ends the person's pause, but not the client's. */
const permittedUpdate = (
  monitor: StoredMonitor,
  { found, terms }: Resolved,
  now: number,
  connectSessionId: string | undefined
): MonitorUpdate => {
  const sessions = [
    ...(monitor.progress.permittedIn ?? []),
    ...(connectSessionId === undefined ? [] : [connectSessionId])
  ]
  const unpaused = MonitorUpdates.withPause(monitor.progress, "pausedByPerson", false)
  const progress = { ...unpaused, permittedAt: now, permittedIn: sessions.slice(-maxSessions) }
  const status = MonitorUpdates.statusWithPauses(progress)
  if (found !== undefined) return MonitorUpdates.renewedUpdate({ ...monitor, progress }, { status, terms }, now, found)
  const runAt = Math.min(progress.runAt, MonitorUpdates.nextRunAt({ ...monitor, terms }, now))
  return MonitorUpdates.silentUpdate(monitor, { status, terms, progress: { ...progress, runAt } }, now)
}

/**
 * Sets or ends the person's pause of a monitor, independently of the client's pause. If the monitor missed runs while
 * it was paused, it runs once immediately.
 */
export const pauseUpdate = (
  monitor: StoredMonitor,
  isPaused: boolean,
  now: number
): Effect.Effect<MonitorUpdate | undefined, MonitorNotActive> => {
  const isByPerson = monitor.progress.pausedByPerson === true
  if (monitor.status !== "ACTIVE" && monitor.status !== "PAUSED") return Effect.fail(new MonitorNotActive())
  if (isPaused === isByPerson) {
    return isPaused || monitor.status === "ACTIVE" ? Effect.undefined : Effect.fail(new MonitorNotActive())
  }
  const progress = MonitorUpdates.withPause(monitor.progress, "pausedByPerson", isPaused)
  const status = MonitorUpdates.statusWithPauses(progress)
  const isResumed = status === "ACTIVE"
  const runAt = isResumed ? Math.min(progress.runAt, MonitorUpdates.nextRunAt(monitor, now)) : progress.runAt
  return Effect.succeed(MonitorUpdates.silentUpdate(monitor, { status, progress: { ...progress, runAt } }, now))
}

export const make = Effect.gen(function* () {
  const store = yield* MonitorStore
  const runner = yield* MonitorRunner
  const resolve = yield* makeResolve
  const context = yield* Effect.context<Effect.Services<ReturnType<typeof MonitorRuns.abandonRun>>>()
  const { monitors: clientLimit } = yield* StartLimits.StartLimits

  const add = Effect.fnUntraced(function* (
    caller: UserCaller,
    monitorId: string,
    { terms }: Resolved,
    found: MonitorSources.ResolvedSource
  ) {
    const now = yield* Clock.currentTimeMillis
    const monitor = MonitorUpdates.newMonitor({ clientId: caller.clientId, monitorId }, found, terms, now)
    const addition = Effect.flatMap(Effect.orDie(store.add(monitor, clientLimit)), MonitorSources.isAdded)
    if (!(yield* runner.accept(monitorId, addition))) return yield* MonitorSources.sessionTakenError
  })

  const isInEffect = Effect.fnUntraced(function* (
    { clientId, connectSessionId = "" }: UserCaller,
    monitorId: string,
    { asked }: MonitorRequest
  ) {
    const found = yield* Effect.orDie(store.find(clientId, monitorId))
    return Option.exists(
      found,
      ({ progress }) => asked.monitorId === undefined || progress.permittedIn?.includes(connectSessionId) === true
    )
  })

  const takeEffect = Effect.fnUntraced(function* (caller: UserCaller, monitorId: string, request: MonitorRequest) {
    while (!(yield* isInEffect(caller, monitorId, request))) {
      const resolved: Resolved | undefined = yield* resolve(caller, request)
      if (resolved === undefined) return yield* new MonitorNotActive()
      const { found, monitor } = resolved
      if (monitor === undefined) {
        return found === undefined ? yield* new MonitorNotActive() : yield* add(caller, monitorId, resolved, found)
      }
      const now = yield* Clock.currentTimeMillis
      const update = permittedUpdate(monitor, resolved, now, caller.connectSessionId)
      yield* Effect.orDie(Effect.provideContext(MonitorRuns.abandonRun(monitor, update), context))
      if (yield* runner.advance(monitor.monitorId, Effect.orDie(store.update(monitor, update)))) return
    }
  })

  /**
   * A source can be used only once, and a concurrent request with the same permission may use it first. So an error is
   * ignored if the permission is already in effect.
   */
  const permit: Service["permit"] = (caller, monitorId, request) =>
    Effect.catch(takeEffect(caller, monitorId, request), (error) =>
      Effect.flatMap(isInEffect(caller, monitorId, request), (isUsed) => (isUsed ? Effect.void : Effect.fail(error)))
    )

  const offer: Service["offer"] = (caller, request) =>
    Effect.map(resolve(caller, request), (resolved: Resolved | undefined) => {
      if (resolved === undefined) return undefined
      const { company, found, monitor, source, terms } = resolved
      const { renewal } = found ?? monitor ?? {}
      const kept = renewal?._tag === "Credentials" && { credentialsKeptUntil: renewal.keptUntil }
      return { company, terms, ...(source && { source }), ...kept }
    })

  return { offer, permit }
})
