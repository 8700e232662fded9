/** The confirmation that a session with a return address needs before its data and consents can be used (decisions 18). */
import { ConnectSessionStore, ConnectSessionUnconfirmed } from "@sheaf/ports"
import type { Caller, StoredConnectSession } from "@sheaf/ports"
import { Effect, Option } from "effect"

/** Returns true unless the session still needs the client's confirmation. */
export const isConfirmed = ({ progress, terms }: Pick<StoredConnectSession, "progress" | "terms">): boolean =>
  terms.returnTo === undefined || progress.confirmation?.answer === "CONFIRMED"

/**
 * Fails if the client has not confirmed the Connect session that started an object. The session's own page can use the
 * object before that. A session without a row was confirmed, because Sheaf discards the data and consents of other
 * sessions before the row.
 */
export const require = Effect.fnUntraced(function* (
  { clientId, connectSessionId }: Caller,
  started: { readonly connectSessionId?: string }
) {
  if (started.connectSessionId === undefined || started.connectSessionId === connectSessionId) return
  const found = yield* Effect.orDie((yield* ConnectSessionStore).find(clientId, started.connectSessionId))
  if (Option.isSome(found) && !isConfirmed(found.value)) return yield* new ConnectSessionUnconfirmed()
})
