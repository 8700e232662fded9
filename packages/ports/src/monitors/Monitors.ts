/** Driving port: permissions to look again by itself, and what has changed (spec 18). */
import type { ChangeMonitor, CreateMonitor } from "@sheaf/domain/CreateMonitor"
import type { Monitor } from "@sheaf/domain/Monitor"
import type { MonitorChange } from "@sheaf/domain/MonitorChange"
import { Context, Schema } from "effect"
import type { Effect } from "effect"
import type { Caller } from "../auth/Caller.ts"
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
import type { ListPage } from "../stores/ListQuery.ts"
import type { UserErasedError } from "../users/Users.ts"

/** No such monitor, or it belongs to another client or user. */
export class MonitorNotFound extends Schema.TaggedError<MonitorNotFound>()("MonitorNotFound", {}) {}
/** The monitor has ended, is paused or needs the person, so that it cannot do this. */
export class MonitorNotActive extends Schema.TaggedError<MonitorNotActive>()("MonitorNotActive", {}) {}
/** The user already has the largest number of monitors. */
export class TooManyMonitors extends Schema.TaggedError<TooManyMonitors>()("TooManyMonitors", {}) {}
/** Changes after the cursor are no longer kept. */
export class ChangesExpired extends Schema.TaggedError<ChangesExpired>()("ChangesExpired", {}) {}

export interface MonitorsRequest {
  readonly cursor?: string
  readonly limit: number
}

/** Changes in order, and the cursor after them. New changes can follow. */
export interface ChangesPage {
  readonly items: ReadonlyArray<MonitorChange>
  readonly next: string
}

type SourceError =
  | CollectionNotFound
  | UnknownCompany
  | InvalidParameters
  | UnknownConsent
  | ConsentNotUsable
  | ConnectSessionUnconfirmed
  | UserTokenRequired

export class Monitors extends Context.Service<
  Monitors,
  {
    /** Creates a monitor, whose first run begins at once. Needs the user's token. */
    readonly create: (
      caller: Caller,
      request: CreateMonitor
    ) => Effect.Effect<
      Monitor,
      SourceError | TooManyMonitors | UserErasedError | MonitorNotFound | IdempotencyKeyReused
    >
    readonly list: (caller: Caller, request: MonitorsRequest) => Effect.Effect<ListPage<Monitor>, InvalidCursor>
    readonly read: (caller: Caller, monitorId: string) => Effect.Effect<Monitor, MonitorNotFound>
    readonly change: (
      caller: Caller,
      monitorId: string,
      request: ChangeMonitor
    ) => Effect.Effect<Monitor, SourceError | ConsentOfAnotherCompany | MonitorNotFound | MonitorNotActive>
    /** Ends a monitor. Has no effect on one that has ended. */
    readonly end: (caller: Caller, monitorId: string) => Effect.Effect<Monitor, MonitorNotFound>
    /** Makes the next run due now. */
    readonly run: (
      caller: Caller,
      monitorId: string
    ) => Effect.Effect<Monitor, MonitorNotFound | MonitorNotActive | IdempotencyKeyReused>
    /** Returns the changes after a cursor. Without one, everything that the monitor knows, as added. */
    readonly changes: (
      caller: Caller,
      monitorId: string,
      request: MonitorsRequest
    ) => Effect.Effect<ChangesPage, MonitorNotFound | InvalidCursor | ChangesExpired>
  }
>()("@sheaf/ports/Monitors") {}
