/**
 * The store of monitors (spec 18). Adapters seal the terms, the progress, the monitor's knowledge and the findings of
 * its runs.
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

/** What a monitor has done and will do. Times are milliseconds since 1970. */
export interface MonitorProgress {
  /** The number of runs that have ended. */
  readonly runs: number
  /** The time of the next run. */
  readonly runAt: number
  /** How many attempts at the next run have failed. */
  readonly failures: number
  /** Present while a run is under way. */
  readonly running?: { readonly collectionId: string; readonly startedAt: number }
  readonly lastRun?: { readonly at: number; readonly collectionId?: string; readonly outcome: MonitorRunOutcome }
  readonly ends: PolicyEnds
  /** True if the person has paused the monitor. The client then cannot resume it. */
  readonly pausedByPerson?: boolean
  /** True if the client has paused the monitor. The person then cannot resume it. */
  readonly pausedByClient?: boolean
  /** When the person last permitted the monitor, if not at its creation. */
  readonly permittedAt?: number
  /** The times of the last runs that the client asked for. */
  readonly askedAt?: ReadonlyArray<number>
  /** The last Connect sessions that renewed or widened the monitor. */
  readonly permittedIn?: ReadonlyArray<string>
  readonly endReason?: MonitorEndReason
}

/** What a monitor knows about the person's records: only ids and keyed hashes, but no values. */
export interface MonitorKnowledge {
  readonly records: KnownRecords
  /** The known transactions of each account, by record id. */
  readonly transactions: Readonly<Record<string, KnownTransactions>>
  /** No hash is older than this time, in milliseconds since 1970. */
  readonly hashedSince: number
  /** When the last complete run ended. Later than `hashedSince`, because a hash survives one complete run without it. */
  readonly completeAt: number
}

/** A new monitor. Times are milliseconds since 1970. */
export interface NewMonitor {
  readonly monitorId: string
  readonly clientId: string
  readonly userId: string
  readonly company: CompanyId
  readonly source: PermittedSource
  /** What lets the next run start without the person, if the source is a collection. */
  readonly renewal?: Renewal
  readonly createdAt: number
  readonly dueAt: number
  readonly terms: MonitorTerms
  readonly progress: MonitorProgress
}

export interface StoredMonitor extends NewMonitor {
  readonly status: MonitorStatus
  /** Rises with each change to the monitor, and when its consent ends. */
  readonly revision: number
  readonly shard: number
  readonly endedAt?: number
}

/** A run that found something. */
export interface RunFindings {
  /** The run's number, from 1. */
  readonly run: number
  readonly at: number
  readonly collectionId?: string
  readonly changes: ReadonlyArray<StoredMonitorChange>
}

/** A monitor's new values and everything that changes with them, in one transaction. */
export interface MonitorUpdate extends Pick<
  StoredMonitor,
  "dueAt" | "progress" | "renewal" | "source" | "status" | "terms"
> {
  /** The collection whose renewal the monitor takes. If the renewal is gone, the update has no effect. */
  readonly takes?: string
  /** Present if the monitor ends and forgets what it knew. */
  readonly endedAt?: number
  /** What the monitor knows from now on. Default: the same as before. */
  readonly knowledge?: MonitorKnowledge
  readonly found?: RunFindings
  /** Present if the update ends a run. */
  readonly ended?: EndedRun
  readonly events: ReadonlyArray<NewEvent>
}

/** The end of a run, which counts in the figures of its client and company. */
export interface EndedRun {
  /** The UTC day, `YYYY-MM-DD`. */
  readonly day: string
  readonly outcome: MonitorRunOutcome
  /** The number of changes that it found. */
  readonly changes: number
}

/** How the runs of a client's monitors at a company ended on one UTC day. A run may end on the day after its start. */
export interface MonitorUsage {
  readonly clientId: string
  readonly company: CompanyId
  /** `YYYY-MM-DD`. */
  readonly day: string
  /** How many collections the monitors have started, including second attempts. */
  readonly started: number
  readonly unchanged: number
  readonly changed: number
  readonly failed: number
  /** The changes that the runs found. */
  readonly changes: number
}

export interface MonitorUsageQuery {
  /** The first day, `YYYY-MM-DD`. */
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
     * Adds a monitor, unless its user has been erased or has too many monitors, or `clientLimit` of the client's
     * monitors are running. If the source is a collection, the monitor takes the collection's renewal, which works
     * once. If the monitor was added before, it stays the same and counts as accepted.
     */
    readonly add: (monitor: NewMonitor, clientLimit: number) => Effect.Effect<MonitorAddResult, StoreError>
    readonly find: (clientId: string, monitorId: string) => Effect.Effect<Option.Option<StoredMonitor>, StoreError>
    readonly list: (query: MonitorQuery) => Effect.Effect<ReadonlyArray<StoredMonitor>, StoreError>
    /** Returns a monitor that has not ended. */
    readonly due: (monitorId: string) => Effect.Effect<Option.Option<StoredMonitor>, StoreError>
    /** Returns what a monitor knows. Before its first run and after its end, it knows nothing. */
    readonly knowledge: (
      clientId: string,
      monitorId: string
    ) => Effect.Effect<Option.Option<MonitorKnowledge>, StoreError>
    /** Changes a running monitor. Returns false, and changes nothing, if it has changed since it was read. */
    readonly update: (found: StoredMonitor, update: MonitorUpdate) => Effect.Effect<boolean, StoreError>
    /** Makes the monitors with a stored username and password due at a time, because nobody may keep them any more. */
    readonly makeCredentialsDue: (at: number) => Effect.Effect<void, StoreError>
    /** Returns, in order, the runs from this number on that found something. */
    readonly runs: (
      found: Pick<StoredMonitor, "clientId" | "monitorId">,
      from: number,
      limit: number
    ) => Effect.Effect<ReadonlyArray<RunFindings>, StoreError>
    /** Counts the monitors that have not ended, and how many of these are due by `now`. */
    readonly census: (now: number) => Effect.Effect<ReadonlyArray<ProcessCount>, StoreError>
    /** Counts the monitors that have not ended, for one client or for each client that has any. */
    readonly counts: (clientId?: string) => Effect.Effect<ReadonlyMap<string, number>, StoreError>
    /** Returns the figures of runs since a day, by day, client and company. */
    readonly usage: (query: MonitorUsageQuery) => Effect.Effect<ReadonlyArray<MonitorUsage>, StoreError>
    /** Erases the figures before a day, `YYYY-MM-DD`. */
    readonly eraseUsage: (before: string) => Effect.Effect<void, StoreError>
    readonly eraseRuns: (before: number) => Effect.Effect<void, StoreError>
    /** Erases monitors that ended before a time. */
    readonly eraseEnded: (before: number) => Effect.Effect<void, StoreError>
    readonly eraseOfUser: (clientId: string, userId: string) => Effect.Effect<void, StoreError>
  }
>()("@sheaf/ports/MonitorStore") {}
