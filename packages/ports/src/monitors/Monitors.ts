/** Driving port: monitors, which collect again on a schedule and report what has changed (spec 18). */
import type { CompanyId } from "@sheaf/domain/Company"
import type { ConnectMonitor } from "@sheaf/domain/ConnectMonitor"
import type { ChangeMonitor, CreateMonitor, MonitorTerms, PermittedSource } from "@sheaf/domain/CreateMonitor"
import type { Monitor, MonitorSource, MonitorStatus } from "@sheaf/domain/Monitor"
import type { MonitorChange } from "@sheaf/domain/MonitorChange"
import type { MonitorUsage } from "@sheaf/domain/MonitorUsage"
import { Context, Schema } from "effect"
import type { Effect } from "effect"
import type { Product } from "@sheaf/domain/Product"
import type { Caller, UserCaller } from "../auth/Caller.ts"
import type {
  CollectionNotFound,
  ConsentNotUsable,
  ConsentOfAnotherCompany,
  UnknownConsent,
  UserTokenRequired
} from "../collections/Collections.ts"
import type {
  ConnectSessionUnconfirmed,
  InvalidCursor,
  InvalidParameters,
  UnknownCompany
} from "../errors/RequestErrors.ts"
import type { IdempotencyKeyReused } from "../idempotency/IdempotencyKeys.ts"
import type { ListPage, PageRequest, StatusListRequest } from "../stores/ListQuery.ts"
import type { UserErasedError } from "../users/Users.ts"

/** The monitor does not exist, or belongs to another client or user. */
export class MonitorNotFound extends Schema.TaggedError<MonitorNotFound>()("MonitorNotFound", {}) {}
/** The monitor has ended, is paused, or waits for the person to act. */
export class MonitorNotActive extends Schema.TaggedError<MonitorNotActive>()("MonitorNotActive", {}) {}
/** The user or the client has the maximum number of monitors. */
export class TooManyMonitors extends Schema.TaggedError<TooManyMonitors>()("TooManyMonitors", {
  of: Schema.Literals(["user", "client"])
}) {}
export class ChangesExpired extends Schema.TaggedError<ChangesExpired>()("ChangesExpired", {}) {}

export type MonitorListRequest = StatusListRequest<MonitorStatus>

export type ChangesRequest = Pick<PageRequest, "cursor" | "limit">

/** Changes in order, with the cursor after the last of them. More changes may follow. */
export interface ChangesPage {
  readonly items: ReadonlyArray<MonitorChange>
  readonly next: string
}

export interface AskedMonitor extends Omit<ConnectMonitor, "every"> {
  readonly every: Monitor["every"]
}

export interface MonitorRequest {
  readonly asked: AskedMonitor
  readonly products?: ReadonlyArray<Product> | undefined
  /**
   * The source that the person gave in the session. Default: the source that the client named or, if the session widens
   * an existing monitor, that monitor's current source.
   */
  readonly given?: MonitorSource | undefined
}

export interface MonitorOffer {
  readonly company: CompanyId
  readonly terms: MonitorTerms
  readonly source?: PermittedSource
  /**
   * Until when Sheaf keeps the username and password, in milliseconds since 1970. Absent if Sheaf does not keep them.
   */
  readonly credentialsKeptUntil?: number
}

type SourceError =
  | CollectionNotFound
  | UnknownCompany
  | InvalidParameters
  | UnknownConsent
  | ConsentNotUsable
  | ConnectSessionUnconfirmed
  | UserTokenRequired

type OfferError = SourceError | ConsentOfAnotherCompany | MonitorNotFound | MonitorNotActive

export class Monitors extends Context.Service<
  Monitors,
  {
    /** Creates a monitor, whose first run begins immediately. Needs the user's token. */
    readonly create: (
      caller: Caller,
      request: CreateMonitor
    ) => Effect.Effect<
      Monitor,
      SourceError | TooManyMonitors | UserErasedError | MonitorNotFound | IdempotencyKeyReused
    >
    readonly list: (caller: Caller, request: MonitorListRequest) => Effect.Effect<ListPage<Monitor>, InvalidCursor>
    readonly read: (caller: Caller, monitorId: string) => Effect.Effect<Monitor, MonitorNotFound>
    readonly change: (
      caller: Caller,
      monitorId: string,
      request: ChangeMonitor
    ) => Effect.Effect<Monitor, SourceError | ConsentOfAnotherCompany | MonitorNotFound | MonitorNotActive>
    /**
     * Returns the terms that the person would agree to, or undefined if they must first give a new consent or log in
     * again. In a Connect session, only the session's own consents and collections can be the source.
     */
    readonly offer: (caller: UserCaller, request: MonitorRequest) => Effect.Effect<MonitorOffer | undefined, OfferError>
    /**
     * Creates the monitor that the person has permitted, or renews or widens the one with this id. Fails with
     * `MonitorNotActive` if the person must first give a new consent or log in again. Within a Connect session,
     * repeated calls have no effect, even concurrent ones.
     */
    readonly permit: (
      caller: UserCaller,
      monitorId: string,
      request: MonitorRequest
    ) => Effect.Effect<void, OfferError | TooManyMonitors | UserErasedError>
    /**
     * Pauses a monitor on the person's behalf, or ends such a pause. Clients cannot end a pause that the person began.
     */
    readonly pause: (
      caller: Caller,
      monitorId: string,
      isPaused: boolean
    ) => Effect.Effect<Monitor, MonitorNotFound | MonitorNotActive>
    /** Erases a monitor's username and password, if it has them. Its next run then needs the person. */
    readonly eraseCredentials: (caller: Caller, monitorId: string) => Effect.Effect<Monitor, MonitorNotFound>
    /** Has no effect if the monitor has already ended. */
    readonly end: (caller: Caller, monitorId: string) => Effect.Effect<Monitor, MonitorNotFound>
    readonly run: (
      caller: Caller,
      monitorId: string
    ) => Effect.Effect<Monitor, MonitorNotFound | MonitorNotActive | IdempotencyKeyReused>
    readonly usage: (caller: Caller) => Effect.Effect<MonitorUsage>
    /**
     * Returns the changes after a cursor. Without a cursor, returns everything that the monitor knows as if it had just
     * been added.
     */
    readonly changes: (
      caller: Caller,
      monitorId: string,
      request: ChangesRequest
    ) => Effect.Effect<ChangesPage, MonitorNotFound | InvalidCursor | ChangesExpired>
  }
>()("@sheaf/ports/Monitors") {}
