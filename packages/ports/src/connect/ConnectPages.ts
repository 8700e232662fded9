/** Driving port: the page of a Connect session (spec 13). */
import type {
  ConnectCompany,
  ConnectHandover,
  ConnectPageSession,
  ConnectPermissions,
  ConnectReceipt,
  ConnectSummary,
  CreateConnectConsent,
  FinishedConnectSession,
  OpenedConnectSession,
  StartConnectCollection
} from "@sheaf/domain/ConnectPageApi"
import type { PermitConnectMonitor } from "@sheaf/domain/ConnectMonitor"
import type { ConnectLocale, ConnectOutcome } from "@sheaf/domain/ConnectSession"
import type { Consent } from "@sheaf/domain/Consent"
import type { Monitor } from "@sheaf/domain/Monitor"
import type { PermissionType } from "@sheaf/domain/Receipt"
import { Context, Schema } from "effect"
import type { Effect, Redacted, Stream } from "effect"
import type { CollectionNotFound, Collections, CurrentCollectionStatus } from "../collections/Collections.ts"
import type { ConsentNotFound, Consents } from "../consents/Consents.ts"
import type { MonitorNotFound, Monitors } from "../monitors/Monitors.ts"
import type { InvalidParameters } from "../errors/RequestErrors.ts"
import type { Caller } from "../auth/Caller.ts"
import type { StoredConnectSession } from "./ConnectSessionStore.ts"

/** No session has this link, or another browser has opened it. */
export class ConnectLinkUnknown extends Schema.TaggedError<ConnectLinkUnknown>()("ConnectLinkUnknown", {}) {}

export class ConnectSessionExpiredError extends Schema.TaggedError<ConnectSessionExpiredError>()(
  "ConnectSessionExpiredError",
  {}
) {}

export class ConnectSessionInOtherBrowser extends Schema.TaggedError<ConnectSessionInOtherBrowser>()(
  "ConnectSessionInOtherBrowser",
  {}
) {}

export class ConnectSessionEndedError extends Schema.TaggedError<ConnectSessionEndedError>()(
  "ConnectSessionEndedError",
  {}
) {}

export class ConnectPurposeMismatch extends Schema.TaggedError<ConnectPurposeMismatch>()(
  "ConnectPurposeMismatch",
  {}
) {}

/** The token does not belong to the session, or belongs to another browser. */
export class InvalidConnectToken extends Schema.TaggedError<InvalidConnectToken>()("InvalidConnectToken", {}) {}

export interface ConnectOpenRequest {
  readonly connectSessionId: string
  readonly link?: Redacted.Redacted
  readonly browser?: Redacted.Redacted
  readonly handover?: Redacted.Redacted
  readonly embedded?: "FRAME" | "WINDOW"
}

export interface ConnectOpenResult {
  readonly body: OpenedConnectSession
  /** The secret to store in the browser's cookie. `isSecure` is true if browsers reach Sheaf over https. */
  readonly browser: Redacted.Redacted
  readonly isSecure: boolean
  /** True if the page is in a frame on another site, where browsers keep only partitioned cookies. */
  readonly isFramed: boolean
}

/** The session and the caller of an authenticated page. The `caller` sees only what the session started. */
export interface ConnectVisitor {
  readonly session: StoredConnectSession
  readonly caller: Caller
}

export interface ConnectDevice {
  readonly address?: string
  readonly userAgent?: string
}

type ErrorOf<Method extends (...parameters: never) => unknown> =
  ReturnType<Method> extends Effect.Effect<infer _, infer E> ? E : never

export class ConnectPages extends Context.Service<
  ConnectPages,
  {
    /** Opens a session in this browser. No other browser can then open it. */
    readonly open: (
      opening: ConnectOpenRequest
    ) => Effect.Effect<
      ConnectOpenResult,
      ConnectLinkUnknown | ConnectSessionExpiredError | ConnectSessionInOtherBrowser
    >
    /** Returns the origins whose pages may embed an open session, or none if there is no such session. */
    readonly origins: (connectSessionId: string) => Effect.Effect<ReadonlyArray<string>>
    /**
     * Returns a secret for one window that the visitor's frame has opened. With the secret, the window can open the
     * session too. The secret works once and expires within seconds.
     */
    readonly handOver: (visitor: ConnectVisitor) => Effect.Effect<ConnectHandover, ConnectSessionEndedError>
    readonly isSecure: Effect.Effect<boolean>
    readonly baseUrl: Effect.Effect<string>
    /** `browserOf` reads a session's secret from the browser's cookie. */
    readonly authenticate: (
      token: string,
      browserOf: (connectSessionId: string) => Redacted.Redacted | undefined
    ) => Effect.Effect<ConnectVisitor, InvalidConnectToken | ConnectSessionExpiredError>
    readonly session: (visitor: ConnectVisitor) => Effect.Effect<ConnectPageSession>
    readonly companies: (visitor: ConnectVisitor) => Effect.Effect<ReadonlyArray<ConnectCompany>>
    /** Starts a collection in the session. Sheaf adds the device's address and browser. */
    readonly startCollection: (
      visitor: ConnectVisitor,
      request: StartConnectCollection,
      device: ConnectDevice
    ) => Effect.Effect<
      CurrentCollectionStatus,
      ConnectSessionEndedError | ConnectPurposeMismatch | InvalidParameters | ErrorOf<Collections["Service"]["start"]>
    >
    /** Creates a consent in the session. The person returns from the bank to the Connect page. */
    readonly createConsent: (
      visitor: ConnectVisitor,
      request: CreateConnectConsent,
      device: ConnectDevice
    ) => Effect.Effect<
      Consent,
      ConnectSessionEndedError | ConnectPurposeMismatch | InvalidParameters | ErrorOf<Consents["Service"]["renew"]>
    >
    /**
     * Records that the person agreed to the monitor that the session asks for. Repeated calls return the same session.
     */
    readonly permitMonitor: (
      visitor: ConnectVisitor,
      request: PermitConnectMonitor
    ) => Effect.Effect<
      ConnectPageSession,
      ConnectSessionEndedError | ConnectPurposeMismatch | InvalidParameters | ErrorOf<Monitors["Service"]["permit"]>
    >
    readonly pauseMonitor: (
      visitor: ConnectVisitor,
      monitorId: string,
      isPaused: boolean
    ) => Effect.Effect<Monitor, ErrorOf<Monitors["Service"]["pause"]>>
    readonly eraseCredentials: (
      visitor: ConnectVisitor,
      monitorId: string
    ) => Effect.Effect<Monitor, ErrorOf<Monitors["Service"]["eraseCredentials"]>>
    readonly endMonitor: (
      visitor: ConnectVisitor,
      monitorId: string
    ) => Effect.Effect<Monitor, ErrorOf<Monitors["Service"]["end"]>>
    readonly receipt: (
      visitor: ConnectVisitor,
      type: PermissionType,
      id: string,
      language: ConnectLocale
    ) => Effect.Effect<ConnectReceipt, CollectionNotFound | ConsentNotFound | MonitorNotFound>
    readonly summary: (visitor: ConnectVisitor) => Effect.Effect<ConnectSummary>
    /**
     * Returns which of the user's data the client may read and has read. In a session without a user, covers only what
     * the session itself started.
     */
    readonly permissions: (visitor: ConnectVisitor) => Effect.Effect<ConnectPermissions>
    /**
     * Streams everything that Sheaf stores about the user, as UTF-8 JSON that is read from the stores on demand.
     * Available until the person finishes the session.
     */
    readonly export: (
      visitor: ConnectVisitor
    ) => Effect.Effect<Stream.Stream<Uint8Array>, ConnectPurposeMismatch | ConnectSessionEndedError>
    readonly finish: (visitor: ConnectVisitor, outcome: ConnectOutcome) => Effect.Effect<FinishedConnectSession>
  }
>()("@sheaf/ports/ConnectPages") {}
