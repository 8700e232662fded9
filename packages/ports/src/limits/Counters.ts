/**
 * Driven port: the counters behind rates and login attempts (spec 8). A shared adapter that counts for several
 * processes can replace the in-memory adapter. Adapters forget idle keys and bound their memory, because attackers can
 * choose some keys.
 */
import type { AttemptLimit } from "@sheaf/domain/LoginAttempts"
import type { RateLimitResult, RateLimit } from "@sheaf/domain/RateLimit"
import { Context } from "effect"
import type { Effect } from "effect"

/** A client's group, for example the users with one address. */
export interface CountedGroup {
  readonly clientId: string
  /** A name without personal data in plain text. */
  readonly name: string
  /** The UTC day, `YYYY-MM-DD`. Each day, groups begin empty. */
  readonly day: string
  /** The number of members that are not too many. */
  readonly maxMembers: number
}

export class Counters extends Context.Service<
  Counters,
  {
    /** Counts a key's request, unless the rate's quota is used up. Each rate name has its own keys. */
    readonly take: (rate: RateLimit, key: string) => Effect.Effect<RateLimitResult>
    /** Returns a counted request to the quota, for example if the request repeats an accepted one. */
    readonly refund: (rate: RateLimit, key: string) => Effect.Effect<void>
    /**
     * Counts a start at this time against the login's limit, unless the limit is reached. Returns the pause until a start is allowed, in
     * milliseconds, or zero if the start was counted. The key must not contain personal data in plain text.
     */
    readonly countAttempt: (limit: AttemptLimit, login: string, at: number) => Effect.Effect<number>
    /** Takes back a counted start at the time `at`, because the service did not accept it. */
    readonly withdrawAttempt: (limit: AttemptLimit, login: string, at: number) => Effect.Effect<void>
    /**
     * Records that the start at the time `at` ended as INCORRECT_CREDENTIALS. Repeated calls have no further effect.
     */
    readonly markAttemptFailed: (limit: AttemptLimit, login: string, at: number) => Effect.Effect<void>
    /**
     * Adds a member to a group. Returns true if the member is the first one too many. Adapters bound the memory of each
     * client, so that a client can make them forget only its own groups.
     */
    readonly addMember: (group: CountedGroup, member: string) => Effect.Effect<boolean>
  }
>()("@sheaf/ports/Counters") {}
