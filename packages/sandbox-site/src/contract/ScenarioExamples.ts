/** Example scenarios for the OpenAPI documents. The service has many more. */
import { ConsentScenario, Scenario } from "@sheaf/adapters-sandbox/scenarios"
import { Schema } from "effect"
import examples from "./examples.json" with { type: "json" }

export const scenario = Schema.decodeUnknownSync(Scenario)(examples.scenario)

export const consentScenario = Schema.decodeUnknownSync(ConsentScenario)(examples.consentScenario)
