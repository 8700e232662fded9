/** Scenarios of uploads, each chosen by a file, for services that list scenarios (spec 12). */
import { CompanyId } from "@sheaf/domain/Company"
import type { Scenario } from "@sheaf/domain/Scenario"
import { Scenarios } from "@sheaf/ports"
import { Effect, Layer, Schema } from "effect"
import { readFileSync } from "node:fs"
import uploads from "./uploads.json" with { type: "json" }

const Row = Schema.Struct({
  scenario: Schema.String,
  description: Schema.String,
  company: CompanyId,
  ending: Schema.Literals(["COMPLETED", "FAILED_PDF_PARSE", "FAILED_PDF_USER_INPUT"]),
  /** The code of FAILURE_REASON. */
  reason: Schema.optionalKey(Schema.String),
  /** The name of the file in `fixtures`. */
  file: Schema.String
})

const rows = Schema.decodeUnknownSync(Schema.Array(Row))(uploads)

const contentOf = (file: string): string =>
  readFileSync(new URL(`../../fixtures/${file}`, import.meta.url)).toString("base64")

const scenarioOf = ({ company, description, ending, file, reason, scenario }: typeof Row.Type): Scenario => ({
  scenario,
  description: reason === undefined ? description : `${description} The reason is ${reason}.`,
  company,
  finalStatus: ending,
  visits: ["RUNNING", "COLLECTING", ending],
  loginMethods: ["PDF_UPLOAD"],
  parameters: [{ type: "PDF_DOCUMENT", fileName: file, content: contentOf(file) }]
})

/** Returns every upload scenario with the content of its file. */
export const uploadScenarios = (): ReadonlyArray<Scenario> => rows.map(scenarioOf)

/** Adds these scenarios to other adapters' scenarios. */
export const layer: Layer.Layer<Scenarios, never, Scenarios> = Layer.effect(
  Scenarios,
  Effect.map(Scenarios, (others) => ({ ...others, all: [...others.all, ...uploadScenarios()] }))
)
