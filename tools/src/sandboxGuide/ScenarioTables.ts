/** The scenario tables in the guide to the sandbox: one for each way to log in, and those for consents. */
import type { Scenario } from "@sheaf/domain/Scenario"
import type { SupplementInfo } from "@sheaf/domain/SupplementInfo"
import { catalog, consentTable, signs, table } from "@sheaf/adapters-sandbox/tables"
import type { ConsentScenarioRow, PlayedScenario } from "@sheaf/adapters-sandbox/tables"
import { code, markdownTable } from "./MarkdownTable.ts"
import type { Column } from "./MarkdownTable.ts"

/** The rows come from the catalog, because only the catalog has prepared responses for client-side logins. */
const supplementsOf = ({ scenario }: PlayedScenario): ReadonlyArray<SupplementInfo> =>
  catalog.find((entry) => entry.scenario === scenario)?.supplements ?? []

const written = (supplement: SupplementInfo): string => {
  switch (supplement.type) {
    case "COLLECTION_INPUT":
      return code(JSON.stringify(supplement.inputs))
    case "TWO_FACTOR_CODE":
      return `code ${code(supplement.value)}`
    case "TWO_FACTOR_CHOICE":
      return `method ${code(supplement.methodId)}`
    case "RESPONSE_OBJECT":
      return code(supplement.etag)
  }
}

/** The inputs to post, with `expire` at the end if the collection then times out. */
const postOf = (row: PlayedScenario): string =>
  [...supplementsOf(row).map(written), ...(row.expire ? ["then `expire`"] : [])].join(", ")

/** Scenarios with a one-time consent have their own table. */
const hasConsent = ({ parameters = [] }: PlayedScenario): boolean =>
  parameters.some(({ type }) => type === "PSD2_AIS_CONSENT")

const rowsOf = (route: PlayedScenario["route"]): ReadonlyArray<PlayedScenario> =>
  table.filter((row) => row.route === route && !row.unlisted && !hasConsent(row))

/** All statuses but the first, because every collection starts with RUNNING and every consent with INITIATED. */
const historyOf = ({ visits }: { readonly visits: ReadonlyArray<string> }): string => visits.slice(1).join(", ")

const key = (row: PlayedScenario): string => code(row.key)

const number: Column<PlayedScenario> = ["personal number", key]
const name: Column<{ readonly scenario: string }> = ["scenario", ({ scenario }) => code(scenario)]
const at: Column<{ readonly company: string }> = ["company", ({ company }) => code(company)]
const what: Column<{ readonly description: string }> = ["description", ({ description }) => description]
const history: Column<{ readonly visits: ReadonlyArray<string> }> = ["statuses after RUNNING", historyOf]
const post: Column<PlayedScenario> = ["post", postOf]

/** Scenarios chosen by username or address. */
export const byUserName = (): string =>
  markdownTable(rowsOf("PASSWORD"), [
    ["username", key],
    [
      "description",
      ({ company, description }) => (company === "se-nordhem" ? description : `${description} At ${code(company)}.`)
    ],
    history,
    post
  ])

/** Scenarios of one route, chosen by personal number. */
export const byPersonalNumber = (route: "SECURITY_TOKEN" | "CLIENT_SIDE"): string =>
  markdownTable(rowsOf(route), [number, name, what, history, post])

const signers = {
  EXPECTED: "complete",
  ANOTHER: "complete, by another person",
  NOT_TOLD: "complete, without a number"
}

const orderOf = (row: PlayedScenario): string => {
  if (row.route !== "ELECTRONIC_ID") return ""
  const script = row.script ?? signs
  if (script.type === "NO_ORDER") return "no order"
  const { end, hints } = script
  const pending = hints.map(code)
  switch (end.type) {
    case "COMPLETE":
      return [...pending, signers[end.signer]].join(", ")
    case "FAILED":
      return [...pending, `failed: ${code(end.hint)}`].join(", ")
    case "UNANSWERED":
      return [...pending, "never ends"].join(", ")
    case "PRESS":
      return [...pending, `then the press ${(row.presses ?? []).map(code).join(", ")}`].join(", ")
  }
}

/** Scenarios by electronic ID, with the hints of their orders. */
export const byElectronicId = (): string =>
  markdownTable(rowsOf("ELECTRONIC_ID"), [
    number,
    name,
    what,
    ["the order", orderOf],
    ["statuses after RUNNING", (row) => `${historyOf(row)}${row.expire ? " (`expire`)" : ""}`]
  ])

const methodsOf = ({ loginMethods }: PlayedScenario): string => {
  const others = loginMethods.filter((method) => !method.startsWith("SWEDISH"))
  return [...others.map(code), ...(others.length < loginMethods.length ? ["every Swedish method"] : [])].join(", ")
}

/** Scenarios that end the same way with any credentials. */
export const byCompany = (): string =>
  markdownTable(rowsOf("ANY"), [name, at, what, ["login methods", methodsOf], history])

const waysIn = {
  PASSWORD: "username or address",
  SECURITY_TOKEN: "security token",
  ELECTRONIC_ID: "electronic ID",
  CLIENT_SIDE: "electronic ID, from the client's own device",
  ANY: "any"
} as const satisfies Record<PlayedScenario["route"], string>

/** Scenarios with a one-time consent. */
export const withConsent = (): string =>
  markdownTable(table.filter(hasConsent), [
    ["by", ({ route }) => waysIn[route]],
    ["credentials", key],
    name,
    at,
    what,
    history
  ])

const fileOf = ({ parameters }: Scenario): string =>
  parameters.flatMap((each) => (each.type === "PDF_DOCUMENT" ? [code(each.fileName)] : [])).join(", ")

/** Scenarios chosen by file. */
export const byFile = (uploads: ReadonlyArray<Scenario>): string =>
  markdownTable(uploads, [["file", fileOf], name, at, what, history])

/** Scenarios that the list omits, because they take too long. */
export const notListed = (): string =>
  markdownTable(
    table.filter((row) => row.unlisted),
    [["username", key], what, history]
  )

const consentHistory: Column<ConsentScenarioRow> = [
  "statuses after INITIATED",
  ({ errorCode, visits }) => `${historyOf({ visits })}${errorCode === undefined ? "" : ` ${code(errorCode)}`}`
]

/** The calls that a program makes once the consent is authorized. */
const consentSteps: Column<ConsentScenarioRow> = [
  "then",
  ({ collect, expire, revoke }) =>
    [...(collect ? ["collect"] : []), ...(revoke ? ["revoke"] : []), ...(expire ? ["`expire`"] : [])].join(", ")
]

/** Consent scenarios chosen by personal number. */
export const consentsByPersonalNumber = (): string =>
  markdownTable(
    consentTable.filter(({ personalNumber }) => personalNumber !== undefined),
    [["personal number", ({ personalNumber = "" }) => code(personalNumber)], name, what, consentHistory, consentSteps]
  )

/** Consent scenarios chosen by a button on the bank's page. */
export const consentsByPage = (): string =>
  markdownTable(
    consentTable.filter(({ decision }) => decision !== undefined),
    [["`decision`", ({ decision = "" }) => code(decision)], at, name, what, consentHistory, consentSteps]
  )
