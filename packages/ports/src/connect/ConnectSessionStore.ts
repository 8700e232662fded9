/** Stores Connect sessions (spec 13). Adapters seal each session's terms and progress. */
import type {
  ConnectPurpose,
  ConnectSessionStatus,
  ConnectStepName,
  CreateConnectSession
} from "@sheaf/domain/ConnectSession"
import type { MonitorSource } from "@sheaf/domain/Monitor"
import type { ReturnTarget } from "@sheaf/domain/ReturnUrl"
import { Context } from "effect"
import type { Effect, Option, Redacted } from "effect"
import type { AskedMonitor } from "../monitors/Monitors.ts"
import type { PageQuery } from "../stores/ListQuery.ts"
import type { StoreError } from "../stores/StoreError.ts"

export interface ConnectSessionSettings extends Omit<
  CreateConnectSession,
  "monitor" | "purpose" | "returnUrl" | "state" | "userId"
> {
  readonly monitor?: AskedMonitor
  readonly returnTo?: ReturnTarget
}

/** How the client confirms a finished session. Times are milliseconds since 1970. */
export interface ConnectConfirmation {
  readonly codeHash: string
  readonly until: number
  /** REFUSED if another user sent the code. */
  readonly answer?: "CONFIRMED" | "REFUSED"
}

/** A monitor that the person has agreed to. It starts once the session is confirmed. */
export interface PermittedMonitor {
  readonly monitorId: string
  readonly given?: MonitorSource
}

export interface ConnectSessionProgress {
  readonly steps: ReadonlyArray<{ readonly at: number; readonly step: ConnectStepName }>
  readonly embedded?: boolean
  /** Until the time in `until`, a window that knows the secret with this `hash` can join the session's frame. */
  readonly handover?: { readonly hash: string; readonly until: number }
  readonly permitted?: PermittedMonitor
  /** Present if the session has a return URL and the person has finished. */
  readonly confirmation?: ConnectConfirmation
}

export interface EndedConnectSession {
  readonly status: Exclude<ConnectSessionStatus, "OPEN">
  readonly endedAt: number
  /**
   * The client's deadline for confirming the session. If the client misses it, Sheaf discards the session's data and
   * consents.
   */
  readonly discardAt?: number
}

export type ConnectSessionState = { readonly status: "OPEN" } | EndedConnectSession

/** The part of a session that never changes. Times are milliseconds since 1970. */
export interface ConnectIdentity {
  readonly connectSessionId: string
  readonly clientId: string
  readonly userId?: string
  readonly purpose: ConnectPurpose
  readonly revision: number
  readonly createdAt: number
  readonly expiresAt: number
  readonly terms: ConnectSessionSettings
  readonly progress: ConnectSessionProgress
}

export type StoredConnectSession = ConnectIdentity &
  ConnectSessionState & {
    readonly isBound: boolean
  }

/**
 * Returns true if the client has confirmed the session, or if the session has no return URL and so needs no
 * confirmation.
 */
export const isSessionConfirmed = ({ progress, terms }: Pick<ConnectIdentity, "progress" | "terms">): boolean =>
  terms.returnTo === undefined || progress.confirmation?.answer === "CONFIRMED"

export type NewConnectSession = ConnectIdentity & { readonly status: "OPEN" }

export type ConnectSessionChange = Pick<ConnectIdentity, "expiresAt" | "progress"> & ConnectSessionState

export interface ConnectSessionQuery extends PageQuery {
  readonly statusIn?: ReadonlyArray<ConnectSessionStatus>
  /** An open session that expires by this time counts as expired, even if its row does not say so yet. */
  readonly now: number
}

/**
 * All writes survive a power failure, and a write that returns false has changed nothing. The link and the browser each
 * have a secret, which is stored only as a keyed hash.
 */
export class ConnectSessionStore extends Context.Service<
  ConnectSessionStore,
  {
    readonly add: (session: NewConnectSession, link: Redacted.Redacted) => Effect.Effect<boolean, StoreError>
    readonly find: (
      clientId: string,
      connectSessionId: string
    ) => Effect.Effect<Option.Option<StoredConnectSession>, StoreError>
    readonly list: (query: ConnectSessionQuery) => Effect.Effect<ReadonlyArray<StoredConnectSession>, StoreError>
    /** Returns the session with this link. A wrong secret looks like an unknown session. */
    readonly byLink: (
      connectSessionId: string,
      link: Redacted.Redacted
    ) => Effect.Effect<Option.Option<StoredConnectSession>, StoreError>
    readonly byBrowser: (
      connectSessionId: string,
      browser: Redacted.Redacted
    ) => Effect.Effect<Option.Option<StoredConnectSession>, StoreError>
    /** Returns a session without checking who asks. */
    readonly byId: (connectSessionId: string) => Effect.Effect<Option.Option<StoredConnectSession>, StoreError>
    /**
     * Binds a session to its first browser, and can also bind it to the latest window opened from the session's frame.
     * Returns false if the session has changed since it was read.
     */
    readonly bind: (
      found: StoredConnectSession,
      browser: Redacted.Redacted,
      change: ConnectSessionChange,
      place?: "browser" | "window"
    ) => Effect.Effect<boolean, StoreError>
    /** Returns false if the session has changed since it was read. */
    readonly change: (found: StoredConnectSession, change: ConnectSessionChange) => Effect.Effect<boolean, StoreError>
    readonly due: (connectSessionId: string) => Effect.Effect<Option.Option<StoredConnectSession>, StoreError>
    /** Erases sessions that ended before `before`, except those that still have something to discard. */
    readonly eraseEnded: (before: number) => Effect.Effect<void, StoreError>
    readonly eraseOfUser: (clientId: string, userId: string) => Effect.Effect<void, StoreError>
  }
>()("@sheaf/ports/ConnectSessionStore") {}
