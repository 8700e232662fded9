/**
 * Derives figures about companies from collections: how many succeed, and whether records keep their shape (spec 14.5).
 * Each node collects a minute's figures in memory, so ending a collection costs no write. A crash loses that minute.
 */
import { countedEndOf } from "@sheaf/domain/CollectionStatus"
import type { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import { periodsOf } from "@sheaf/domain/FigurePeriod"
import type { FigurePeriod } from "@sheaf/domain/FigurePeriod"
import type { InsuranceRecord } from "@sheaf/domain/InsuranceRecord"
import type { WealthRecord } from "@sheaf/domain/WealthRecord"
import { kindOf, shapeOf } from "@sheaf/domain/RecordShape"
import * as RecordDrift from "@sheaf/domain/RecordDrift"
import { roundUpToSeconds } from "@sheaf/domain/SuccessRate"
import { CallContext, CompanyFigureStore } from "@sheaf/ports"
import type { CollectionIdentity, PeriodEnds, RecordKind, StoredRecords } from "@sheaf/ports"
import { Clock, Context, Effect, Hash, Layer, Option } from "effect"
import { isolateFailure, repeatEvery, runAndLogFailure } from "../process/BackgroundTask.ts"
import * as SuccessRates from "./SuccessRates.ts"
import { timestampOf } from "../views/Display.ts"

/** Test collections are not counted, because they say nothing about the company. */
type Counted = Pick<CollectionIdentity, "company" | "createdAt" | "loginMethod" | "test">

interface Observed {
  readonly of: RecordKind
  readonly observations: Array<RecordDrift.ShapeObservation>
}

class Unstored {
  readonly ends = new Map<string, PeriodEnds & FigurePeriod>()
  readonly shapes = new Map<string, Observed>()
}

/** Collects the figures. The default discards them. */
export const CompanyFigures = Context.Reference<{ current: Unstored | undefined }>(
  "@sheaf/application/CompanyFigures",
  { defaultValue: () => ({ current: undefined }) }
)

export const countFinishedCollection = Effect.fnUntraced(function* (
  { company, createdAt, loginMethod, test }: Counted,
  status: CollectionStatus
) {
  const { current } = yield* CompanyFigures
  if (current === undefined || loginMethod === undefined || test) return
  const now = yield* Clock.currentTimeMillis
  const ended = {
    company,
    loginMethod,
    end: countedEndOf(status) ?? ("OTHER" as const),
    seconds: roundUpToSeconds(now - createdAt)
  }
  for (const period of periodsOf(now)) {
    const one = { ...period, ...ended }
    const key = Object.values(one).join(" ")
    current.ends.set(key, { ...one, count: 1 + (current.ends.get(key)?.count ?? 0) })
  }
})

/** The maximum number of records of each kind that are observed per minute. More would reveal little. */
const maxObservations = 100

/** Observes only the first record of each kind. Otherwise, people with many contracts would count more than others. */
export const observeRecords = Effect.fnUntraced(function* (
  { company, loginMethod, test }: Counted,
  { INSURANCE = [], WEALTH = [] }: StoredRecords
) {
  const { current } = yield* CompanyFigures
  if (current === undefined || loginMethod === undefined || test) return
  const { person } = yield* CallContext
  const at = yield* Clock.currentTimeMillis
  const number = Math.abs(Hash.string(person)) % RecordDrift.personNumbers
  const ofKinds = [
    ...INSURANCE.map((record) => [kindOf(record), record] as const),
    ...WEALTH.map((record) => [record.type, record] as const)
  ]
  const kinds = new Map<string, InsuranceRecord | WealthRecord>(ofKinds.toReversed())
  for (const [kind, record] of kinds) {
    const of = { company, loginMethod, kind }
    const key = Object.values(of).join(" ")
    const observed = current.shapes.get(key) ?? { of, observations: [] }
    current.shapes.set(key, observed)
    if (observed.observations.length < maxObservations)
      observed.observations.push({ shape: shapeOf(record), at, person: number })
  }
})

const isSame =
  (one: RecordDrift.ShapeDrift) =>
  ({ found, member }: RecordDrift.ShapeDrift): boolean =>
    one.member === member && one.found === found

const announce = Effect.fnUntraced(function* (
  { company, kind, loginMethod }: RecordKind,
  before: ReadonlyArray<RecordDrift.ShapeDrift>,
  after: ReadonlyArray<RecordDrift.ShapeDrift>
) {
  const factsOf = (drift: RecordDrift.ShapeDrift) => ({
    company,
    loginMethod,
    since: timestampOf(drift.since),
    records: RecordDrift.describe(kind, drift)
  })
  for (const drift of after.filter((one) => !before.some(isSame(one))))
    yield* Effect.logWarning("a company's records have changed their shape").pipe(Effect.annotateLogs(factsOf(drift)))
  for (const drift of before.filter((one) => !after.some(isSame(one))))
    yield* Effect.logInfo("a company's records have their shape again").pipe(Effect.annotateLogs(factsOf(drift)))
})

/**
 * Reads the history of a kind of record, and replaces it with what `follow` returns. Returns the old and the new
 * history.
 */
const replaceShapes = Effect.fnUntraced(function* (
  of: RecordKind,
  follow: (history: RecordDrift.ShapeHistory) => RecordDrift.ShapeHistory
) {
  const store = yield* CompanyFigureStore
  const none = { history: {}, revision: 0 }
  // If another node has changed the history in the meantime, `follow` starts from that node's history.
  while (true) {
    const { history, revision } = Option.getOrElse(yield* store.shapes(of), () => none)
    const next = follow(history)
    if (yield* store.replaceShapes(of, { history: next, revision }, yield* Clock.currentTimeMillis)) {
      return { before: history, after: next }
    }
  }
})

const storeShapes = Effect.fnUntraced(function* ({ observations, of }: Observed) {
  const { after, before } = yield* replaceShapes(of, (history) => observations.reduce(RecordDrift.observe, history))
  yield* announce(of, RecordDrift.driftsOf(before), RecordDrift.driftsOf(after))
})

const flush = Effect.fnUntraced(function* (figures: { current: Unstored | undefined }) {
  const store = yield* CompanyFigureStore
  const { ends, shapes } = figures.current ?? new Unstored()
  figures.current = new Unstored()
  const periods = Map.groupBy(ends.values(), ({ resolution, start }) => `${resolution} ${start}`)
  for (const [period, ...others] of periods.values()) {
    if (period !== undefined) yield* store.addEnds(period, [period, ...others])
  }
  for (const observed of shapes.values()) {
    const { company, kind, loginMethod } = observed.of
    yield* storeShapes(observed).pipe(isolateFailure({ company, kind, loginMethod }))
  }
})

/**
 * Accepts as normal that a company's records have changed their structure. Applies to one login method, and to one kind
 * of record or, without `kind`, to all kinds. Returns the drifts that were accepted.
 */
export const acceptDrifts = Effect.fnUntraced(function* ({
  company,
  kind,
  loginMethod
}: Omit<RecordKind, "kind"> & { readonly kind?: string | undefined }) {
  const store = yield* CompanyFigureStore
  const accepted = (yield* store.drifts).filter(
    (drift) =>
      drift.company === company && drift.loginMethod === loginMethod && (kind === undefined || drift.kind === kind)
  )
  for (const each of new Set(accepted.map((drift) => drift.kind))) {
    yield* replaceShapes({ company, loginMethod, kind: each }, RecordDrift.accept)
  }
  return accepted
})

export const layer = Layer.effect(
  CompanyFigures,
  Effect.gen(function* () {
    const figures = { current: new Unstored() }
    const name = "storing figures of companies"
    const store = yield* CompanyFigureStore
    const measure = SuccessRates.makeMeasurement()
    const storing = Effect.andThen(flush(figures), measure).pipe(Effect.provideService(CompanyFigureStore, store))
    yield* Effect.addFinalizer(() => runAndLogFailure(name, storing))
    yield* repeatEvery("1 minute", name, storing)
    return figures
  })
)
