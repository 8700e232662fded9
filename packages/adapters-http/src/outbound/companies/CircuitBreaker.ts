/**
 * The circuit breaker of a company: pauses calls to a company that does not respond, and sets its availability
 * (decisions 1; ADR 0014). A breaker is an immutable value. Times are milliseconds from a monotonic clock.
 */
import type { CompanyStatus } from "@sheaf/domain/Company"

/**
 * The outcome of a call. FINE includes the rejection of a single call, because the company responded. FAILED means that
 * the response reports a fault or is unusable. UNANSWERED means that there was no response.
 */
export type CallOutcome = "FINE" | "FAILED" | "UNANSWERED"

interface Call {
  /** Retries of a call have the same key. */
  readonly key: string
  readonly outcome: CallOutcome
  readonly at: number
}

type State =
  /** All calls pass. `calls` are the latest calls, oldest first. */
  | { readonly _tag: "Closed"; readonly calls: ReadonlyArray<Call> }
  /** No call passes before `until`. */
  | { readonly _tag: "Open"; readonly pause: number; readonly until: number }
  /** One trial call passes at a time. */
  | { readonly _tag: "HalfOpen"; readonly pause: number; readonly isTrying: boolean }

/** The company's status that clients see, and the time at which it began. */
export interface CompanyStanding {
  readonly status: CompanyStatus
  readonly since: number
}

export interface Breaker {
  readonly state: State
  readonly standing: CompanyStanding
  /** The number of times that the breaker has opened. */
  readonly opened: number
  /** The time for which the breaker initially stays open, in milliseconds. */
  readonly firstPause: number
}

/** The permission for one call. The call's outcome is ignored if the breaker has opened since. */
export interface Permit {
  readonly opened: number
  readonly isTrial: boolean
}

/** The maximum number of calls that count, and their maximum age in milliseconds. */
const lastCalls = 20
const lastMillis = 120_000

/** A company is DEGRADED once this many calls, and this share of calls, have failed. */
const worrying = { calls: 2, share: 1 / 4 }
const hopeless = { calls: 5, share: 1 / 2 }

/** The default first pause of an open breaker, in milliseconds. Each failed trial doubles the pause, up to tenfold. */
const pauseMillis = 30_000
const longestPause = 10

/** Creates a closed breaker without calls. */
export const make = (now: number, firstPause = pauseMillis): Breaker => ({
  state: { _tag: "Closed", calls: [] },
  standing: { status: "OPERATIONAL", since: now },
  opened: 0,
  firstPause
})

const isAmong = (calls: ReadonlyArray<Call>, limit: typeof worrying): boolean => {
  const failed = calls.filter(({ outcome }) => outcome !== "FINE").length
  return failed >= limit.calls && failed >= limit.share * calls.length
}

const shown = (breaker: Breaker, status: CompanyStatus, since: number): Breaker =>
  breaker.standing.status === status ? breaker : { ...breaker, standing: { status, since } }

const closed = (breaker: Breaker, calls: ReadonlyArray<Call>, now: number): Breaker =>
  shown({ ...breaker, state: { _tag: "Closed", calls } }, isAmong(calls, worrying) ? "DEGRADED" : "OPERATIONAL", now)

const open = (breaker: Breaker, pause: number, now: number): Breaker =>
  shown(
    { ...breaker, opened: breaker.opened + 1, state: { _tag: "Open", pause, until: now + pause } },
    "UNAVAILABLE",
    now
  )

/** Drops outdated calls one timestamp at a time, oldest first, because each removal can change the breaker's status. */
const forget = (breaker: Breaker, calls: ReadonlyArray<Call>, now: number): Breaker => {
  const [oldest] = calls
  if (oldest === undefined || oldest.at + lastMillis > now) return breaker
  const others = calls.filter((call) => call.at > oldest.at)
  return forget(closed(breaker, others, oldest.at + lastMillis), others, now)
}

/** Advances the breaker to a later time, without calls. Returns the same value if nothing changed. */
export const at = (breaker: Breaker, now: number): Breaker => {
  const { state } = breaker
  if (state._tag === "Closed") return forget(breaker, state.calls, now)
  if (state._tag === "HalfOpen" || now < state.until) return breaker
  const halfOpen = { _tag: "HalfOpen", pause: state.pause, isTrying: false } as const
  return shown({ ...breaker, state: halfOpen }, "DEGRADED", state.until)
}

/** Returns the permit for a call. The permit is `undefined` if the call is not admitted. */
export const admit = (breaker: Breaker, now: number): readonly [breaker: Breaker, permit: Permit | undefined] => {
  const current = at(breaker, now)
  const { opened, state } = current
  if (state._tag === "Closed") return [current, { opened, isTrial: false }]
  if (state._tag === "Open" || state.isTrying) return [current, undefined]
  return [
    { ...current, state: { ...state, isTrying: true } },
    { opened, isTrial: true }
  ]
}

/**
 * Adds a call. Of the responses to a call and its retries, only the last counts, so that one person's failing case
 * cannot pause the company for everyone. Every missing response counts, because it does not depend on the person.
 */
const remember = (calls: ReadonlyArray<Call>, call: Call): ReadonlyArray<Call> => {
  const isReplaced = ({ key, outcome }: Call) =>
    call.outcome !== "UNANSWERED" && key === call.key && outcome !== "UNANSWERED"
  return [...calls.filter((other) => !isReplaced(other)), call].slice(-lastCalls)
}

export const record = (breaker: Breaker, { isTrial, opened }: Permit, call: Omit<Call, "at">, now: number): Breaker => {
  const current = at(breaker, now)
  const { firstPause, state } = current
  if (opened !== current.opened) return current
  const isFine = call.outcome === "FINE"
  if (state._tag === "HalfOpen" && isTrial) {
    return isFine ? closed(current, [], now) : open(current, Math.min(2 * state.pause, longestPause * firstPause), now)
  }
  if (state._tag !== "Closed") return current
  const calls = remember(state.calls, { ...call, at: now })
  return !isFine && isAmong(calls, hopeless) ? open(current, firstPause, now) : closed(current, calls, now)
}

/** Records an interrupted call, which has no outcome. If it was the trial, the next call becomes the trial. */
export const abandon = (breaker: Breaker, { isTrial, opened }: Permit, now: number): Breaker => {
  const current = at(breaker, now)
  if (!isTrial || opened !== current.opened || current.state._tag !== "HalfOpen") return current
  return { ...current, state: { ...current.state, isTrying: false } }
}
