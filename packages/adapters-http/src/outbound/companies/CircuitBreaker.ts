/**
 * A company's circuit breaker: pauses calls while the company does not respond, and determines its availability (spec
 * 4.1, 8; ADR 0014). A single person's or client's failures never affect what others see. Breakers are immutable
 * values. Times are milliseconds of a monotonic clock.
 */
import type { CompanyStatus } from "@sheaf/domain/Company"
import type { CallContext } from "@sheaf/ports"

/**
 * How a call ended. FINE: the company responded, even if with a rejection. FAILED: the response reports a fault or
 * cannot be used. UNANSWERED: there was no response.
 */
export type CallOutcome = "FINE" | "FAILED" | "UNANSWERED"

interface Call {
  /** Retries of a call have the same key. */
  readonly key: string
  readonly callContext: CallContext
  readonly outcome: CallOutcome
  readonly at: number
}

/** A client's failed trials since the breaker last became half-open. */
interface FailedTrials {
  readonly client: string
  /** The last people whose trials failed, at most two. */
  readonly persons: ReadonlyArray<string>
  /**
   * The current pause, in milliseconds, during which these people get no trial. With two such people, the whole client
   * pauses.
   */
  readonly pause: number
  readonly until: number
}

type State =
  /** All calls pass. `calls` are the latest calls, oldest first. */
  | { readonly _tag: "Closed"; readonly calls: ReadonlyArray<Call> }
  /** The breaker lets no call pass before `until`. */
  | { readonly _tag: "Open"; readonly pause: number; readonly until: number }
  /** Each client may have one call (a trial) at a time. `failed` has an entry per client, the newest last. */
  | {
      readonly _tag: "HalfOpen"
      readonly pause: number
      readonly trying: ReadonlyArray<string>
      readonly failed: ReadonlyArray<FailedTrials>
    }

/** The company's status for clients, and since when. */
export interface CompanyState {
  readonly status: CompanyStatus
  readonly since: number
}

export interface Breaker {
  readonly state: State
  readonly companyState: CompanyState
  /** The last two clients that used the company, each with the time of its last call. */
  readonly uses: ReadonlyArray<{ readonly client: string; readonly at: number }>
  /** How many times the breaker has opened. */
  readonly opened: number
  /** How long the breaker stays open at first, in milliseconds. */
  readonly firstPause: number
}

/** Permits one call, whose outcome is ignored if the breaker opens before it ends. */
export interface Permit {
  readonly opened: number
  readonly isTrial: boolean
  readonly callContext: CallContext
}

/** How many of each client's latest calls count, and how old they may be, in milliseconds. */
const lastCalls = 20
const lastMillis = 120_000

/** The maximum number of calls that count, and of clients that may have trials. Both keep decisions cheap. */
const maxCalls = 200
const maxTrials = 100

/** How long after its last call a client counts as using the company, in milliseconds. */
const useMillis = 24 * 60 * 60 * 1000

/** A company is DEGRADED when at least this many calls, and this share of all calls, have failed. */
const worrying = { calls: 2, share: 1 / 4 }
const hopeless = { calls: 5, share: 1 / 2 }

/**
 * How long a breaker stays open at first by default, in milliseconds. Each failed trial doubles the time, up to
 * tenfold.
 */
const pauseMillis = 30_000
const maxPause = 10

/** Creates a closed breaker without calls. */
export const make = (now: number, firstPause = pauseMillis): Breaker => ({
  state: { _tag: "Closed", calls: [] },
  companyState: { status: "OPERATIONAL", since: now },
  uses: [],
  opened: 0,
  firstPause
})

const hasFailed = ({ outcome }: Call): boolean => outcome !== "FINE"

/** The number of calls, and how many failed. */
interface CallCounts {
  readonly calls: number
  readonly failed: number
}

const isAmong = ({ calls, failed }: CallCounts, limit: typeof worrying): boolean =>
  failed >= limit.calls && failed >= limit.share * calls

/** Counts the calls of each client. */
const countsByClient = (calls: ReadonlyArray<Call>): ReadonlyMap<string, CallCounts> => {
  const counts = new Map<string, CallCounts>()
  for (const call of calls) {
    const { client } = call.callContext
    const known = counts.get(client) ?? { calls: 0, failed: 0 }
    counts.set(client, { calls: known.calls + 1, failed: known.failed + (hasFailed(call) ? 1 : 0) })
  }
  return counts
}

/**
 * Returns true if two people from different clients are affected, or two people from the only client that uses the
 * company.
 */
const isWidespread = (
  { uses }: Breaker,
  clients: ReadonlySet<string>,
  persons: ReadonlySet<string>,
  now: number
): boolean => {
  if (persons.size < 2) return false
  const [sole, ...others] = clients
  return others.length > 0 || !uses.some(({ at, client }) => client !== sole && at + useMillis > now)
}

/**
 * Returns true if enough calls have failed, even when any single client's calls are ignored. If only one client uses
 * the company, its calls suffice.
 */
const isEvident = (breaker: Breaker, calls: ReadonlyArray<Call>, limit: typeof worrying, now: number): boolean => {
  const failed = calls.filter(hasFailed)
  if (!isAmong({ calls: calls.length, failed: failed.length }, limit)) return false
  const clients = new Set(failed.map(({ callContext }) => callContext.client))
  const persons = new Set(failed.map(({ callContext }) => callContext.person))
  if (!isWidespread(breaker, clients, persons, now)) return false
  if (clients.size === 1) return true
  const counts = countsByClient(calls)
  return [...clients].every((client) => {
    const own = counts.get(client) ?? { calls: 0, failed: 0 }
    const others = { calls: calls.length - own.calls, failed: failed.length - own.failed }
    return isAmong(others, { ...limit, calls: 1 })
  })
}

const shown = (breaker: Breaker, status: CompanyStatus, since: number): Breaker =>
  breaker.companyState.status === status ? breaker : { ...breaker, companyState: { status, since } }

const closed = (breaker: Breaker, calls: ReadonlyArray<Call>, now: number): Breaker =>
  shown(
    { ...breaker, state: { _tag: "Closed", calls } },
    isEvident(breaker, calls, worrying, now) ? "DEGRADED" : "OPERATIONAL",
    now
  )

const open = (breaker: Breaker, pause: number, now: number): Breaker =>
  shown(
    { ...breaker, opened: breaker.opened + 1, state: { _tag: "Open", pause, until: now + pause } },
    "UNAVAILABLE",
    now
  )

/** Drops outdated calls, one timestamp at a time, because each removal can change the breaker. */
const forget = (breaker: Breaker, calls: ReadonlyArray<Call>, now: number): Breaker => {
  let [current, left] = [breaker, calls]
  for (let [oldest] = left; oldest !== undefined && oldest.at + lastMillis <= now; [oldest] = left) {
    const { at } = oldest
    left = left.filter((call) => call.at > at)
    current = closed(current, left, at + lastMillis)
  }
  return current
}

/** Advances the breaker to a later time without a call. Returns the same object if nothing changes. */
export const advanceTo = (breaker: Breaker, now: number): Breaker => {
  const { state } = breaker
  if (state._tag === "Closed") return forget(breaker, state.calls, now)
  if (state._tag === "HalfOpen" || now < state.until) return breaker
  const halfOpen = { _tag: "HalfOpen", pause: state.pause, trying: [], failed: [] } as const
  return shown({ ...breaker, state: halfOpen }, "DEGRADED", state.until)
}

const used = ({ uses }: Breaker, client: string, now: number): Breaker["uses"] => [
  { client, at: now },
  ...uses.filter((use) => use.client !== client).slice(0, 1)
]

/** Returns true if this caller must wait after failed trials. */
const isPaused = (failed: ReadonlyArray<FailedTrials>, { client, person }: CallContext, now: number): boolean =>
  failed.some(
    (trials) =>
      trials.client === client && now < trials.until && (trials.persons.length > 1 || trials.persons.includes(person))
  )

/** Permits a call, or returns `undefined`. */
export const admit = (
  breaker: Breaker,
  callContext: CallContext,
  now: number
): readonly [breaker: Breaker, permit: Permit | undefined] => {
  const { client } = callContext
  const current = { ...advanceTo(breaker, now), uses: used(breaker, client, now) }
  const { opened, state } = current
  if (state._tag === "Closed") return [closed(current, state.calls, now), { opened, isTrial: false, callContext }]
  if (state._tag === "Open" || state.trying.includes(client)) return [current, undefined]
  if (state.trying.length >= maxTrials || isPaused(state.failed, callContext, now)) return [current, undefined]
  return [
    { ...current, state: { ...state, trying: [...state.trying, client] } },
    { opened, isTrial: true, callContext }
  ]
}

/**
 * Adds a call. Drops the oldest call of a client that has too many. If there are too many in total, drops the oldest
 * call of the client with the most, so that nobody displaces the few calls of others. Of a call and its retries, only
 * the last response counts; otherwise, one person's failing login could pause the company for everyone. A missing
 * response always counts, because the person is seldom the cause.
 */
const remember = (calls: ReadonlyArray<Call>, call: Call): ReadonlyArray<Call> => {
  const isReplaced = ({ key, outcome }: Call) =>
    call.outcome !== "UNANSWERED" && key === call.key && outcome !== "UNANSWERED"
  const kept = [...calls.filter((other) => !isReplaced(other)), call]
  const counts = countsByClient(kept)
  const { client } = call.callContext
  const isTooLong = (counts.get(client)?.calls ?? 0) > lastCalls
  if (!isTooLong && kept.length <= maxCalls) return kept
  const most = Math.max(...[...counts.values()].map(({ calls: count }) => count))
  const isDropped = ({ callContext }: Call) =>
    isTooLong ? callContext.client === client : counts.get(callContext.client)?.calls === most
  return kept.toSpliced(kept.findIndex(isDropped), 1)
}

/** Adds a failed trial. Each failure doubles the pause of the client's trials. */
const addTrial = (
  { failed, pause }: Extract<State, { readonly _tag: "HalfOpen" }>,
  { client, person }: CallContext,
  longest: number,
  now: number
): ReadonlyArray<FailedTrials> => {
  const known = failed.find((trials) => trials.client === client)
  const next = Math.min(known === undefined ? pause : 2 * known.pause, longest)
  const persons = [...(known?.persons ?? []).filter((other) => other !== person), person].slice(-2)
  const others = failed.filter((trials) => trials !== known)
  return [...others, { client, persons, pause: next, until: now + next }].slice(-maxTrials)
}

export const recordOutcome = (
  breaker: Breaker,
  { callContext, isTrial, opened }: Permit,
  call: Pick<Call, "key" | "outcome">,
  now: number
): Breaker => {
  const current = advanceTo(breaker, now)
  const { firstPause, state } = current
  if (opened !== current.opened) return current
  const isFine = call.outcome === "FINE"
  if (state._tag === "HalfOpen" && isTrial) {
    if (isFine) return closed(current, [], now)
    const longest = maxPause * firstPause
    const failed = addTrial(state, callContext, longest, now)
    const clients = new Set(failed.map(({ client }) => client))
    const persons = new Set(failed.flatMap((trials) => trials.persons))
    return isWidespread(current, clients, persons, now)
      ? open(current, Math.min(2 * state.pause, longest), now)
      : {
          ...current,
          state: { ...state, failed, trying: state.trying.filter((client) => client !== callContext.client) }
        }
  }
  if (state._tag !== "Closed") return current
  const calls = remember(state.calls, { ...call, callContext, at: now })
  return !isFine && isEvident(current, calls, hopeless, now)
    ? open(current, firstPause, now)
    : closed(current, calls, now)
}

/**
 * Records that a call was interrupted and has no outcome. If the call was a trial, the client's next call becomes one.
 */
export const recordInterruption = (
  breaker: Breaker,
  { callContext, isTrial, opened }: Permit,
  now: number
): Breaker => {
  const current = advanceTo(breaker, now)
  const { state } = current
  if (!isTrial || opened !== current.opened || state._tag !== "HalfOpen") return current
  return { ...current, state: { ...state, trying: state.trying.filter((client) => client !== callContext.client) } }
}
