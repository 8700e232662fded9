/** The request rates. Each kind is counted separately (spec 8). */
import type { Operation } from "@sheaf/http-contract"
import type { RateLimit } from "@sheaf/domain/RateLimit"
import { Record } from "effect"

export type RateName = Operation.OperationRate | "authentication" | "connectRequests" | "connectStarts"

export type Rates = Readonly<Record<RateName, RateLimit>>

/**
 * Requests allowed per minute. `status` counts by collection or consent, `starts` by client, and `requests` by API key
 * or user. `authentication` counts failed requests by network address: those with missing or invalid credentials, and
 * those with valid credentials from an excluded network or with the wrong certificate. A Connect page's requests do not
 * count for its client. They count by Connect session: as `connectStarts`, as `connectRequests` or, for all of the
 * page's reads together, as `status`.
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
