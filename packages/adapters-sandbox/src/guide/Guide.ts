/** The guide to the sandbox, `docs/sandbox.md`: the text of `guide.md.template` with tables made from the data (decisions 16). */
import * as ConsentScope from "@sheaf/domain/ConsentScope"
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import type { Scenario } from "@sheaf/domain/Scenario"
import { readFileSync } from "node:fs"
import { appHeader, cookieName } from "../clientSide/Site.ts"
import { companies, supportedOf } from "../companies/Companies.ts"
import type { Company } from "../companies/Company.ts"
import { anothersNumber } from "../people/Person.ts"
import { consentCatalogue, consentTable } from "../scenarios/ConsentTable.ts"
import type { BankBehaviour } from "../scenarios/ConsentTable.ts"
import { passwordParameters } from "../scenarios/Credentials.ts"
import { wrongCode } from "../scenarios/Questions.ts"
import * as ScenarioTables from "./ScenarioTables.ts"
import { code, markdownTable } from "./Table.ts"

/** The methods without their suffixes: a company that has a method has it with each of them. */
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
      ["what it tells", ({ reads }) => (reads.transactions ? "balances, transactions" : "balances")],
      [
        "a consent lasts at most",
        ({ maximumConsentValidityDays = ConsentScope.defaultMaximumDays }) => `${maximumConsentValidityDays} days`
      ]
    ]
  )

const json = (value: unknown): string => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``

const startRequest = (): string => {
  const [userName] = passwordParameters("two-factor")
  return json({ company: "se-nordhem", loginMethod: "USERNAME_AND_PASSWORD", parameters: [userName] })
}

/** The request of a consent scenario, without delays. */
const consentRequest = (): string =>
  consentCatalogue
    .filter(({ scenario }) => scenario === "consent-shortened")
    .map(({ company, loginMethods, parameters }) =>
      json({ company, loginMethod: loginMethods.find((method) => method.endsWith("_MOCK")), parameters })
    )
    .join("\n")

/** The personal number of the person of whose consents a bank makes this. */
const personalNumberFor = (behaviour: BankBehaviour): string =>
  consentTable.find((row) => row.behaviour === behaviour)?.personalNumber ?? ""

const template = new URL("../../guide.md.template", import.meta.url)

/** The whole page, as Markdown. `uploads` are the scenarios of the adapter that reads uploaded files beside the sandbox. */
export const guide = (uploads: ReadonlyArray<Scenario>): string => {
  const parts: Readonly<Record<string, string>> = {
    anothersNumber,
    appHeader: appHeader.name,
    banks: bankTable(),
    byClientSide: ScenarioTables.byPersonalNumber("CLIENT_SIDE"),
    byCompany: ScenarioTables.byCompany(),
    byElectronicId: ScenarioTables.byElectronicId(),
    byFile: ScenarioTables.byFile(uploads),
    bySecurityToken: ScenarioTables.byPersonalNumber("SECURITY_TOKEN"),
    byUserName: ScenarioTables.byUserName(),
    companies: companyTable(uploads),
    consentRequest: consentRequest(),
    consentsByPage: ScenarioTables.consentsByPage(),
    consentsByPersonalNumber: ScenarioTables.consentsByPersonalNumber(),
    cookieName,
    grantedFewer: personalNumberFor("GRANTS_FEWER"),
    notListed: ScenarioTables.notListed(),
    rejected: personalNumberFor("REJECTS"),
    start: startRequest(),
    withConsent: ScenarioTables.withConsent(),
    wrongCode
  }
  return readFileSync(template, "utf8").replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const part = parts[name]
    if (part === undefined) throw new Error(`guide.md.template asks for ${name}, which there is not`)
    return part
  })
}
