/** Scenarios and controls in version 2025-01-01 (spec 12). */
import { ConsentScenario } from "@sheaf/adapters-sandbox/scenarios"
import { ConsentStatusObject20250101, StatusObject20250101 } from "@sheaf/domain/versions/2025-01-01/Version"
import { Contracts } from "@sheaf/http-contract"
import { Schema } from "effect"
import { scenarioFields, scenariosGroupOf, scenarioDescription } from "../../contract/ScenariosGroup.ts"
import * as ScenarioExamples from "../../contract/ScenarioExamples.ts"

export const ScenariosGroup20250101 = scenariosGroupOf(
  StatusObject20250101,
  Contracts.statusExamples["2025-01-01"].waiting,
  {
    ConsentStatus: ConsentStatusObject20250101,
    Scenario: Schema.Struct(scenarioFields).annotate({
      identifier: "Scenario",
      description: scenarioDescription,
      examples: [ScenarioExamples.scenario]
    }),
    ConsentScenario: ConsentScenario.annotate({ examples: [ScenarioExamples.consentScenario] })
  }
)
