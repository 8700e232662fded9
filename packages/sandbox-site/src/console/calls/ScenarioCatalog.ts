/** The scenarios of collections and of consents in one list, with filters. */
import { computed, signal } from "@preact/signals"
import type { ConsentScenario, LoginMethod, Scenario } from "@sheaf/client"
import { methods } from "virtual:logins"
import { matches } from "@sheaf/web/texts/Search"
import { titleOf } from "./ScenarioTitles.ts"
import { makeClient, makeSandbox, errorTextOf } from "./ServiceClient.ts"

/** A scenario of either kind. */
export type PlayableScenario =
  | ({ readonly kind: "COLLECTION" } & Scenario)
  | ({ readonly kind: "CONSENT" } & ConsentScenario)

export const allScenarios = signal<ReadonlyArray<PlayableScenario>>([])

/** The names of the companies, by id. */
const companyNames = signal<ReadonlyMap<string, string>>(new Map())

/** Returns the name of a scenario's company, or its id until the names are known. */
export const companyNameOf = ({ company }: PlayableScenario): string => companyNames.value.get(company) ?? company

export const loadError = signal<string | undefined>(undefined)

/** The filters. An empty one matches everything. */
export const filters = { text: signal(""), status: signal(""), method: signal(""), market: signal("") } as const

/** The families of login methods. A method's variants differ only in pace and device. */
export const familyNames: Readonly<Record<string, string>> = {
  password: "Username and password",
  email: "Email address",
  "pdf-upload": "PDF upload",
  "security-token": "Security token",
  "client-side": "Electronic ID, client-side",
  "swedish-eid": "Electronic ID",
  "smart-id": "Smart-ID",
  "mobile-id": "Mobile-ID",
  eparaksts: "eParaksts",
  page: "Page of the company or bank"
}

const familyOf = (method: string): string => methods[method]?.family ?? "page"

/** What distinguishes a method from others of its family. */
const variants = [
  [/_SAME_DEVICE/, "same device"],
  [/_OTHER_DEVICE/, "other device"],
  [/_ANY_DEVICE/, "any device"],
  [/_TEST$/, "with realistic delays"],
  [/_MOCK$/, "without delays"]
] as const

/** Returns a login method's name in words, for example "Electronic ID, any device, without delays". */
export const methodNameOf = (method: string): string => {
  const family = familyOf(method)
  return [familyNames[family] ?? family, ...variants.flatMap(([end, words]) => (end.test(method) ? [words] : []))].join(
    ", "
  )
}

const familiesOf = ({ loginMethods }: PlayableScenario): ReadonlySet<string> =>
  new Set(loginMethods.length === 0 ? ["page"] : loginMethods.map(familyOf))

const marketOf = ({ company }: PlayableScenario): string => company.slice(0, 2)

/** Returns the text that searches look in. */
const textIn = (scenario: PlayableScenario): string => {
  const { company, description, loginMethods, visits } = scenario
  const methods = [...familiesOf(scenario)].map((family) => familyNames[family] ?? family)
  return [
    scenario.scenario,
    titleOf(scenario.scenario),
    description,
    company,
    companyNameOf(scenario),
    ...visits,
    ...loginMethods,
    ...methods
  ].join(" ")
}

const isShown = (scenario: PlayableScenario): boolean => {
  const { market, method, status, text } = filters
  return (
    matches(textIn(scenario), text.value) &&
    (status.value === "" ||
      scenario.finalStatus === status.value ||
      scenario.visits.some((each) => each === status.value)) &&
    (method.value === "" || [...familiesOf(scenario)].some((family) => family === method.value)) &&
    (market.value === "" || marketOf(scenario) === market.value)
  )
}

export const visibleScenarios = computed(() => allScenarios.value.filter(isShown))

/** Returns the heading under which the list shows a scenario. */
const headingOf = (scenario: PlayableScenario): string => {
  if (scenario.kind === "CONSENT") return "Bank consents"
  const [family = "page"] = familiesOf(scenario)
  return familyNames[family] ?? family
}

/** The visible scenarios under their headings, in the order of the catalog. */
export const visibleGroups = computed(() => [...Map.groupBy(visibleScenarios.value, headingOf)])

const distinct = (values: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(values)].toSorted()

/** The values that each filter offers. */
export const filterOptions = computed(() => ({
  status: distinct(allScenarios.value.flatMap(({ visits }) => visits)),
  method: distinct(allScenarios.value.flatMap((scenario) => [...familiesOf(scenario)])),
  market: distinct(allScenarios.value.map(marketOf))
}))

/**
 * The login method that a run starts with: if possible, one that shows both a code to scan and a link to the app.
 * Absent if the person authorizes a consent on the bank's page.
 */
export const defaultMethod = ({ loginMethods }: PlayableScenario): LoginMethod | undefined =>
  loginMethods.find((method) => method.endsWith("_ANY_DEVICE")) ?? loginMethods[0]

const loginParameters = new Set(Object.values(methods).flatMap(({ parameter }) => parameter ?? []))

/** Returns the parameters for a login method: the parameters for its family, and the parameters for all methods. */
export const parametersFor = ({ parameters }: PlayableScenario, method = ""): PlayableScenario["parameters"] => {
  const wanted = methods[method]?.parameter
  return parameters.filter(({ type }) => type === wanted || !loginParameters.has(type))
}

const names: Readonly<Record<string, string>> = {
  username: "username",
  password: "password",
  email: "address",
  personalNumber: "personal number",
  personalCode: "personal code",
  phoneNumber: "phone number"
}

/** The credentials that select the scenario, as a person would enter them. */
export const credentialsOf = (scenario: PlayableScenario, method?: string): ReadonlyArray<readonly [string, string]> =>
  parametersFor(scenario, method).flatMap((parameter) =>
    Object.entries(parameter).flatMap(([member, value]) => {
      const name = names[member]
      return name === undefined || typeof value !== "string" ? [] : [[name, value] as const]
    })
  )

export const loadScenarios = async (): Promise<void> => {
  const sandbox = makeSandbox()
  try {
    const [collections, consents, companies] = await Promise.all([
      sandbox.scenarios(),
      sandbox.consentScenarios(),
      makeClient().companies.availability()
    ])
    companyNames.value = new Map(companies.map(({ company, companyDisplayName }) => [company, companyDisplayName]))
    allScenarios.value = [
      ...collections.map((scenario) => ({ kind: "COLLECTION" as const, ...scenario })),
      ...consents.map((scenario) => ({ kind: "CONSENT" as const, ...scenario }))
    ]
  } catch (error) {
    loadError.value = errorTextOf(error)
  }
}
