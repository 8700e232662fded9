/** The sandbox in version 2025-01-01 (spec 12). */
import { ConsentScenario } from "@sheaf/domain/ConsentScenario"
import { ConsentStatusObject20250101, StatusObject20250101 } from "@sheaf/domain/versions/2025-01-01/Version"
import { Schema } from "effect"
import { scenarioFields, sandboxGroupOf, scenarioDescription } from "../../collections/SandboxGroup.ts"
import * as Examples from "../../openapi/Examples.ts"
import { statuses } from "./Examples20250101.ts"

export const SandboxGroup20250101 = sandboxGroupOf(StatusObject20250101, statuses.waiting, {
  ConsentStatus: ConsentStatusObject20250101,
  Scenario: Schema.Struct(scenarioFields).annotate({
    identifier: "Scenario",
    description: scenarioDescription,
    examples: [Examples.scenario]
  }),
  ConsentScenario: ConsentScenario.annotate({ examples: [Examples.consentScenario] })
})
