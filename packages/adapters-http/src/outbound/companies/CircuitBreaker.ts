/**
 * When a company that gives no answers is left alone for a while, and how that shows in its availability (decisions 1; ADR
 * 0014). Pure: a breaker is a value. Times are milliseconds of a clock that never goes back.
 */
import type { CompanyStatus } from "@sheaf/domain/Company"

/**
 * The outcome of a call. FINE includes the refusal of one call, because the company answered. FAILED is an answer that
 * reports a fault or cannot be used. UNANSWERED is a call without an answer.
 */
export type CallOutcome = "FINE" | "FAILED" | "UNANSWERED"

interface Call {
  /** The same for a call that is asked again. */
  readonly key: string
  readonly outcome: CallOutcome
  readonly at: number
}

type State =
  /** Calls go through, and these were the last ones, oldest first. */
  | { readonly _tag: "Closed"; readonly calls: ReadonlyArray<Call> }
  /** None goes through before `until`. */
  | { readonly _tag: "Open"; readonly pause: number; readonly until: number }
  /** One goes through at a time, to try. */
  | { readonly _tag: "HalfOpen"; readonly pause: number; readonly isTrying: boolean }

/** The status that the company is shown with, and the time since it holds. */
export interface CompanyStanding {
  readonly status: CompanyStatus
  readonly since: number
}

export interface Breaker {
  readonly state: State
  readonly standing: CompanyStanding
  /** How many times it has opened. */
  readonly opened: number
  /** How long it stays open the first time. */
  readonly firstPause: number
}

/** Lets one call through. What comes of calls of before it last opened says nothing any more. */
export interface Permit {
  readonly opened: number
  readonly isTrial: boolean
}

/** The calls that count: so many, and none older. */
const lastCalls = 20
const lastMillis = 120_000

/** What shows that something is wrong, and what shows that it is not worth calling: so many, and such a share of them. */
const worrying = { calls: 2, share: 1 / 4 }
const hopeless = { calls: 5, share: 1 / 2 }

/** How long it stays open at first, in milliseconds; twice as long with each trial that fails, up to ten times. */
const pauseMillis = 30_000
const longestPause = 10

/** Closed, with nothing known. */
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

/** Forgets what has become too old until `now`, as time went by: each may change what the others look like. */
const forget = (breaker: Breaker, calls: ReadonlyArray<Call>, now: number): Breaker => {
  const [oldest] = calls
  if (oldest === undefined || oldest.at + lastMillis > now) return breaker
  const others = calls.filter((call) => call.at > oldest.at)
  return forget(closed(breaker, others, oldest.at + lastMillis), others, now)
}

/** The breaker as it is now, although nothing was called; the same one when nothing has changed. */
export const at = (breaker: Breaker, now: number): Breaker => {
  const { state } = breaker
  if (state._tag === "Closed") return forget(breaker, state.calls, now)
  if (state._tag === "HalfOpen" || now < state.until) return breaker
  const halfOpen = { _tag: "HalfOpen", pause: state.pause, isTrying: false } as const
  return shown({ ...breaker, state: halfOpen }, "DEGRADED", state.until)
}

/** Lets a call through, or not: then there is no permit. */
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
 * The calls with another one. One person's failing case must not shut the company for all: a call that is asked again
 * counts once, while the company answers it. Where nothing answers, it is nobody's case.
 */
const remember = (calls: ReadonlyArray<Call>, call: Call): ReadonlyArray<Call> => {
  const isReplaced = ({ key, outcome }: Call) =>
    call.outcome !== "UNANSWERED" && key === call.key && outcome !== "UNANSWERED"
  return [...calls.filter((other) => !isReplaced(other)), call].slice(-lastCalls)
}

/** Takes in what came of a call. */
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

/** Takes in that a call was given up, which says nothing: where it was to try, another one may. */
export const abandon = (breaker: Breaker, { isTrial, opened }: Permit, now: number): Breaker => {
  const current = at(breaker, now)
  if (!isTrial || opened !== current.opened || current.state._tag !== "HalfOpen") return current
  return { ...current, state: { ...current.state, isTrying: false } }
}
