/** The scenarios for collections and for consents in a single list that can be filtered. */
import { computed, signal } from "@preact/signals"
import type { LoginMethod } from "@sheaf/client"
import { methods } from "virtual:logins"
import { familyNames, familyOf } from "@sheaf/web/texts/MethodNames"
import { matches } from "@sheaf/web/texts/Search"
import { familyOfMost, titleOf, titleWithin } from "./ScenarioTitles.ts"
import { detailFileOf, listFileOf } from "../../contract/ConsoleFiles.ts"
import type { ListedScenario, PlayableScenario } from "./PlayableScenario.ts"
import { errorTextOf, readFile, revision } from "./ServiceClient.ts"

export const allScenarios = signal<ReadonlyArray<ListedScenario>>([])

/** The scenarios that the reader has chosen, by name. */
export const chosenScenarios = signal<ReadonlyMap<string, PlayableScenario>>(new Map())

export const loadError = signal<string | undefined>(undefined)

/** An empty filter matches everything. */
export const filters = { text: signal(""), status: signal(""), method: signal(""), market: signal("") } as const

const familiesOf = ({ loginMethods }: Pick<ListedScenario, "loginMethods">): ReadonlySet<string> =>
  new Set(loginMethods.length === 0 ? ["page"] : loginMethods.map(familyOf))

const marketOf = ({ company }: Pick<ListedScenario, "company">): string => company.slice(0, 2)

const textIn = (scenario: ListedScenario): string => {
  const { company, companyName, description, loginMethods, visits } = scenario
  const methods = [...familiesOf(scenario)].map((family) => familyNames[family] ?? family)
  return [
    scenario.scenario,
    titleOf(scenario.scenario),
    description,
    company,
    companyName,
    ...visits,
    ...loginMethods,
    ...methods
  ].join(" ")
}

const isShown = (scenario: ListedScenario): boolean => {
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

const headingOf = (scenario: ListedScenario): string => {
  if (scenario.kind === "CONSENT") return "Bank consents"
  const [family = "page"] = familiesOf(scenario)
  return familyNames[family] ?? family
}

/** Returns the login method of a consent, unless its title says that it is given on the bank's page. */
export const methodInList = (scenario: ListedScenario): ReadonlyArray<string> => {
  const [family = "page"] = familiesOf(scenario)
  return scenario.kind === "COLLECTION" || family === "page" ? [] : [familyNames[family] ?? family]
}

export const visibleGroups = computed(() => [...Map.groupBy(visibleScenarios.value, headingOf)])

const families = computed(
  () =>
    new Map(
      [...Map.groupBy(allScenarios.value, headingOf)].map(([heading, own]) => [
        heading,
        familyOfMost(own.map(({ scenario }) => scenario))
      ])
    )
)

/**
 * Returns the title that a scenario has in the list, below its group's heading. The title does not depend on the
 * filters.
 */
export const titleInGroup = (scenario: ListedScenario): string =>
  titleWithin(families.value.get(headingOf(scenario)) ?? "", scenario.scenario)

const distinct = (values: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(values)].toSorted()

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

/** Requests the bank's pages in the browser's language, as Connect does, unless the scenario requests another. */
const withLocale = (parameter: PlayableScenario["parameters"][number], market: string): typeof parameter => {
  const [language] = /^[a-z]{2}(?![a-z])/.exec(navigator.language) ?? []
  return parameter.type === "PSD2_AIS_CONSENT" && language !== undefined
    ? { psuLocale: `${language}-${market}`, ...parameter }
    : parameter
}

/** Returns the parameters that a login method takes, including those that do not depend on the method. */
export const parametersFor = (scenario: PlayableScenario, method = ""): PlayableScenario["parameters"] => {
  const wanted = methods[method]?.parameter
  return scenario.parameters
    .filter(({ type }) => type === wanted || !loginParameters.has(type))
    .map((parameter) => withLocale(parameter, marketOf(scenario)))
}

const names: Readonly<Record<string, string>> = {
  username: "username",
  password: "password",
  email: "address",
  personalNumber: "personal number",
  personalCode: "personal code",
  phoneNumber: "phone number"
}

export const credentialsOf = (scenario: PlayableScenario, method?: string): ReadonlyArray<readonly [string, string]> =>
  parametersFor(scenario, method).flatMap((parameter) =>
    Object.entries(parameter).flatMap(([member, value]) => {
      const name = names[member]
      return name === undefined || typeof value !== "string" ? [] : [[name, value] as const]
    })
  )

export const loadScenarios = async (): Promise<void> => {
  try {
    allScenarios.value = await readFile<ReadonlyArray<ListedScenario>>(listFileOf(revision))
  } catch (error) {
    loadError.value = errorTextOf(error)
  }
}

/** Loads the details of a scenario in the list. Does nothing for other names. */
export const loadDetails = async (name: string): Promise<void> => {
  if (chosenScenarios.peek().has(name) || !allScenarios.value.some(({ scenario }) => scenario === name)) return
  try {
    const details = await readFile<PlayableScenario>(detailFileOf(revision, name))
    chosenScenarios.value = new Map([...chosenScenarios.peek(), [name, details]])
  } catch (error) {
    loadError.value = errorTextOf(error)
  }
}
