/** Builds the requests that start a collection or consent, and finds the form field that an error belongs to. */
import { SheafProblem } from "@sheaf/client/connect"
import type { ConnectPageSession } from "@sheaf/client/connect"
import type { FieldErrors } from "../components/Form.tsx"
import { language, t } from "../texts/Texts.ts"
import { errorTextOf, isCountry } from "./models/Inputs.ts"
import type { Company, LoginMethod, StartParameter, Product } from "./models/Models.ts"
import type { AcceptedTerms } from "./screens/BankScreen.tsx"
import type { EnteredValues } from "./screens/DetailsScreen.tsx"
import { inputNameOf } from "./StatusScreen.ts"

const proposedDays = 90

const day = 86_400_000

const dayAt = (time: number): string => new Date(time).toISOString().slice(0, 10)

/**
 * Returns the end dates that a person can choose for a consent. `limit` is the latest date that the client asks for.
 */
export const validityDayRange = (now: number, maxDays: number, limit?: string) => {
  const first = dayAt(now + day)
  const longest = dayAt(now + maxDays * day)
  const last = limit !== undefined && limit >= first && limit < longest ? limit : longest
  const usual = dayAt(now + proposedDays * day)
  return {
    first,
    proposed: usual < last ? usual : last,
    last,
    count: Math.round((Date.parse(last) - Date.parse(dayAt(now))) / day)
  }
}

/** True if a collection from the company reads bank accounts; the person must then accept terms first. */
export const requiresTerms = ({ products }: Company, asked: ReadonlyArray<Product> | undefined): boolean =>
  products.includes("PSD2_AIS") && (products.length === 1 || asked?.includes("PSD2_AIS") === true)

/** True if the person grants a stored consent. Monitors of accounts require one. */
export const givesConsent = (
  session: Pick<ConnectPageSession, "products" | "purpose"> | undefined,
  { accounts }: Pick<Company, "accounts">
): boolean =>
  session?.purpose === "CONSENT" ||
  (session?.purpose === "MONITOR" &&
    accounts?.storedConsents === true &&
    (session.products?.includes("PSD2_AIS") ?? true))

export const asksForBanks = (session: Pick<ConnectPageSession, "products" | "purpose"> | undefined): boolean =>
  session?.purpose === "CONSENT" || (session?.products?.length === 1 && session.products[0] === "PSD2_AIS")

/** True if the bank has no page, so the person authorizes the stored consent in an app. */
export const authorizesInApp = (
  session: Pick<ConnectPageSession, "products" | "purpose"> | undefined,
  company: Pick<Company, "accounts">
): boolean => givesConsent(session, company) && company.accounts?.page === false

const contentOf = async (file: File): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ""
  // Passing all bytes in one call would exceed the maximum number of arguments.
  for (let start = 0; start < bytes.length; start += 32_768) {
    text += String.fromCodePoint(...bytes.subarray(start, start + 32_768))
  }
  return btoa(text)
}

const membersOf = async (field: LoginMethod["fields"][number], entered: EnteredValues) => {
  const { country, file } = entered
  if (field === "file") return file === undefined ? {} : { fileName: file.name, content: await contentOf(file) }
  if (field === "country") return isCountry(country) ? { country } : {}
  return { [field]: entered[field] ?? "" }
}

const credentials = async ({ fields, parameter }: LoginMethod, entered: EnteredValues) => {
  if (parameter === undefined) return []
  const members: object = Object.assign({}, ...(await Promise.all(fields.map((field) => membersOf(field, entered)))))
  return [{ type: parameter, ...members } as StartParameter]
}

const consentRequestOf = ({ market }: Pick<Company, "market">, terms: AcceptedTerms): StartParameter => ({
  type: "PSD2_AIS_CONSENT",
  ...terms,
  psuLocale: `${language.value}-${market}`
})

/**
 * Returns the parameters of the request. Without a filter, a request with a consent covers only accounts. If the
 * company also has other products, adds a filter that requests all of its products.
 */
export const parametersOf = async (
  company: Pick<Company, "market" | "products">,
  method: LoginMethod,
  entered: EnteredValues,
  terms: AcceptedTerms | undefined
): Promise<ReadonlyArray<StartParameter>> => [
  ...(await credentials(method, entered)),
  ...(terms === undefined ? [] : [consentRequestOf(company, terms)]),
  ...(terms === undefined || company.products.length === 1
    ? []
    : [{ type: "COLLECTION_FILTER" as const, products: company.products }])
]

export interface EnteredLogin {
  readonly method: LoginMethod
  readonly entered: EnteredValues
}

export const storedConsentOf = async (bank: Company, terms: AcceptedTerms, login: EnteredLogin | undefined) => ({
  company: bank.company,
  ...(login !== undefined && { loginMethod: login.method.loginMethod }),
  parameters: [
    consentRequestOf(bank, terms),
    ...(login === undefined ? [] : await credentials(login.method, login.entered))
  ]
})

const starts = ["details", "terms"]

/** Finds the input for an error pointer such as `/parameters/0/email` or `/inputs/EMAIL`. */
const inputAt = (pointer: string): string | undefined => {
  const name = pointer.split("/").at(-1) ?? ""
  return inputNameOf(name) ?? (name === "value" ? "code" : name)
}

/**
 * Maps the errors of a refused request to inputs. `names` lists the inputs on the screen; errors that match none of
 * them go under `form`.
 */
export const fieldErrorsOf = (
  error: unknown,
  form: string,
  names: ReadonlyArray<string>,
  company: string
): FieldErrors => {
  if (!(error instanceof SheafProblem) || error.status >= 500) return { [form]: t("error.failed") }
  if (error.status === 429) return { [form]: t("error.busy") }
  const found = error.violations.flatMap(({ pointer }) => {
    const name = inputAt(pointer)
    const shown = name === "code" ? names.find((each) => each === "code" || each === "digits") : name
    return shown !== undefined && names.includes(shown)
      ? [[shown, errorTextOf(shown) ?? t("error.rejected", { company })]]
      : []
  })
  return found.length === 0
    ? { [form]: t(starts.includes(form) ? "error.start" : "error.failed") }
    : Object.fromEntries(found)
}
