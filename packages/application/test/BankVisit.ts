/** Visits to the return address of a bank, as a browser makes them. */
import type { ReturnVisit } from "@sheaf/ports"
import type { Redacted } from "effect"

export interface VisitOptions {
  readonly company?: string
  readonly response?: ReturnVisit["response"] | undefined
  readonly query?: ReturnVisit["query"]
  /** The secret from an earlier return in this browser. */
  readonly secret?: Redacted.Redacted | undefined
  /** The secrets of the browser's Connect sessions, by session. */
  readonly sessions?: Readonly<Record<string, Redacted.Redacted>>
}

/** Returns a visit with this state, by default in a browser without secrets. */
export const makeVisit = (
  state: string,
  { company = "se-fjallbanken", query, response, secret, sessions = {} }: VisitOptions = {}
): ReturnVisit => ({
  company,
  state,
  browser: { ...(secret !== undefined && { secret }), connectSecret: (id) => sessions[id] },
  ...(query !== undefined && { query }),
  ...(response !== undefined && { response })
})
