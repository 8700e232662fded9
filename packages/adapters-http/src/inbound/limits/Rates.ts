/** The rates for requests. Each kind of request is counted separately (spec 8). */
import type { Operation } from "@sheaf/http-contract"
import type { RateLimit } from "@sheaf/domain/RateLimit"
import { Record } from "effect"

export type RateName = Operation.OperationRate | "authentication" | "connectRequests" | "connectStarts"

export type Rates = Readonly<Record<RateName, RateLimit>>

/**
 * The allowed requests per minute. `status` counts by collection or consent, `starts` by client, `requests` by API key
 * or user, and `authentication` counts missing and invalid credentials by network address. `authentication` also counts
 * valid credentials that are used from an excluded network or with the wrong certificate. A Connect page never counts
 * against its client: `connectStarts` and `connectRequests` count by Connect session, and `status` counts all status reads
 * of a session's page together.
 */
export const quotasPerMinute: Readonly<Record<RateName, number>> = {
  status: 120,
  starts: 300,
  requests: 600,
  authentication: 60,
  connectRequests: 120,
  connectStarts: 10
}

export const of = (quotas: Readonly<Record<RateName, number>>): Rates =>
  Record.map(quotas, (quota, name) => ({ name, quota, windowMillis: 60_000 }))

export const defaults = of(quotasPerMinute)
