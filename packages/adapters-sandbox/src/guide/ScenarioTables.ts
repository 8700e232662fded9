/** The tables of scenarios in the guide to the sandbox: one for each way in. */
import type { Scenario } from "@sheaf/domain/Scenario"
import type { SupplementInfo } from "@sheaf/domain/SupplementInfo"
import { signs } from "../electronicId/OrderScript.ts"
import { catalogue, unlisted } from "../scenarios/Catalogue.ts"
import type { PlayedScenario as Row } from "../scenarios/ScenarioRow.ts"
import { table } from "../scenarios/ScenarioTable.ts"

const line = (cells: ReadonlyArray<string>): string => `| ${cells.join(" | ")} |`

/** A table in Markdown. */
export const markdownTable = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n")

const entryOf = ({ scenario }: Row): Scenario => {
  const entry = [...catalogue, ...unlisted].find((each) => each.scenario === scenario)
  if (entry === undefined) throw new Error(`no scenario ${scenario}`)
  return entry
}

const written = (supplement: SupplementInfo): string => {
  switch (supplement.type) {
    case "COLLECTION_INPUT":
      return `\`${JSON.stringify(supplement.inputs)}\``
    case "TWO_FACTOR_CODE":
      return `code \`${supplement.value}\``
    case "TWO_FACTOR_CHOICE":
      return `method \`${supplement.methodId}\``
    case "RESPONSE_OBJECT":
      return `\`${supplement.etag}\``
  }
}

/** What to post, or that the time is let run out. */
const todoOf = ({ expire, supplements = [] }: Scenario): string =>
  [...supplements.map(written), ...(expire ? ["nothing more: `expire`"] : [])].join(", ")

/** Those with a consent have a table of their own. */
const hasConsent = ({ parameters = [] }: Row): boolean => parameters.some(({ type }) => type === "PSD2_AIS_CONSENT")

const rowsOf = (route: Row["route"]): ReadonlyArray<Row> =>
  table.filter((row) => row.route === route && !row.unlisted && !hasConsent(row))

/** The first status of every history is RUNNING, which is left out. */
const historyOf = ({ visits }: Scenario): string => visits.slice(1).join(", ")

const keyOf = (row: Row): string => (row.route === "ANY" ? "" : `\`${row.key}\``)

/** Scenarios that a user name or an address chooses: it is the name of the scenario. */
export const byUserName = (): string =>
  markdownTable(
    ["user name", "what happens", "statuses after RUNNING", "post"],
    rowsOf("PASSWORD").map((row) => {
      const entry = entryOf(row)
      const at = row.company === "se-nordhem" ? "" : ` At \`${row.company}\`.`
      return [keyOf(row), `${row.description}${at}`, historyOf(entry), todoOf(entry)]
    })
  )

/** Scenarios of one way in that a personal number chooses. */
export const byPersonalNumber = (route: "SECURITY_TOKEN" | "CLIENT_SIDE"): string =>
  markdownTable(
    ["personal number", "scenario", "what happens", "statuses after RUNNING", "post"],
    rowsOf(route).map((row) => {
      const entry = entryOf(row)
      return [keyOf(row), `\`${row.scenario}\``, row.description, historyOf(entry), todoOf(entry)]
    })
  )

const signers = {
  EXPECTED: "complete",
  ANOTHER: "complete, by another person",
  NOT_TOLD: "complete, without a number"
}

const orderOf = (row: Row): string => {
  if (row.route !== "ELECTRONIC_ID") return ""
  const script = row.script ?? signs
  if (script.type === "NO_ORDER") return "no order"
  const { end, hints } = script
  const pending = hints.map((hint) => `\`${hint}\``)
  switch (end.type) {
    case "COMPLETE":
      return [...pending, signers[end.signer]].join(", ")
    case "FAILED":
      return [...pending, `failed: \`${end.hint}\``].join(", ")
    case "UNANSWERED":
      return [...pending, "for ever"].join(", ")
  }
}

/** Scenarios by electronic ID, with what the provider tells of the order. */
export const byElectronicId = (): string =>
  markdownTable(
    ["personal number", "scenario", "what happens", "the order", "statuses after RUNNING"],
    rowsOf("ELECTRONIC_ID").map((row) => {
      const entry = entryOf(row)
      const history = `${historyOf(entry)}${entry.expire ? " (`expire`)" : ""}`
      return [keyOf(row), `\`${row.scenario}\``, row.description, orderOf(row), history]
    })
  )

const methodsOf = ({ loginMethods }: Scenario): string => {
  const [swedish, others] = [
    loginMethods.filter((method) => method.startsWith("SWEDISH")),
    loginMethods.filter((method) => !method.startsWith("SWEDISH"))
  ]
  return [...others.map((method) => `\`${method}\``), ...(swedish.length > 0 ? ["every Swedish one"] : [])].join(", ")
}

/** Scenarios that the company decides, whatever the credentials. */
export const byCompany = (): string =>
  markdownTable(
    ["scenario", "company", "what happens", "login methods", "statuses after RUNNING"],
    rowsOf("ANY").map((row) => {
      const entry = entryOf(row)
      return [`\`${row.scenario}\``, `\`${row.company}\``, row.description, methodsOf(entry), historyOf(entry)]
    })
  )

const waysIn = {
  PASSWORD: "user name or address",
  SECURITY_TOKEN: "security token",
  ELECTRONIC_ID: "electronic ID",
  CLIENT_SIDE: "electronic ID, from the client's own device",
  ANY: "any"
} as const satisfies Record<Row["route"], string>

/** Scenarios with a consent beside the login. */
export const withConsent = (): string =>
  markdownTable(
    ["by", "credentials", "scenario", "company", "what happens", "statuses after RUNNING"],
    table
      .filter(hasConsent)
      .map((row) => [
        waysIn[row.route],
        keyOf(row),
        `\`${row.scenario}\``,
        `\`${row.company}\``,
        row.description,
        historyOf(entryOf(row))
      ])
  )

/** Scenarios that a file chooses. */
export const byFile = (uploads: ReadonlyArray<Scenario>): string =>
  markdownTable(
    ["file", "scenario", "company", "what happens", "statuses after RUNNING"],
    uploads.map((entry) => {
      const file = entry.parameters.flatMap((each) => (each.type === "PDF_DOCUMENT" ? [`\`${each.fileName}\``] : []))
      const { company, description, scenario } = entry
      return [file.join(", "), `\`${scenario}\``, `\`${company}\``, description, historyOf(entry)]
    })
  )

/** What takes too long to be in the list. */
export const notListed = (): string =>
  markdownTable(
    ["user name", "what happens", "statuses after RUNNING"],
    unlisted.map((entry) => [`\`${entry.scenario}\``, entry.description, historyOf(entry)])
  )
