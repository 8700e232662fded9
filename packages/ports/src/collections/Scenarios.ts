/** The catalog of sandbox scenarios (spec 12). */
import type { ConsentScenario } from "@sheaf/domain/ConsentScenario"
import type { Scenario } from "@sheaf/domain/Scenario"
import { Context } from "effect"

export class Scenarios extends Context.Service<
  Scenarios,
  {
    readonly all: ReadonlyArray<Scenario>
    readonly consents: ReadonlyArray<ConsentScenario>
  }
>()("@sheaf/ports/Scenarios") {}
