/**
 * The service's figures, sampled every minute (spec 14.5). The figures of each period (five minutes, an hour or a day)
 * are in one row, and old rows are erased. The rows contain nothing about a client, a user or an object.
 */
import type { FigurePeriod } from "@sheaf/domain/FigurePeriod"
import type { ServiceSample, ServiceState } from "@sheaf/domain/OperatorViews"
import { Context } from "effect"
import type { Effect } from "effect"
import type { StoreError } from "../stores/StoreError.ts"

export type OpenWork = Pick<ServiceSample, "open" | "lateSeconds">

/** What the database knows about the present. */
export type MeasuredState = Omit<ServiceState, keyof OpenWork>

/** `start` is in milliseconds since 1970. */
export interface StoredSample extends ServiceSample {
  readonly start: number
}

export class ServiceSampleStore extends Context.Service<
  ServiceSampleStore,
  {
    readonly measure: (now: number) => Effect.Effect<MeasuredState, StoreError>
    /**
     * Records the current figures in all periods that contain `now`. Deliveries are recounted from scratch each time,
     * so repeating a call changes nothing. For every other figure, a period keeps the worst value.
     */
    readonly sample: (now: number, work: OpenWork) => Effect.Effect<void, StoreError>
    readonly since: (period: FigurePeriod) => Effect.Effect<ReadonlyArray<StoredSample>, StoreError>
    readonly erase: (expired: ReadonlyArray<FigurePeriod>) => Effect.Effect<void, StoreError>
  }
>()("@sheaf/ports/ServiceSampleStore") {}
