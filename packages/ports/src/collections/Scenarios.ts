/** The catalogue of what the sandbox can be made to do (decisions 16). */
import type { ConsentScenario } from "@sheaf/domain/ConsentScenario"
import type { Scenario } from "@sheaf/domain/Scenario"
import { Context } from "effect"

export class Scenarios extends Context.Service<
  Scenarios,
  {
    /** What can be made to become of a collection. */
    readonly all: ReadonlyArray<Scenario>
    /** What can be made to become of a consent. */
    readonly consents: ReadonlyArray<ConsentScenario>
  }
>()("@sheaf/ports/Scenarios") {}
