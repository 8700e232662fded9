/** What the use cases tell the durable engine: a collection was accepted, an answer came, a collection can be forgotten. */
import { Context, Layer } from "effect"
import { CollectionWorkflow, inputCame } from "./CollectionWorkflow.ts"
import * as WorkflowRunner from "../durable/WorkflowRunner.ts"

export class CollectionEngine extends Context.Service<CollectionEngine, WorkflowRunner.WorkflowRunner>()(
  "@sheaf/application/CollectionEngine"
) {}

export const layer = Layer.effect(
  CollectionEngine,
  WorkflowRunner.make({
    workflow: CollectionWorkflow,
    payloadOf: (collectionId) => ({ collectionId }),
    woken: inputCame
  })
)
