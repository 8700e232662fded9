/**
 * Driven port: counts requests and login attempts for the limits of spec 8. Several processes need an adapter that
 * shares the counts; the in-memory adapter counts for one process only. Attackers can choose some of the keys, so
 * adapters forget idle keys and limit their memory.
 */
import type { AttemptLimit } from "@sheaf/domain/LoginAttempts"
import type { RateLimitResult, RateLimit } from "@sheaf/domain/RateLimit"
import { Context } from "effect"
import type { Effect } from "effect"

/** A group whose members are counted, for example the users of a client who share an address. */
export interface CountedGroup {
  readonly clientId: string
  /** Must not contain personal data in plain text. */
  readonly name: string
  /** The UTC day, `YYYY-MM-DD`. Every day starts with empty groups. */
  readonly day: string
  readonly maxMembers: number
}

export class Counters extends Context.Service<
  Counters,
  {
    /**
     * Counts a request with this key, unless the quota is used up. Rates with different names are counted separately.
     */
    readonly take: (rate: RateLimit, key: string) => Effect.Effect<RateLimitResult>
    /** Removes a request from the count, for example because it repeats an accepted one. */
    readonly refund: (rate: RateLimit, key: string) => Effect.Effect<void>
    /**
     * Counts a start at `at` and returns 0. If the login has reached its limit, counts nothing and returns the
     * milliseconds until the next start is allowed. `login` must not contain personal data in plain text.
     */
    readonly countAttempt: (limit: AttemptLimit, login: string, at: number) => Effect.Effect<number>
    /**
     * Undoes the counting of a start that the service did not accept. `at` is the time at which the start was counted.
     */
    readonly withdrawAttempt: (limit: AttemptLimit, login: string, at: number) => Effect.Effect<void>
    /** Records that the start at `at` ended in INCORRECT_CREDENTIALS. Safe to repeat. */
    readonly markAttemptFailed: (limit: AttemptLimit, login: string, at: number) => Effect.Effect<void>
    /**
     * Adds a member to a group. Returns true only for the first member that exceeds the maximum. Adapters limit the
     * memory for each client, so a client can evict only its own groups.
     */
    readonly addMember: (group: CountedGroup, member: string) => Effect.Effect<boolean>
  }
>()("@sheaf/ports/Counters") {}
