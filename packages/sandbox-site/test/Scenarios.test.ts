/** Tests the scenarios that are listed for simulated companies and for PDF uploads. */
import { consentCatalog, scenarioCatalog } from "@sheaf/adapters-sandbox"
import { Scenarios } from "@sheaf/adapters-sandbox/scenarios"
import { Layer } from "effect"
import * as UploadScenarios from "../src/scenarios/UploadScenarios.ts"
import { scenariosSuite } from "./ScenariosSuite.ts"

const simulated = Layer.succeed(Scenarios, { all: scenarioCatalog, consents: consentCatalog })
const none = Layer.succeed(Scenarios, { all: [], consents: [] })

scenariosSuite("the simulated companies", simulated)
scenariosSuite("uploads of PDF files", UploadScenarios.layer.pipe(Layer.provide(none)))
