/**
 * A company's circuit breaker: it pauses calls while the company does not respond, and determines the company's
 * availability (spec 4.1, 8; ADR 0014). Failures of a single person or client never affect others. Breakers are
 * immutable values, and times are milliseconds of a monotonic clock.
 */
import type { CompanyStatus } from "@sheaf/domain/Company"
import type { CallContext } from "@sheaf/ports"

/**
 * FINE: the company responded, even if it rejected the call. FAILED: the response reports an error or is unusable.
 * UNANSWERED: there was no response.
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
  readonly persons: ReadonlyArray<string>
  /**
   * How long the current pause lasts, in milliseconds. During the pause, the breaker permits no trial for the people in
   * `persons`. If `persons` contains two people, it permits no trial for any person of this client.
   */
  readonly pause: number
  readonly until: number
}

type State =
  /** All calls pass. `calls` holds the recent ones, oldest first. */
  | { readonly _tag: "Closed"; readonly calls: ReadonlyArray<Call> }
  /** No call passes before `until`. */
  | { readonly _tag: "Open"; readonly pause: number; readonly until: number }
  /** Each client may make one trial call at a time. `failed` has one entry per client, newest last. */
  | {
      readonly _tag: "HalfOpen"
      readonly pause: number
      readonly trying: ReadonlyArray<string>
      readonly failed: ReadonlyArray<FailedTrials>
    }

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
  /** How long the breaker stays open the first time, in milliseconds. */
  readonly firstPause: number
}

/** Permits one call. If the breaker opens before the call ends, the call's outcome is ignored. */
export interface Permit {
  readonly opened: number
  readonly isTrial: boolean
  readonly callContext: CallContext
}

/** How many of each client's latest calls count, and for how long, in milliseconds. */
const lastCalls = 20
const lastMillis = 120_000

/**
 * The maximum number of counted calls, and the maximum number of clients with trials. These limits keep each decision
 * fast.
 */
const maxCalls = 200
const maxTrials = 100

/** How long a client counts as a user of the company after its last call, in milliseconds. */
const useMillis = 24 * 60 * 60 * 1000

/**
 * A company becomes DEGRADED at `worrying`, and the breaker opens at `hopeless`. `calls` is the minimum number of
 * failed calls, and `share` their minimum share of all calls.
 */
const worrying = { calls: 2, share: 1 / 4 }
const hopeless = { calls: 5, share: 1 / 2 }

/** The default first pause, in milliseconds. Each failed trial doubles the pause, up to ten times the first one. */
const pauseMillis = 30_000
const maxPause = 10

export const make = (now: number, firstPause = pauseMillis): Breaker => ({
  state: { _tag: "Closed", calls: [] },
  companyState: { status: "OPERATIONAL", since: now },
  uses: [],
  opened: 0,
  firstPause
})

const hasFailed = ({ outcome }: Call): boolean => outcome !== "FINE"

interface CallCounts {
  readonly calls: number
  readonly failed: number
}

const isAmong = ({ calls, failed }: CallCounts, limit: typeof worrying): boolean =>
  failed >= limit.calls && failed >= limit.share * calls

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
 * Returns true if the failures affect people of at least two clients. If only one client uses the company, two of its
 * people are enough.
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
 * Returns true if enough calls have failed, and this stays true no matter which single client's calls are left out. If
 * only one client uses the company, its calls are enough.
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

/** Drops expired calls one timestamp at a time, because each removal can change the breaker's state. */
const forget = (breaker: Breaker, calls: ReadonlyArray<Call>, now: number): Breaker => {
  let [current, left] = [breaker, calls]
  for (let [oldest] = left; oldest !== undefined && oldest.at + lastMillis <= now; [oldest] = left) {
    const { at } = oldest
    left = left.filter((call) => call.at > at)
    current = closed(current, left, at + lastMillis)
  }
  return current
}

/** Advances the breaker to `now` without a call. Returns the same object if nothing changes. */
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

const isPaused = (failed: ReadonlyArray<FailedTrials>, { client, person }: CallContext, now: number): boolean =>
  failed.some(
    (trials) =>
      trials.client === client && now < trials.until && (trials.persons.length > 1 || trials.persons.includes(person))
  )

/** Returns no permit if the call is rejected. */
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
 * Adds a call. If a client has too many calls, drops that client's oldest call. If there are too many in total, drops
 * the oldest call of the client that has the most calls, so a busy client cannot displace others.
 *
 * If a call is retried, only the last response counts; otherwise one person's failing login could pause the company for
 * everyone. A missing response always counts, because it is rarely the person's fault.
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

/** Records an interrupted call, which has no outcome. If it was a trial, the client's next call becomes the trial. */
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
