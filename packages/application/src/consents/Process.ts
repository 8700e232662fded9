/** Consents as a durable process, from creation until the bank has been notified of the end (decisions 9). */
import { ConsentStore, UserStore } from "@sheaf/ports"
import type { ConsentEnd, ConsentOutline } from "@sheaf/ports"
import { Effect, Layer, Option } from "effect"
import type { DurableProcess } from "../durable/DurableProcess.ts"
import * as Engine from "../durable/Engine.ts"
import * as Run from "../durable/Run.ts"
import type { WorkflowNames } from "../durable/Runnable.ts"
import type { Surroundings } from "./Asking.ts"
import { abandoned } from "./Settlement.ts"
import { ConsentEngine, takeSteps } from "./Steps.ts"

const names: WorkflowNames = { workflow: "Consent", id: "consentId", signal: "changed", clock: "wake" }

export { ConsentEngine }

export const process: DurableProcess<ConsentOutline, ConsentEnd, ConsentEngine | Surroundings | UserStore> = {
  names,
  store: ConsentStore,
  engine: ConsentEngine,
  takeSteps,
  grace: ({ connectorCall }) => 2 * connectorCall + 10_000,
  isKept: ({ clientId, expiresAt, userId }, now) =>
    now >= expiresAt
      ? Effect.succeed(false)
      : Effect.flatMap(UserStore, (users) => Effect.map(users.find(clientId, userId), Option.isSome)),
  abandoned
}

/** Provides the consents' engine to use cases, and to the steps of consents, which wake other consents. */
export const engine = Layer.effect(
  ConsentEngine,
  Effect.gen(function* () {
    const made: Engine.Engine = yield* Engine.make({
      names,
      takeSteps: (...given) => Effect.suspend(() => Effect.provideService(takeSteps(...given), ConsentEngine, made))
    })
    return made
  })
)

/** Lets the engine run consents. */
export const workflow = Run.layer({ names, takeSteps }).pipe(Layer.provide(engine))
