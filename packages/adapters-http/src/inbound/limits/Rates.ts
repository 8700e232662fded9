/** The request rates. Each kind is counted separately (spec 8). */
import type { Operation } from "@sheaf/http-contract"
import type { RateLimit } from "@sheaf/domain/RateLimit"
import { Record } from "effect"

export type RateName = Operation.OperationRate | "authentication" | "connectRequests" | "connectStarts"

export type Rates = Readonly<Record<RateName, RateLimit>>

/**
 * Requests allowed per minute:
 * - `status`: per collection or consent.
 * - `starts`: per client.
 * - `requests`: per API key or user.
 * - `authentication`: failed requests per network address. These are requests with missing or invalid credentials, and requests with valid credentials from an excluded network or with the wrong certificate.
 *
 * Requests from a Connect page count per Connect session, not for the client: starts as `connectStarts`, status
 * requests as `status` (one quota for the whole session), and all other requests as `connectRequests`.
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
