/**
 * Limits how much a client may start, and how often a login may be used (spec 8). Keyed hashes distinguish logins
 * without containing personal data.
 */
import { dayMillis } from "@sheaf/domain/CalendarDate"
import type { CompanyId } from "@sheaf/domain/Company"
import { sessionLifetimeMillis } from "@sheaf/domain/ConnectSession"
import type { AttemptLimit } from "@sheaf/domain/LoginAttempts"
import * as LoginIdentity from "@sheaf/domain/LoginIdentity"
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import type { LoginParameter } from "@sheaf/domain/Parameter"
import * as StartCollection from "@sheaf/domain/StartCollection"
import { Counters, Sealer, TooManyAttempts } from "@sheaf/ports"
import type {
  CollectionAcceptResult,
  ElectronicIdOrderQuota,
  CollectionRequest,
  StartQuotas,
  CollectionState
} from "@sheaf/ports"
import { Context, Effect, Exit } from "effect"
import { dateOf } from "../views/Display.ts"

export const loginHashOf = (
  { blindIndex }: Sealer["Service"],
  scope: Parameters<Sealer["Service"]["blindIndex"]>[0],
  parts: ReadonlyArray<string>
): string => blindIndex(scope, JSON.stringify(parts)).shared

export interface StartLimits {
  /** How often one login may be used at one company. If absent, uses are neither limited nor counted. */
  readonly attempts?: AttemptLimit
  /** How many electronic-ID orders a client may have open for one person. */
  readonly openOrders: number
  readonly runningCollections: number
  /** How many collections and consents a Connect session may start in total. */
  readonly connectSessionStarts: number
  /** How many monitors a client may have. Ended monitors do not count. */
  readonly monitors: number
  /** How many collections a client's monitors may start on one UTC day, including second attempts. */
  readonly monitorRunsPerDay: number
}

export const defaultAttemptLimit: AttemptLimit = { starts: 10, startsAfterFailure: 3, windowMillis: 600_000 }

export const defaultStartLimits: StartLimits = {
  openOrders: 3,
  runningCollections: 5_000,
  connectSessionStarts: 50,
  monitors: 100_000,
  monitorRunsPerDay: 200_000
}

export const StartLimits = Context.Reference<StartLimits>("@sheaf/application/StartLimits", {
  defaultValue: () => defaultStartLimits
})

/** How long an order or collection usually takes, in seconds. */
const usualPause = 10

export const tooManyOrdersError = new TooManyAttempts({ limit: "ORDERS", retryAfterSeconds: usualPause })
const tooManyCollectionsError = new TooManyAttempts({ limit: "COLLECTIONS", retryAfterSeconds: usualPause })

/** The client gets a new quota the next day. */
const tooManyMonitorRunsError = (now: number) =>
  new TooManyAttempts({ limit: "MONITOR_RUNS", retryAfterSeconds: Math.ceil((dayMillis - (now % dayMillis)) / 1000) })

/** A session at its limit cannot start anything else, so the suggested pause is as long as a session lasts. */
export const tooManyConnectStartsError = new TooManyAttempts({
  limit: "CONNECT_SESSION",
  retryAfterSeconds: sessionLifetimeMillis / 1000
})

export const excessErrorOf = (result: CollectionAcceptResult, now: number): TooManyAttempts | undefined => {
  switch (result) {
    case "TOO_MANY_RUNNING":
      return tooManyCollectionsError
    case "TOO_MANY_ORDERS":
      return tooManyOrdersError
    case "TOO_MANY_IN_CONNECT_SESSION":
      return tooManyConnectStartsError
    case "TOO_MANY_MONITOR_RUNS":
      return tooManyMonitorRunsError(now)
    default:
      return undefined
  }
}

/** The start of a collection or consent. If `login` is absent, the start does not identify a person. */
interface LoginStart {
  readonly clientId: string
  readonly company: CompanyId
  readonly login: LoginParameter | undefined
  readonly at: number
}

const keyOf = ({ clientId, company, login }: LoginStart) => {
  const identity = login && LoginIdentity.identityOf(login)
  return Effect.map(
    Sealer,
    (sealer) => identity && loginHashOf(sealer, { tenant: clientId, record: "login" }, [company, ...identity])
  )
}

/**
 * Counts a start for a login, and then runs `accept`. Fails if the login is at its limit. Counting first keeps
 * concurrent starts within the limit. If `accept` fails, removes the start from the count. If `accept` is interrupted,
 * the start stays counted, because it may have been accepted.
 */
export const countStart = Effect.fnUntraced(function* <A, E, R>(start: LoginStart, accept: Effect.Effect<A, E, R>) {
  const { attempts } = yield* StartLimits
  const key = attempts && (yield* keyOf(start))
  if (attempts === undefined || key === undefined) return yield* accept
  const counters = yield* Counters
  const wait = yield* counters.countAttempt(attempts, key, start.at)
  if (wait > 0) return yield* new TooManyAttempts({ limit: "STARTS", retryAfterSeconds: Math.ceil(wait / 1000) })
  return yield* Effect.onExit(accept, (exit) =>
    Exit.isFailure(exit) && !Exit.hasInterrupts(exit) ? counters.withdrawAttempt(attempts, key, start.at) : Effect.void
  )
})

export const countFailure = Effect.fnUntraced(function* ({ clientId, company, createdAt, order }: CollectionState) {
  const { attempts } = yield* StartLimits
  const login = order && StartCollection.loginOf(order)
  if (attempts === undefined || login === undefined) return
  const key = yield* keyOf({ clientId, company, login, at: createdAt })
  if (key !== undefined) yield* (yield* Counters).markAttemptFailed(attempts, key, createdAt)
})

export const orderQuotaFor = (limit: number, login: LoginParameter): ElectronicIdOrderQuota => ({
  identity: JSON.stringify(LoginIdentity.identityOf(login)),
  limit
})

/**
 * Returns a collection's quotas, which the store checks when it accepts the collection.
 *
 * @param monitorRunAt - when a monitor starts the collection, in milliseconds since 1970; absent if none does
 */
export const quotasOf = (
  { connectSessionStarts, monitorRunsPerDay, openOrders, runningCollections }: StartLimits,
  order: CollectionRequest,
  monitorRunAt?: number
): StartQuotas => {
  const places =
    order._tag === "Login" &&
    LoginMethod.describe(order.loginMethod).electronicId &&
    LoginIdentity.personalNumberOf(order.login) !== undefined &&
    orderQuotaFor(openOrders, order.login)
  return {
    connectSessionStarts,
    runningCollections,
    ...(monitorRunAt !== undefined && { monitorRun: { day: dateOf(monitorRunAt), limit: monitorRunsPerDay } }),
    ...(places && { openOrders: places })
  }
}
