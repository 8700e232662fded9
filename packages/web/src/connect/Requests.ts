/** The requests that start a collection or a consent, and the errors that the service reports about them. */
import { SheafProblem } from "@sheaf/client/connect"
import type { ConnectPageSession } from "@sheaf/client/connect"
import type { FieldErrors } from "../components/Form.tsx"
import { language, t } from "../texts/Texts.ts"
import { errorTextOf, isCountry } from "./models/Inputs.ts"
import type { Company, LoginMethod, StartParameter, Product } from "./models/Models.ts"
import type { AcceptedTerms } from "./screens/BankScreen.tsx"
import type { EnteredValues } from "./screens/DetailsScreen.tsx"
import { inputNameOf } from "./StatusScreen.ts"

/** The longest consent by default, and the consent that the page proposes, in days. */
const proposedDays = 90

const day = 86_400_000

/** Returns a day as `YYYY-MM-DD` (UTC). */
const dayAt = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** Returns the days that a person can choose for a consent. `limit` is the last day that the client asks for. */
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

/** Returns true if a collection from the company reads bank accounts, so that the person must accept terms first. */
export const requiresTerms = ({ products }: Company, asked: ReadonlyArray<Product> | undefined): boolean =>
  products.includes("PSD2_AIS") && (products.length === 1 || asked?.includes("PSD2_AIS") === true)

/** Returns true if the person gives a stored consent at the company, as a monitor of accounts requires. */
export const givesConsent = (
  session: Pick<ConnectPageSession, "products" | "purpose"> | undefined,
  { accounts }: Pick<Company, "accounts">
): boolean =>
  session?.purpose === "CONSENT" ||
  (session?.purpose === "MONITOR" &&
    accounts?.storedConsents === true &&
    (session.products?.includes("PSD2_AIS") ?? true))

/** Returns true if the session is about bank accounts only, so that all companies are banks. */
export const asksForBanks = (session: Pick<ConnectPageSession, "products" | "purpose"> | undefined): boolean =>
  session?.purpose === "CONSENT" || (session?.products?.length === 1 && session.products[0] === "PSD2_AIS")

/** Returns true if the bank has no page, so that the person authorizes the stored consent in an app. */
export const authorizesInApp = (
  session: Pick<ConnectPageSession, "products" | "purpose"> | undefined,
  company: Pick<Company, "accounts">
): boolean => givesConsent(session, company) && company.accounts?.page === false

/** Reads a file as base64. */
const contentOf = async (file: File): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ""
  // One call with all bytes would exceed the limit on arguments.
  for (let start = 0; start < bytes.length; start += 32_768) {
    text += String.fromCodePoint(...bytes.subarray(start, start + 32_768))
  }
  return btoa(text)
}

/** Returns the members of a parameter that an input becomes. */
const membersOf = async (field: LoginMethod["fields"][number], entered: EnteredValues) => {
  const { country, file } = entered
  if (field === "file") return file === undefined ? {} : { fileName: file.name, content: await contentOf(file) }
  if (field === "country") return isCountry(country) ? { country } : {}
  return { [field]: entered[field] ?? "" }
}

const credentials = async ({ fields, parameter }: LoginMethod, entered: EnteredValues) => {
  if (parameter === undefined) return []
  const members: object = Object.assign({}, ...(await Promise.all(fields.map((field) => membersOf(field, entered)))))
  // The service says which members the type has.
  return [{ type: parameter, ...members } as StartParameter]
}

/** Returns the consent that a person asks the bank for. The bank shows its page in the language of this page. */
const consentRequestOf = ({ market }: Pick<Company, "market">, terms: AcceptedTerms): StartParameter => ({
  type: "PSD2_AIS_CONSENT",
  ...terms,
  psuLocale: `${language.value}-${market}`
})

/** Returns the parameters of a start request. A consent covers only accounts, so a filter adds the other products. */
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

/** How the person logs in with an electronic ID, and what they entered for it. */
export interface EnteredLogin {
  readonly method: LoginMethod
  readonly entered: EnteredValues
}

/** Returns the request for a stored consent. */
export const storedConsentOf = async (bank: Company, terms: AcceptedTerms, login: EnteredLogin | undefined) => ({
  company: bank.company,
  ...(login !== undefined && { loginMethod: login.method.loginMethod }),
  parameters: [
    consentRequestOf(bank, terms),
    ...(login === undefined ? [] : await credentials(login.method, login.entered))
  ]
})

/** The forms that start a collection or a consent. */
const starts = ["details", "terms"]

/** The name of the page's input for a pointer such as `/parameters/0/email` or `/inputs/EMAIL`. */
const inputAt = (pointer: string): string | undefined => {
  const name = pointer.split("/").at(-1) ?? ""
  return inputNameOf(name) ?? (name === "value" ? "code" : name)
}

/**
 * Returns the errors to show for a refused request, by input. `form` collects the errors that concern no input, and
 * `names` lists the inputs on the screen.
 */
export const fieldErrorsOf = (
  error: unknown,
  form: string,
  names: ReadonlyArray<string>,
  company: string
): FieldErrors => {
  // The person can do nothing about a fault of the service.
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
