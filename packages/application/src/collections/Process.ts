/** Collections as a durable process. */
import { CollectionStore } from "@sheaf/ports"
import type { CollectionOutline, NewHistoryEntry, Work } from "@sheaf/ports"
import { Context, Effect, Layer } from "effect"
import * as ConsentProcess from "../consents/Process.ts"
import type { DurableProcess } from "../durable/DurableProcess.ts"
import * as Engine from "../durable/Engine.ts"
import * as Run from "../durable/Run.ts"
import type { WorkflowNames } from "../durable/Runnable.ts"
import { Timeouts } from "../Timeouts.ts"
import { abandoned } from "./Settlement.ts"
import { takeSteps } from "./Steps.ts"
import type { Surroundings } from "./Asking.ts"

const names: WorkflowNames = { workflow: "Collection", id: "collectionId", signal: "input", clock: "timeout" }

export class CollectionEngine extends Context.Service<CollectionEngine, Engine.Engine<Work>>()(
  "@sheaf/application/CollectionEngine"
) {}

/** Returns the longest delay, in milliseconds, that retried calls to the company can cause for a due collection. */
const grace = ({ connectorCall, connectorRetry }: Timeouts): number => connectorCall + connectorRetry + 10_000

export const process: DurableProcess<CollectionOutline, NewHistoryEntry, CollectionEngine | Surroundings> = {
  names,
  store: CollectionStore,
  engine: CollectionEngine,
  takeSteps,
  grace,
  isKept: ({ deadline }, now) => Effect.map(Timeouts, (timeouts) => now <= deadline + grace(timeouts)),
  abandoned
}

/** Provides the collections' engine to use cases. */
export const engine = Layer.effect(CollectionEngine, Engine.make({ names, takeSteps })).pipe(
  Layer.provide(ConsentProcess.engine)
)

/** Lets the engine run collections. A step can also change a consent, so it needs the consents' engine as well. */
export const workflow = Run.layer({ names, takeSteps }).pipe(Layer.provide(ConsentProcess.engine))
