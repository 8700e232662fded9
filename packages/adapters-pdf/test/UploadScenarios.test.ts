/** The upload scenarios pass the contract suite of scenario lists. */
import { Scenarios } from "@sheaf/ports"
import { scenariosContract } from "@sheaf/ports/testing"
import { Layer } from "effect"
import * as UploadScenarios from "../src/scenarios/UploadScenarios.ts"

const others = { all: [], consents: [] }

scenariosContract("uploads of PDF files", UploadScenarios.layer.pipe(Layer.provide(Layer.succeed(Scenarios, others))))
