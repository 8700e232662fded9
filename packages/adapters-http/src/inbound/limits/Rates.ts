/** The rates of requests. Each kind is counted separately (spec 8). */
import type { Operation } from "@sheaf/http-contract"
import type { RateLimit } from "@sheaf/domain/RateLimit"
import { Record } from "effect"

export type RateName = Operation.OperationRate | "authentication" | "connectRequests" | "connectStarts"

export type Rates = Readonly<Record<RateName, RateLimit>>

/**
 * How many requests are allowed per minute. They are counted by collection or consent (`status`), client (`starts`),
 * API key or user (`requests`), and, for missing or invalid credentials, network address (`authentication`), which
 * includes valid credentials from an excluded network or with the wrong certificate. A Connect page's requests do not
 * count for its client: `connectStarts` and `connectRequests` are counted by Connect session, as are all the page's
 * reads of a `status` together.
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
