/** Counts the collections that this process has started and ended (spec 14.5). */
import { Instrument } from "@sheaf/ports"
import type { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import type { CollectionIdentity } from "@sheaf/ports"
import { Effect, Metric } from "effect"
import * as CompanyFigures from "../companies/CompanyFigures.ts"

const starts = Instrument.counter({
  name: "sheaf.collections.started",
  unit: "{collection}",
  description: "Collections that Sheaf accepted, by company.",
  labels: ["company"]
})

const ends = Instrument.counter({
  name: "sheaf.collections.ended",
  unit: "{collection}",
  description: "Collections that ended, by company and final status.",
  labels: ["company", "status"]
})

/** Test collections do not count, because they would distort a company's success rate. */
type CountedCollection = Pick<CollectionIdentity, "company" | "createdAt" | "loginMethod" | "test">

export const countStart = ({ company, test }: CountedCollection): Effect.Effect<void> =>
  test ? Effect.void : Metric.update(starts({ company }), 1)

export const countFinishedCollection = (collection: CountedCollection, status: CollectionStatus): Effect.Effect<void> =>
  collection.test
    ? Effect.void
    : Effect.andThen(
        Metric.update(ends({ company: collection.company, status }), 1),
        CompanyFigures.countFinishedCollection(collection, status)
      )
