/** Collections as processes: runs their steps, and decides when to abandon a collection whose row cannot be read. */
import { isFinal } from "@sheaf/domain/CollectionStatus"
import { CollectionStore } from "@sheaf/ports"
import type { CollectionOutline, NewHistoryEntry, CollectionState } from "@sheaf/ports"
import { Context, Effect, Layer } from "effect"
import * as Abandonment from "../process/Abandonment.ts"
import type { AbandonableProcess } from "../process/Abandonment.ts"
import { Timeouts } from "../settings/Timeouts.ts"
import { abandonedEntry } from "./Outcome.ts"
import type { StepServices } from "./Steps.ts"
import { takeSteps } from "./Steps.ts"
import * as Runner from "../process/Runner.ts"

export class CollectionRunner extends Context.Service<CollectionRunner, Runner.ProcessRunner<CollectionState>>()(
  "@sheaf/application/CollectionRunner"
) {}

/** Returns how long retries of calls to the company can delay a due collection, in milliseconds. */
const grace = ({ connectorCall, connectorRetry }: Timeouts): number => connectorCall + connectorRetry + 10_000

const abandonable: AbandonableProcess<CollectionOutline, NewHistoryEntry, CollectionStore> = {
  kind: "collection",
  idName: "collectionId",
  store: CollectionStore,
  isKept: ({ deadline, status }, now) =>
    Effect.map(Timeouts, (timeouts) => isFinal(status) || now <= deadline + grace(timeouts)),
  abandoned: abandonedEntry
}

/** Runs collections. A collection's steps can also change consents, so they need the runner for consents. */
export const runner = Layer.effect(
  CollectionRunner,
  Effect.flatMap(Abandonment.make(abandonable), (giveUp) =>
    Runner.make<CollectionState, StepServices>({ ...abandonable, takeSteps, giveUp })
  )
)
