/** What the sandbox can be made to do (decisions 16). The same in every version; not there in production mode. */
import { Scenario } from "@sheaf/domain/Scenario"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Authenticated, Negotiated, Validated } from "./Conditions.ts"
import * as Operation from "./Operation.ts"

const scenarios = HttpApiEndpoint.get("scenarios", "/sandbox/scenarios", {
  success: Schema.Array(Scenario)
}).annotateMerge(
  Operation.describe({
    id: "listScenarios",
    summary: "What the sandbox can be made to do",
    description:
      "Each scenario comes with parameters and inputs that are ready to be sent: a program can drive every one of them " +
      "from this list alone.",
    answers: { 200: "Every scenario." },
    problems: [...Operation.guarded, "NOT_ACCEPTABLE"]
  })
)

export const SandboxGroup = HttpApiGroup.make("sandbox")
  .add(scenarios)
  .middleware(Validated)
  .middleware(Negotiated)
  .middleware(Authenticated)
  .annotateMerge(OpenApi.annotations({ title: "Sandbox", description: "Simulated companies, to develop against." }))
