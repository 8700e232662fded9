/**
 * Driven port: signals that a row has changed, so that long polls need not query the database (spec 2.5). A topic is
 * usually the id of what has changed, such as a collection, a consent, or a user whose tokens were revoked.
 */
import { Context } from "effect"
import type { Effect } from "effect"

/** Ends a subscription. Safe to call again. */
export type Unsubscribe = () => void

export class ChangeSignals extends Context.Service<
  ChangeSignals,
  {
    /** Signals a change. Call it after the commit, so that subscribers read the new row. */
    readonly publish: (topic: string) => Effect.Effect<void>
    /**
     * Calls `listener` after each change to the topic. Adapters may also call it without a change, for example after a
     * lost connection, so listeners must read the row again.
     */
    readonly subscribe: (topic: string, listener: () => void) => Unsubscribe
  }
>()("@sheaf/ports/ChangeSignals") {}
