/** Visits to a bank's return URL, as a browser makes them. */
import type { ReturnVisit } from "@sheaf/ports"
import type { Redacted } from "effect"

export interface VisitOptions {
  readonly company?: string
  readonly response?: ReturnVisit["response"] | undefined
  readonly query?: ReturnVisit["query"]
  readonly secret?: Redacted.Redacted | undefined
  readonly sessions?: Readonly<Record<string, Redacted.Redacted>>
}

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
