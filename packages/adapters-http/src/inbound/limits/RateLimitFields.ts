/**
 * The header fields that tell clients their rate limit and how much of it remains
 * (draft-ietf-httpapi-ratelimit-headers-10; spec 8).
 */
import type { RateLimitResult, RateLimit } from "@sheaf/domain/RateLimit"

export interface RateLimitFields extends Readonly<Record<string, string>> {
  /** The name of the rate, the remaining requests, and the seconds until the whole quota is available. */
  readonly ratelimit: string
  /** The name of the rate, its quota, and the window in seconds. */
  readonly "ratelimit-policy": string
}

/** The largest number of formatted fields to cache. */
const kept = 1024

/**
 * Returns a function that formats the fields. The fields depend only on the number of remaining requests, so the
 * function caches them.
 */
export const make = ({
  name,
  quota,
  windowMillis
}: RateLimit): ((counted: Pick<RateLimitResult, "remaining">) => RateLimitFields) => {
  const policy = `"${name}";q=${quota};w=${Math.ceil(windowMillis / 1000)}`
  const written = new Map<number, RateLimitFields>()
  const write = (remaining: number): RateLimitFields => {
    const seconds = Math.ceil(((quota - remaining) * windowMillis) / quota / 1000)
    return { ratelimit: `"${name}";r=${remaining};t=${seconds}`, "ratelimit-policy": policy }
  }
  return ({ remaining }) => {
    const found = written.get(remaining)
    if (found !== undefined) return found
    const fields = write(remaining)
    if (written.size < kept) written.set(remaining, fields)
    return fields
  }
}
