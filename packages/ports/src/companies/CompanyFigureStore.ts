/**
 * Statistics about companies, computed from ended collections: how many collections succeeded, and what shape their
 * records have (spec 14.5). The store contains nothing about a person and no value from a record.
 */
import type { CompanyId } from "@sheaf/domain/Company"
import type { FigurePeriod } from "@sheaf/domain/FigurePeriod"
import type { LoginMethod } from "@sheaf/domain/LoginMethod"
import type { ShapeDrift, ShapeHistory } from "@sheaf/domain/RecordDrift"
import type { EndCount } from "@sheaf/domain/SuccessRate"
import { Context } from "effect"
import type { Effect, Option } from "effect"
import type { StoreError } from "../stores/StoreError.ts"

export interface CompanyLogin {
  readonly company: CompanyId
  readonly loginMethod: LoginMethod
}

export interface CompanyEnds extends CompanyLogin, EndCount {}

export interface PeriodEnds extends CompanyEnds {
  readonly start: number
}

/** The records of one kind, such as `houseContentInsurance.villa`. */
export interface RecordKind extends CompanyLogin {
  readonly kind: string
}

export interface StoredShapes {
  readonly history: ShapeHistory
  /** Changes with every write. */
  readonly revision: number
}

export interface CompanyDrift extends RecordKind, ShapeDrift {}

export class CompanyFigureStore extends Context.Service<
  CompanyFigureStore,
  {
    readonly addEnds: (period: FigurePeriod, ends: ReadonlyArray<CompanyEnds>) => Effect.Effect<void, StoreError>
    /** Returns the totals of this period and all later ones. */
    readonly endsSince: (period: FigurePeriod) => Effect.Effect<ReadonlyArray<CompanyEnds>, StoreError>
    /**
     * Returns separate counts for the given period and each later one. A period's `start` is in milliseconds since
     * 1970.
     */
    readonly endsByPeriod: (period: FigurePeriod) => Effect.Effect<ReadonlyArray<PeriodEnds>, StoreError>
    readonly shapes: (of: RecordKind) => Effect.Effect<Option.Option<StoredShapes>, StoreError>
    /**
     * Returns false if another node has written the history since `revision` was read. `revision` is 0 if there was no
     * history yet.
     */
    readonly replaceShapes: (of: RecordKind, stored: StoredShapes, at: number) => Effect.Effect<boolean, StoreError>
    readonly drifts: Effect.Effect<ReadonlyArray<CompanyDrift>, StoreError>
    readonly erase: (expired: ReadonlyArray<FigurePeriod>, writtenBefore: number) => Effect.Effect<void, StoreError>
  }
>()("@sheaf/ports/CompanyFigureStore") {}
