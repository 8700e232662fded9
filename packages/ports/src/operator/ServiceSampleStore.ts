/**
 * The service's figures, sampled every minute (spec 14.5). Each period has one row, and few periods are kept. The rows
 * contain nothing about a client, a user or an object.
 */
import type { FigurePeriod } from "@sheaf/domain/FigurePeriod"
import type { ServiceSample } from "@sheaf/domain/OperatorViews"
import { Context } from "effect"
import type { Effect } from "effect"
import type { StoreError } from "../stores/StoreError.ts"

/** The part of a sample that does not come from the database. */
export type OpenWork = Pick<ServiceSample, "open" | "lateSeconds">

/** The figures of a period. `start` is in milliseconds since 1970. */
export interface StoredSample extends ServiceSample {
  readonly start: number
}

export class ServiceSampleStore extends Context.Service<
  ServiceSampleStore,
  {
    /**
     * Records the present figures in all periods that contain `now`. Deliveries are recounted from scratch each time,
     * so a repetition changes nothing. Of all other figures, a period keeps the worst.
     */
    readonly sample: (now: number, work: OpenWork) => Effect.Effect<void, StoreError>
    /** Returns the figures of this and later periods, oldest first. */
    readonly since: (period: FigurePeriod) => Effect.Effect<ReadonlyArray<StoredSample>, StoreError>
    /** Erases the figures of these and earlier periods. */
    readonly erase: (expired: ReadonlyArray<FigurePeriod>) => Effect.Effect<void, StoreError>
  }
>()("@sheaf/ports/ServiceSampleStore") {}
