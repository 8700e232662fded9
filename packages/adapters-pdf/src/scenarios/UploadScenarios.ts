/** What can be seen of uploads in the sandbox: scenarios that the file chooses, each with its file (decisions 16). */
import type { Scenario } from "@sheaf/domain/Scenario"
import { Scenarios } from "@sheaf/ports"
import { Effect, Layer } from "effect"
import { readFileSync } from "node:fs"

interface Row {
  readonly scenario: string
  readonly description: string
  readonly company: string
  readonly ending: "COMPLETED" | "FAILED_PDF_PARSE" | "FAILED_PDF_USER_INPUT"
  /** The name of the file in `fixtures`. */
  readonly file: string
}

const rows: ReadonlyArray<Row> = [
  {
    scenario: "pdf-motor-policy",
    description: "The policy of a car is uploaded, and read.",
    company: "ee-rannakindlustus",
    ending: "COMPLETED",
    file: "ee-motor-policy-other.pdf"
  },
  {
    scenario: "pdf-motor-statement",
    description: "A statement with the bonus-malus coefficient is uploaded, and read.",
    company: "fr-rivage",
    ending: "COMPLETED",
    file: "fr-motor-statement.pdf"
  },
  {
    scenario: "pdf-contradictory",
    description: "The policy ends before it begins: it cannot be read right.",
    company: "ee-rannakindlustus",
    ending: "FAILED_PDF_PARSE",
    file: "ee-motor-policy-ends-first.pdf"
  },
  {
    scenario: "pdf-incomplete",
    description: "The statement lacks the coefficient, without which it is none.",
    company: "fr-rivage",
    ending: "FAILED_PDF_PARSE",
    file: "fr-motor-statement-no-coefficient.pdf"
  },
  {
    scenario: "pdf-unknown",
    description: "The file is a letter about something else.",
    company: "fr-rivage",
    ending: "FAILED_PDF_USER_INPUT",
    file: "unknown-letter.pdf"
  },
  {
    scenario: "pdf-password",
    description: "The file opens with a password only.",
    company: "fr-rivage",
    ending: "FAILED_PDF_USER_INPUT",
    file: "fr-motor-statement-password.pdf"
  }
]

const contentOf = (file: string): string =>
  readFileSync(new URL(`../../fixtures/${file}`, import.meta.url)).toString("base64")

const scenarioOf = ({ company, description, ending, file, scenario }: Row): Scenario => ({
  scenario,
  description,
  company,
  finalStatus: ending,
  visits: ["RUNNING", "COLLECTING", ending],
  loginMethods: ["PDF_UPLOAD"],
  parameters: [{ type: "PDF_DOCUMENT", fileName: file, content: contentOf(file) }]
})

/** Every scenario of uploads. Reads their files. */
export const catalogue = (): ReadonlyArray<Scenario> => rows.map(scenarioOf)

/** These scenarios, beside those that it is given. */
export const layer: Layer.Layer<Scenarios, never, Scenarios> = Layer.effect(
  Scenarios,
  Effect.map(Scenarios, (others) => ({ ...others, all: [...others.all, ...catalogue()] }))
)
