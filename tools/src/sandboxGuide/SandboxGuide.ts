/** The guide to the sandbox as the service shows it: `docs/sandbox.md` with tables from the data (decisions 16). */
import * as ConsentScope from "@sheaf/domain/ConsentScope"
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import type { Scenario } from "@sheaf/domain/Scenario"
import { readFileSync } from "node:fs"
import {
  anothersNumber,
  appHeader,
  companies,
  catalog,
  consentCatalog,
  consentTable,
  cookieName,
  passwordParameters,
  supportedOf,
  wrongCode
} from "@sheaf/adapters-sandbox/tables"
import type { BankBehavior, Company } from "@sheaf/adapters-sandbox/tables"
import * as ScenarioTables from "./ScenarioTables.ts"
import { locationOf } from "../openapi/Documents.ts"
import { code, markdownTable } from "./MarkdownTable.ts"

/**
 * Returns a company's login methods without suffixes, because a company that supports a method supports all its
 * variants.
 */
const familiesOf = ({ id, loginMethods }: Company, uploads: ReadonlyArray<Scenario>): string => {
  const families = [...new Set(loginMethods.map((method) => LoginMethod.describe(method).family))]
  const others = families.filter((family) => !family.startsWith("SWEDISH"))
  return [
    ...others.map(code),
    ...(others.length < families.length ? ["every Swedish method"] : []),
    ...(uploads.some(({ company }) => company === id) ? ["`PDF_UPLOAD`"] : [])
  ].join(", ")
}

const companyTable = (uploads: ReadonlyArray<Scenario>): string =>
  markdownTable(companies, [
    ["company", ({ id }) => code(id)],
    ["name", ({ displayName }) => displayName],
    ["state", ({ status }) => status],
    ["login methods", (company) => familiesOf(company, uploads)],
    [
      "insurances",
      (company) =>
        supportedOf(company)
          .insurance.map(({ insuranceSubTypes, insuranceType }) => `${insuranceType} (${insuranceSubTypes.join(", ")})`)
          .join("; ")
    ],
    ["wealth", (company) => supportedOf(company).wealth.join(", ")],
    ["accounts", ({ bank }) => (bank === undefined ? "" : "under a consent")]
  ])

const bankTable = (): string =>
  markdownTable(
    companies.flatMap(({ bank, id }) => (bank === undefined ? [] : [{ id, ...bank }])),
    [
      ["company", ({ id }) => code(id)],
      ["accounts", ({ accounts }) => accounts.map(({ accountName }) => accountName).join(", ")],
      ["data", ({ reads }) => (reads.transactions ? "balances, transactions" : "balances")],
      [
        "longest consent",
        ({ maximumConsentValidityDays = ConsentScope.defaultMaximumDays }) => `${maximumConsentValidityDays} days`
      ]
    ]
  )

const json = (value: unknown): string => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``

const startRequest = (): string => {
  const [userName] = passwordParameters("two-factor")
  return json({ company: "se-nordhem", loginMethod: "USERNAME_AND_PASSWORD", parameters: [userName] })
}

/** Returns the request of a consent scenario, with the login method that has no delays. */
const consentRequest = (): string =>
  consentCatalog
    .filter(({ scenario }) => scenario === "consent-shortened")
    .map(({ company, loginMethods, parameters }) =>
      json({ company, loginMethod: loginMethods.find((method) => method.endsWith("_MOCK")), parameters })
    )
    .join("\n")

/** The credentials of a scenario that waits for a press. */
const pressLogin = catalog.find(({ presses }) => presses !== undefined)?.parameters

const pressStart = (): string =>
  json({ company: "se-nordhem", loginMethod: "SWEDISH_MOBILE_EID_ANY_DEVICE", parameters: pressLogin })

/** Returns the personal number that makes banks behave this way. */
const personalNumberFor = (behavior: BankBehavior): string =>
  consentTable.find((row) => row.behavior === behavior)?.personalNumber ?? ""

/** The values from the code that the page names in its sentences and examples. */
const named = (): ReadonlyArray<string> => [
  anothersNumber,
  appHeader.name,
  consentRequest(),
  cookieName,
  personalNumberFor("GRANTS_FEWER"),
  pressLogin?.map((login) => (login.type === "SWEDISH_EID" ? login.personalNumber : "")).join("") ?? "",
  pressStart(),
  personalNumberFor("REJECTS"),
  startRequest(),
  wrongCode
]

export const path = "docs/sandbox.md"

/**
 * Returns the whole page as Markdown, with its tables. `uploads` are the scenarios of the adapter that reads uploaded PDF
 * files.
 *
 * @throws if the page names an unknown table, or no longer names a value from the code.
 */
export const guide = (uploads: ReadonlyArray<Scenario>): string => {
  const tables: Readonly<Record<string, string>> = {
    banks: bankTable(),
    byClientSide: ScenarioTables.byPersonalNumber("CLIENT_SIDE"),
    byCompany: ScenarioTables.byCompany(),
    byElectronicId: ScenarioTables.byElectronicId(),
    byFile: ScenarioTables.byFile(uploads),
    bySecurityToken: ScenarioTables.byPersonalNumber("SECURITY_TOKEN"),
    byUserName: ScenarioTables.byUserName(),
    companies: companyTable(uploads),
    consentsByPage: ScenarioTables.consentsByPage(),
    consentsByPersonalNumber: ScenarioTables.consentsByPersonalNumber(),
    notListed: ScenarioTables.notListed(),
    withConsent: ScenarioTables.withConsent()
  }
  const written = readFileSync(locationOf(path), "utf8")
  for (const value of named()) if (!written.includes(value)) throw new Error(`${path} must contain ${value}`)
  return written.replace(/<!-- table: (\w+) -->/g, (_, name: string) => {
    const table = tables[name]
    if (table === undefined) throw new Error(`${path} names the unknown table ${name}`)
    return table
  })
}
