/**
 * Driven port: signals that a row has changed, so that held requests do not need to poll the database (spec 2.5). A
 * topic is the id of a collection or a consent, or of a user whose tokens were revoked.
 */
import { Context } from "effect"
import type { Effect } from "effect"

/** Ends a subscription. Calls after the first have no effect. */
export type Unsubscribe = () => void

export class ChangeSignals extends Context.Service<
  ChangeSignals,
  {
    /** Signals a change. Callers publish after the commit, so that subscribers read the new row. */
    readonly publish: (topic: string) => Effect.Effect<void>
    /**
     * Calls `listener` after each later change of the topic. Adapters can also call listeners without a change, for
     * example after a lost connection, so listeners must reread the row.
     */
    readonly subscribe: (topic: string, listener: () => void) => Unsubscribe
  }
>()("@sheaf/ports/ChangeSignals") {}
