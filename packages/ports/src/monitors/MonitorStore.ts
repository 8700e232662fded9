/**
 * The store of monitors (spec 18). Adapters seal a monitor's terms, progress and knowledge, and the findings of its
 * runs.
 */
import type { CompanyId } from "@sheaf/domain/Company"
import type { MonitorTerms, PermittedSource } from "@sheaf/domain/CreateMonitor"
import type { MonitorEndReason, MonitorRunOutcome, MonitorStatus } from "@sheaf/domain/Monitor"
import type { StoredMonitorChange } from "@sheaf/domain/MonitorChange"
import type { KnownTransactions } from "@sheaf/domain/NewTransactions"
import type { KnownRecords } from "@sheaf/domain/RecordChanges"
import type { Renewal } from "@sheaf/domain/StartCollection"
import type { PolicyEnds } from "@sheaf/domain/RenewalNotices"
import { Context } from "effect"
import type { Effect, Option } from "effect"
import type { NewEvent } from "../events/EventStore.ts"
import type { ProcessCount } from "../processes/ProcessStore.ts"
import type { PageQuery } from "../stores/ListQuery.ts"
import type { StoreError } from "../stores/StoreError.ts"

/** Times are milliseconds since 1970. */
export interface MonitorProgress {
  readonly runs: number
  readonly runAt: number
  readonly failures: number
  readonly running?: { readonly collectionId: string; readonly startedAt: number }
  readonly lastRun?: { readonly at: number; readonly collectionId?: string; readonly outcome: MonitorRunOutcome }
  readonly ends: PolicyEnds
  /** True if the person has paused the monitor. The client then cannot resume it. */
  readonly pausedByPerson?: boolean
  /** True if the client has paused the monitor. The person then cannot resume it. */
  readonly pausedByClient?: boolean
  /** When the person last permitted the monitor. Absent if that was at its creation. */
  readonly permittedAt?: number
  /** The times of the most recent runs that the client requested. */
  readonly askedAt?: ReadonlyArray<number>
  /** The most recent Connect sessions that renewed or widened the monitor. */
  readonly permittedIn?: ReadonlyArray<string>
  readonly endReason?: MonitorEndReason
}

/** What a monitor knows about the person's records: ids and keyed hashes, but no values. */
export interface MonitorKnowledge {
  readonly records: KnownRecords
  /** Keyed by the account's record id. */
  readonly transactions: Readonly<Record<string, KnownTransactions>>
  /** No hash is older than this time, in milliseconds since 1970. */
  readonly hashedSince: number
  /**
   * When the last complete run ended. `hashedSince` can be earlier, because a hash that a complete run does not find
   * again is kept until the next complete run.
   */
  readonly completeAt: number
}

/** Times are milliseconds since 1970. */
export interface NewMonitor {
  readonly monitorId: string
  readonly clientId: string
  readonly userId: string
  readonly company: CompanyId
  readonly source: PermittedSource
  /** Lets the next run start without the person, if the source is a collection. */
  readonly renewal?: Renewal
  readonly createdAt: number
  readonly dueAt: number
  readonly terms: MonitorTerms
  readonly progress: MonitorProgress
}

export interface StoredMonitor extends NewMonitor {
  readonly status: MonitorStatus
  /** Increases with each change to the monitor, and when its consent ends. */
  readonly revision: number
  readonly shard: number
  readonly endedAt?: number
}

export interface RunFindings {
  readonly run: number
  readonly at: number
  readonly collectionId?: string
  readonly changes: ReadonlyArray<StoredMonitorChange>
}

export interface MonitorUpdate extends Pick<
  StoredMonitor,
  "dueAt" | "progress" | "renewal" | "source" | "status" | "terms"
> {
  /**
   * The id of the collection whose renewal this monitor takes over. If the collection no longer has a renewal, the
   * update has no effect.
   */
  readonly takes?: string
  readonly endedAt?: number
  /** Absent if the monitor's knowledge stays the same. */
  readonly knowledge?: MonitorKnowledge
  readonly found?: RunFindings
  readonly ended?: EndedRun
  readonly events: ReadonlyArray<NewEvent>
}

export interface EndedRun {
  readonly day: string
  readonly outcome: MonitorRunOutcome
  readonly changes: number
}

/**
 * Counts a client's monitor runs at one company by result. A run counts on the UTC day on which it ends, even if it
 * started the day before.
 */
export interface MonitorUsage {
  readonly clientId: string
  readonly company: CompanyId
  readonly day: string
  /** How many collections the monitors have started, including retries. */
  readonly started: number
  readonly unchanged: number
  readonly changed: number
  readonly failed: number
  readonly changes: number
}

export interface MonitorUsageQuery {
  readonly since: string
  /** Default: all clients. */
  readonly clientId?: string
}

export interface MonitorQuery extends PageQuery {
  readonly statusIn?: ReadonlyArray<MonitorStatus>
}

export type MonitorAddResult = "ACCEPTED" | "USER_ERASED" | "TOO_MANY" | "TOO_MANY_OF_CLIENT" | "RENEWAL_TAKEN"

/** All writes survive a power failure. When a consent ends, the same transaction makes its monitors due. */
export class MonitorStore extends Context.Service<
  MonitorStore,
  {
    /**
     * Adds a monitor. Rejects it if the user has been erased or has too many monitors, or if `clientLimit` monitors of
     * the client are already running. If the source is a collection, the monitor takes over the collection's renewal,
     * which can be used only once. Adding the same monitor again changes nothing and counts as accepted.
     */
    readonly add: (monitor: NewMonitor, clientLimit: number) => Effect.Effect<MonitorAddResult, StoreError>
    readonly find: (clientId: string, monitorId: string) => Effect.Effect<Option.Option<StoredMonitor>, StoreError>
    readonly list: (query: MonitorQuery) => Effect.Effect<ReadonlyArray<StoredMonitor>, StoreError>
    readonly due: (monitorId: string) => Effect.Effect<Option.Option<StoredMonitor>, StoreError>
    /** Returns nothing before the monitor's first run and after the monitor's end. */
    readonly knowledge: (
      clientId: string,
      monitorId: string
    ) => Effect.Effect<Option.Option<MonitorKnowledge>, StoreError>
    /** Changes a running monitor. Returns false, and changes nothing, if the monitor has changed since it was read. */
    readonly update: (found: StoredMonitor, update: MonitorUpdate) => Effect.Effect<boolean, StoreError>
    /**
     * Sets `dueAt` to `at` for all monitors that have a stored username and password, because Sheaf is no longer
     * allowed to store these credentials.
     */
    readonly makeCredentialsDue: (at: number) => Effect.Effect<void, StoreError>
    /** Returns, in order, the runs that found something, starting with the run number `from`. */
    readonly runs: (
      found: Pick<StoredMonitor, "clientId" | "monitorId">,
      from: number,
      limit: number
    ) => Effect.Effect<ReadonlyArray<RunFindings>, StoreError>
    readonly census: (now: number) => Effect.Effect<ReadonlyArray<ProcessCount>, StoreError>
    readonly counts: (clientId?: string) => Effect.Effect<ReadonlyMap<string, number>, StoreError>
    readonly usage: (query: MonitorUsageQuery) => Effect.Effect<ReadonlyArray<MonitorUsage>, StoreError>
    /** `before` is a UTC day, `YYYY-MM-DD`. */
    readonly eraseUsage: (before: string) => Effect.Effect<void, StoreError>
    readonly eraseRuns: (before: number) => Effect.Effect<void, StoreError>
    readonly eraseEnded: (before: number) => Effect.Effect<void, StoreError>
    readonly eraseOfUser: (clientId: string, userId: string) => Effect.Effect<void, StoreError>
  }
>()("@sheaf/ports/MonitorStore") {}
