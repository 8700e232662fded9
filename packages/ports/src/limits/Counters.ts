/**
 * Driven port: the counters behind rates and login attempts (decisions 14). An adapter that counts for several processes
 * can replace the one in memory. Adapters forget idle keys and bound their memory, because attackers choose some keys.
 */
import type { AttemptLimit } from "@sheaf/domain/LoginAttempts"
import type { Counted, Rate } from "@sheaf/domain/Rate"
import { Context } from "effect"
import type { Effect } from "effect"

export class Counters extends Context.Service<
  Counters,
  {
    /** Counts a request of a key, unless the rate's quota is used up. Each rate's name has its own keys. */
    readonly take: (rate: Rate, key: string) => Effect.Effect<Counted>
    /** Returns a counted request to the quota, such as the repeat of an accepted request. */
    readonly giveBack: (rate: Rate, key: string) => Effect.Effect<void>
    /**
     * Counts a start of a login, unless a limit is reached. Returns the pause until a start is allowed, in milliseconds,
     * or zero if the start counts. The key must not contain personal data in plain text.
     */
    readonly attempt: (limit: AttemptLimit, login: string) => Effect.Effect<number>
    /** Records that the start at a time ended as INCORRECT_CREDENTIALS. Repeated calls have no further effect. */
    readonly attemptFailed: (limit: AttemptLimit, login: string, at: number) => Effect.Effect<void>
  }
>()("@sheaf/ports/Counters") {}
