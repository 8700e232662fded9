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

/** The session expired, or ended before this browser opened it. */
export class ConnectSessionExpiredError extends Schema.TaggedError<ConnectSessionExpiredError>()(
  "ConnectSessionExpiredError",
  {}
) {}

/** Another browser opened the session. */
export class ConnectSessionInOtherBrowser extends Schema.TaggedError<ConnectSessionInOtherBrowser>()(
  "ConnectSessionInOtherBrowser",
  {}
) {}

/** The person has finished, so nothing more can start in the session. */
export class ConnectSessionEndedError extends Schema.TaggedError<ConnectSessionEndedError>()(
  "ConnectSessionEndedError",
  {}
) {}

/** The session's purpose does not permit the operation. */
export class ConnectPurposeMismatch extends Schema.TaggedError<ConnectPurposeMismatch>()(
  "ConnectPurposeMismatch",
  {}
) {}

/** The token does not belong to the session, or belongs to another browser. */
export class InvalidConnectToken extends Schema.TaggedError<InvalidConnectToken>()("InvalidConnectToken", {}) {}

/** A request to open a session, with the secrets of the link and of the browser. */
export interface ConnectOpenRequest {
  readonly connectSessionId: string
  readonly link?: Redacted.Redacted
  /** The secret in the browser's cookie. */
  readonly browser?: Redacted.Redacted
  /** The proof that a window belongs to the session's frame. */
  readonly handover?: Redacted.Redacted
  readonly embedded?: "FRAME" | "WINDOW"
}

export interface ConnectOpenResult {
  readonly body: OpenedConnectSession
  /** The browser's secret, for a cookie. `isSecure` is true if browsers reach Sheaf over https. */
  readonly browser: Redacted.Redacted
  readonly isSecure: boolean
  /** True if the page is in a frame of another site, where only a partitioned cookie is kept. */
  readonly isFramed: boolean
}

/** An authenticated page. The `caller` sees only what the session started. */
export interface ConnectVisitor {
  readonly session: StoredConnectSession
  readonly caller: Caller
}

/** What the connection reveals about the person's device. */
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
    /** Returns a secret that lets one window open the session beside the visitor's frame, once and within seconds. */
    readonly handOver: (visitor: ConnectVisitor) => Effect.Effect<ConnectHandover, ConnectSessionEndedError>
    /** True if browsers reach Sheaf over https. */
    readonly isSecure: Effect.Effect<boolean>
    /** Sheaf's URL for browsers. */
    readonly baseUrl: Effect.Effect<string>
    /**
     * Returns the visitor with this token and browser. `browserOf` reads the secret of a session from the browser's
     * cookie.
     */
    readonly authenticate: (
      token: string,
      browserOf: (connectSessionId: string) => Redacted.Redacted | undefined
    ) => Effect.Effect<ConnectVisitor, InvalidConnectToken | ConnectSessionExpiredError>
    readonly session: (visitor: ConnectVisitor) => Effect.Effect<ConnectPageSession>
    /** Returns the companies that the session can use. */
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
    /** Creates a consent in the session. From the bank's page, the person returns to the Connect page. */
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
    /** Pauses or resumes a monitor that the visitor can see. */
    readonly pauseMonitor: (
      visitor: ConnectVisitor,
      monitorId: string,
      isPaused: boolean
    ) => Effect.Effect<Monitor, ErrorOf<Monitors["Service"]["pause"]>>
    /** Erases the username and password of a monitor that the visitor can see. */
    readonly eraseCredentials: (
      visitor: ConnectVisitor,
      monitorId: string
    ) => Effect.Effect<Monitor, ErrorOf<Monitors["Service"]["eraseCredentials"]>>
    /** Ends a monitor that the visitor can see. */
    readonly endMonitor: (
      visitor: ConnectVisitor,
      monitorId: string
    ) => Effect.Effect<Monitor, ErrorOf<Monitors["Service"]["end"]>>
    /** Returns a signed receipt for a permission that the visitor can see, in the requested language. */
    readonly receipt: (
      visitor: ConnectVisitor,
      type: PermissionType,
      id: string,
      language: ConnectLocale
    ) => Effect.Effect<ConnectReceipt, CollectionNotFound | ConsentNotFound | MonitorNotFound>
    /** Returns what the session's collections found, by kind and count. */
    readonly summary: (visitor: ConnectVisitor) => Effect.Effect<ConnectSummary>
    /**
     * Returns what the client can read and has read from the user. In a session without a user, returns only what the
     * session itself started.
     */
    readonly permissions: (visitor: ConnectVisitor) => Effect.Effect<ConnectPermissions>
    /**
     * Returns everything that Sheaf stores about the user, as a stream of JSON in UTF-8. The stream reads the stores on
     * demand. Works until the person finishes.
     */
    readonly export: (
      visitor: ConnectVisitor
    ) => Effect.Effect<Stream.Stream<Uint8Array>, ConnectPurposeMismatch | ConnectSessionEndedError>
    /** Ends the session. Repeated calls return the same result. */
    readonly finish: (visitor: ConnectVisitor, outcome: ConnectOutcome) => Effect.Effect<FinishedConnectSession>
  }
>()("@sheaf/ports/ConnectPages") {}
