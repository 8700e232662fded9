/** Driving port: a client's Connect sessions (spec 13). */
import type {
  ConnectSession,
  ConnectSessionLink,
  ConnectSessionStatus,
  CreateConnectSession
} from "@sheaf/domain/ConnectSession"
import { Context, Schema } from "effect"
import type { Effect, Redacted } from "effect"
import type {
  ConnectUserTokenRequired,
  InvalidCursor,
  InvalidParameters,
  UnknownCompany
} from "../errors/RequestErrors.ts"
import type { IdempotencyKeyReused } from "../idempotency/IdempotencyKeys.ts"
import type { ListPage, StatusListRequest } from "../stores/ListQuery.ts"
import type { Caller } from "../auth/Caller.ts"
import type { TooManyMonitors } from "../monitors/Monitors.ts"

/** The session does not exist, or belongs to another client or user. */
export class ConnectSessionNotFound extends Schema.TaggedError<ConnectSessionNotFound>()(
  "ConnectSessionNotFound",
  {}
) {}

/** The code was wrong or late, or the caller is another user. */
export class ConnectSessionNotConfirmed extends Schema.TaggedError<ConnectSessionNotConfirmed>()(
  "ConnectSessionNotConfirmed",
  {}
) {}

export type ConnectSessionListRequest = StatusListRequest<ConnectSessionStatus>

export class ConnectSessions extends Context.Service<
  ConnectSessions,
  {
    /** Only this response contains the link's secret. */
    readonly create: (
      caller: Caller,
      request: CreateConnectSession
    ) => Effect.Effect<ConnectSessionLink, InvalidParameters | UnknownCompany>
    readonly read: (caller: Caller, connectSessionId: string) => Effect.Effect<ConnectSession, ConnectSessionNotFound>
    readonly list: (
      caller: Caller,
      request: ConnectSessionListRequest
    ) => Effect.Effect<ListPage<ConnectSession>, InvalidCursor>
    /**
     * Confirms that the person who finished the session is the caller's user. If the code is right but the caller is
     * another user, the session's data and consents become unusable. `challenge` is the S256 challenge computed from
     * the caller's verifier (RFC 7636 §4.2). If it differs from the session's challenge, the code proves nothing. In
     * that case, and also after `TooManyMonitors`, the session still waits for confirmation.
     */
    readonly confirm: (
      caller: Caller,
      connectSessionId: string,
      code: Redacted.Redacted,
      challenge?: string
    ) => Effect.Effect<
      ConnectSession,
      | ConnectSessionNotFound
      | ConnectSessionNotConfirmed
      | ConnectUserTokenRequired
      | IdempotencyKeyReused
      | TooManyMonitors
    >
  }
>()("@sheaf/ports/ConnectSessions") {}
