/** Collections as processes. */
import { isFinal } from "@sheaf/domain/CollectionStatus"
import { CollectionStore } from "@sheaf/ports"
import type { CollectionOutline, NewHistoryEntry, Work } from "@sheaf/ports"
import { Context, Effect, Layer } from "effect"
import * as Abandoning from "../process/Abandoning.ts"
import type { Abandonable } from "../process/Abandoning.ts"
import * as Runner from "../process/Runner.ts"
import { Timeouts } from "../settings/Timeouts.ts"
import type { Surroundings } from "./Asking.ts"
import { abandoned } from "./Settlement.ts"
import { takeSteps } from "./Steps.ts"

export class CollectionRunner extends Context.Service<CollectionRunner, Runner.ProcessRunner<Work>>()(
  "@sheaf/application/CollectionRunner"
) {}

/** Returns the longest delay, in milliseconds, that retried calls to the company can cause for a due collection. */
const grace = ({ connectorCall, connectorRetry }: Timeouts): number => connectorCall + connectorRetry + 10_000

/** What happens to collections that cannot be read. */
const abandonable: Abandonable<CollectionOutline, NewHistoryEntry, CollectionStore> = {
  kind: "collection",
  idName: "collectionId",
  store: CollectionStore,
  isKept: ({ deadline, status }, now) =>
    Effect.map(Timeouts, (timeouts) => isFinal(status) || now <= deadline + grace(timeouts)),
  abandoned
}

/** Runs collections. A step can also change a consent, so it needs the consents' runner as well. */
export const runner = Layer.effect(
  CollectionRunner,
  Effect.flatMap(Abandoning.make(abandonable), (giveUp) =>
    Runner.make<Work, Surroundings>({ ...abandonable, takeSteps, giveUp })
  )
)
