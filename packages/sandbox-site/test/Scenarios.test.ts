/** The listed scenarios pass the contract suite of scenario lists. */
import { consentCatalog, scenarioCatalog } from "@sheaf/adapters-sandbox"
import { Scenarios } from "@sheaf/adapters-sandbox/scenarios"
import { Layer } from "effect"
import * as UploadScenarios from "../src/scenarios/UploadScenarios.ts"
import { scenariosContract } from "./ScenariosContract.ts"

const simulated = Layer.succeed(Scenarios, { all: scenarioCatalog, consents: consentCatalog })
const none = Layer.succeed(Scenarios, { all: [], consents: [] })

scenariosContract("the simulated companies", simulated)
scenariosContract("uploads of PDF files", UploadScenarios.layer.pipe(Layer.provide(none)))
