/** What the use cases tell the durable engine: a consent was accepted or changed, a consent can be forgotten. */
import { Context, Layer } from "effect"
import * as WorkflowRunner from "../durable/WorkflowRunner.ts"
import { changed, ConsentWorkflow } from "./ConsentWorkflow.ts"

export class ConsentEngine extends Context.Service<ConsentEngine, WorkflowRunner.WorkflowRunner>()(
  "@sheaf/application/ConsentEngine"
) {}

export const layer = Layer.effect(
  ConsentEngine,
  WorkflowRunner.make({
    workflow: ConsentWorkflow,
    payloadOf: (consentId) => ({ consentId }),
    woken: changed
  })
)
