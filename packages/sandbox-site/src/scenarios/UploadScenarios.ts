/** Adds the PDF upload scenarios to the list of scenarios. Each one contains the file to upload (spec 12). */
import { CompanyId } from "@sheaf/domain/Company"
import { readSample } from "@sheaf/adapters-pdf/samples"
import { Scenarios } from "@sheaf/adapters-sandbox/scenarios"
import type { Scenario } from "@sheaf/adapters-sandbox/scenarios"
import { Effect, Layer, Schema } from "effect"
import uploads from "./uploads.json" with { type: "json" }

const Row = Schema.Struct({
  scenario: Schema.String,
  description: Schema.String,
  company: CompanyId,
  ending: Schema.Literals(["COMPLETED", "FAILED_PDF_PARSE", "FAILED_PDF_USER_INPUT"]),
  reason: Schema.optionalKey(Schema.String),
  file: Schema.String
})

const rows = Schema.decodeUnknownSync(Schema.Array(Row))(uploads)

const contentOf = (file: string): string => Buffer.from(readSample(file)).toString("base64")

const scenarioOf = ({ company, description, ending, file, reason, scenario }: typeof Row.Type): Scenario => ({
  scenario,
  description: reason === undefined ? description : `${description} The reason is ${reason}.`,
  company,
  finalStatus: ending,
  visits: ["RUNNING", "COLLECTING", ending],
  loginMethods: ["PDF_UPLOAD"],
  parameters: [{ type: "PDF_DOCUMENT", fileName: file, content: contentOf(file) }]
})

const uploadScenarios = (): ReadonlyArray<Scenario> => rows.map(scenarioOf)

export const layer: Layer.Layer<Scenarios, never, Scenarios> = Layer.effect(
  Scenarios,
  Effect.map(Scenarios, (others) => ({ ...others, all: [...others.all, ...uploadScenarios()] }))
)
