/** Driving port: a client's Connect sessions (spec 13). */
import type { ConnectSession, ConnectSessionLink, CreateConnectSession } from "@sheaf/domain/ConnectSession"
import { Context, Schema } from "effect"
import type { Effect, Redacted } from "effect"
import type { ConnectUserTokenRequired, InvalidParameters, UnknownCompany } from "../errors/RequestErrors.ts"
import type { IdempotencyKeyReused } from "../idempotency/IdempotencyKeys.ts"
import type { Caller } from "../auth/Caller.ts"

/** No such session, or it belongs to another client or user. */
export class ConnectSessionNotFound extends Schema.TaggedError<ConnectSessionNotFound>()(
  "ConnectSessionNotFound",
  {}
) {}

/** The code is wrong, arrived too late, or belongs to another user. */
export class ConnectSessionNotConfirmed extends Schema.TaggedError<ConnectSessionNotConfirmed>()(
  "ConnectSessionNotConfirmed",
  {}
) {}

export class ConnectSessions extends Context.Service<
  ConnectSessions,
  {
    /** Creates a session. Only the response has the secret of the link. */
    readonly create: (
      caller: Caller,
      request: CreateConnectSession
    ) => Effect.Effect<ConnectSessionLink, InvalidParameters | UnknownCompany>
    readonly read: (caller: Caller, connectSessionId: string) => Effect.Effect<ConnectSession, ConnectSessionNotFound>
    /**
     * Confirms that the person who finished the session is the caller's user. The correct code of another user's session
     * makes the session's data and consents unusable.
     */
    readonly confirm: (
      caller: Caller,
      connectSessionId: string,
      code: Redacted.Redacted
    ) => Effect.Effect<
      ConnectSession,
      ConnectSessionNotFound | ConnectSessionNotConfirmed | ConnectUserTokenRequired | IdempotencyKeyReused
    >
  }
>()("@sheaf/ports/ConnectSessions") {}
