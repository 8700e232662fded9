/** The scenarios of collections and consents, as one list with filters. */
import { computed, signal } from "@preact/signals"
import type { ConsentScenario, LoginMethod, Scenario } from "@sheaf/client"
import { matches } from "../../texts/Search.ts"
import { makeClient, errorTextOf } from "./SandboxClient.ts"

/** A scenario of either kind. */
export type PlayableScenario =
  | ({ readonly kind: "COLLECTION" } & Scenario)
  | ({ readonly kind: "CONSENT" } & ConsentScenario)

export const allScenarios = signal<ReadonlyArray<PlayableScenario>>([])
export const failure = signal<string | undefined>(undefined)

/** The filters. An empty string matches every scenario. */
export const filters = { text: signal(""), status: signal(""), method: signal(""), market: signal("") } as const

/** The families of login methods. The variants of a method differ only in their pace and their device. */
const families = {
  USERNAME_AND_PASSWORD: "Username and password",
  EMAIL: "Email address",
  PDF_UPLOAD: "PDF upload",
  SWEDISH_SECURITY_TOKEN: "Security token",
  CLIENT_SIDE: "Electronic ID, client-side",
  SWEDISH_MOBILE_EID: "Electronic ID",
  SMART_ID: "Smart-ID",
  MOBILE_ID: "Mobile-ID",
  PAGE: "Page of the company or bank"
} as const

export type MethodFamily = keyof typeof families

export const familyNames: Readonly<Record<string, string>> = families

const plainFamilies = ["USERNAME_AND_PASSWORD", "EMAIL", "PDF_UPLOAD", "SWEDISH_SECURITY_TOKEN"] as const

const familyOf = (method: string): MethodFamily => {
  if (method.includes("CLIENT_SIDE")) return "CLIENT_SIDE"
  if (method.startsWith("SWEDISH_MOBILE_EID")) return "SWEDISH_MOBILE_EID"
  const [withVariants] = (["SMART_ID", "MOBILE_ID"] as const).filter((family) => method.startsWith(family))
  if (withVariants !== undefined) return withVariants
  return plainFamilies.find((family) => family === method) ?? "PAGE"
}

const familiesOf = ({ loginMethods }: PlayableScenario): ReadonlySet<MethodFamily> =>
  new Set(loginMethods.length === 0 ? ["PAGE"] : loginMethods.map(familyOf))

const marketOf = ({ company }: PlayableScenario): string => company.slice(0, 2)

/** Returns the text that the search matches. */
const textIn = (scenario: PlayableScenario): string => {
  const { company, description, loginMethods, visits } = scenario
  const methods = [...familiesOf(scenario)].map((family) => families[family])
  return [scenario.scenario, description, company, ...visits, ...loginMethods, ...methods].join(" ")
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

const distinct = (values: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(values)].toSorted()

/** The values that each filter offers. */
export const filterOptions = computed(() => ({
  status: distinct(allScenarios.value.flatMap(({ visits }) => visits)),
  method: distinct(allScenarios.value.flatMap((scenario) => [...familiesOf(scenario)])),
  market: distinct(allScenarios.value.map(marketOf))
}))

/**
 * The login method with which a run begins: electronic IDs show both the code and the way to the app. Absent if the person
 * authorizes a consent on the bank's page.
 */
export const defaultMethod = ({ loginMethods }: PlayableScenario): LoginMethod | undefined =>
  loginMethods.find((method) => method.endsWith("_ANY_DEVICE")) ?? loginMethods[0]

const parameterTypes: Readonly<Record<MethodFamily, string>> = {
  USERNAME_AND_PASSWORD: "USERNAME_PASSWORD",
  EMAIL: "EMAIL",
  PDF_UPLOAD: "PDF_DOCUMENT",
  SWEDISH_SECURITY_TOKEN: "SWEDISH_EID",
  CLIENT_SIDE: "SWEDISH_EID",
  SWEDISH_MOBILE_EID: "SWEDISH_EID",
  SMART_ID: "SMART_ID",
  MOBILE_ID: "MOBILE_ID",
  PAGE: ""
}

/** Returns the parameters for a login method: those of its family, and those that are not specific to a family. */
export const parametersFor = ({ parameters }: PlayableScenario, method = ""): PlayableScenario["parameters"] => {
  const wanted = parameterTypes[familyOf(method)]
  const specific = Object.values(parameterTypes)
  return parameters.filter(({ type }) => type === wanted || !specific.includes(type))
}

const names: Readonly<Record<string, string>> = {
  username: "username",
  password: "password",
  email: "address",
  personalNumber: "personal number",
  personalCode: "personal code",
  phoneNumber: "phone number"
}

/** The credentials that select the scenario, as a person enters them. */
export const credentialsOf = (scenario: PlayableScenario, method?: string): ReadonlyArray<readonly [string, string]> =>
  parametersFor(scenario, method).flatMap((parameter) =>
    Object.entries(parameter).flatMap(([member, value]) => {
      const name = names[member]
      return name === undefined || typeof value !== "string" ? [] : [[name, value] as const]
    })
  )

export const loadScenarios = async (): Promise<void> => {
  const { sandbox } = makeClient()
  try {
    const [collections, consents] = await Promise.all([sandbox.scenarios(), sandbox.consentScenarios()])
    allScenarios.value = [
      ...collections.map((scenario) => ({ kind: "COLLECTION" as const, ...scenario })),
      ...consents.map((scenario) => ({ kind: "CONSENT" as const, ...scenario }))
    ]
  } catch (error) {
    failure.value = errorTextOf(error)
  }
}
