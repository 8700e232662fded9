/** The scenario catalog that clients see (spec 12). */
import { Context } from "effect"
import type { ConsentScenario } from "./ConsentScenario.ts"
import type { Scenario } from "./Scenario.ts"

export { ConsentScenario } from "./ConsentScenario.ts"
export { SandboxPageButton, Scenario } from "./Scenario.ts"

export class Scenarios extends Context.Service<
  Scenarios,
  {
    readonly all: ReadonlyArray<Scenario>
    readonly consents: ReadonlyArray<ConsentScenario>
  }
>()("@sheaf/adapters-sandbox/Scenarios") {}
