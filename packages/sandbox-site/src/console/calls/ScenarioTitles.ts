/** Readable titles for scenarios, derived from the scenarios' names. */

/** Name prefixes and their titles. If one prefix begins with another, the longer one comes first. */
const families: ReadonlyArray<readonly [prefix: string, title: string]> = [
  ["consent-electronic-id", "Consent with electronic ID"],
  ["consent-page", "Consent on the bank's page"],
  ["consent", "Bank consent"],
  ["electronic-id", "Electronic ID"],
  ["baltic-id", "Smart-ID or Mobile-ID"],
  ["client-side", "Client-side login"],
  ["security-token", "Security token"],
  ["two-factor", "Two-factor login"],
  ["step-up", "Step-up"],
  ["contact-form", "Contact form"],
  ["collection-input", "Further input"],
  ["customer-enrollment", "Enrollment"],
  ["login-method", "Login method"],
  ["account-temporarily-locked", "Account locked"],
  ["connector", "Connector"],
  ["company", "Company"],
  ["pdf", "PDF upload"],
  ["page", "Page of the company"],
  ["accounts", "Bank accounts"],
  ["completed", "Completed"]
]

const countries: Readonly<Record<string, string>> = {
  ee: "Estonia",
  fr: "France",
  lt: "Lithuania",
  lv: "Latvia"
}

/** How titles spell words that need a hyphen, capital letters or quotation marks. */
const spellings: ReadonlyArray<readonly [RegExp, string]> = [
  [/\bkyc\b/, "KYC"],
  [/\bpdf\b/, "PDF"],
  [/\bstet\b/, "STET"],
  [/\belectronic id\b/, "electronic ID"],
  [/\btwo factor\b/, "two-factor"],
  [/\bpress (sign|cancel|expire)\b/, 'press "$1"']
]

const spelled = (text: string): string =>
  spellings.reduce((result, [pattern, spelling]) => result.replace(pattern, spelling), text.replaceAll("-", " "))

const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

interface Parts {
  /** The title of the family, or an empty string. */
  readonly family: string
  /** The rest of the name, which distinguishes the scenario from others in its family. */
  readonly rest: string
  /** A comma and the country, or an empty string. */
  readonly country: string
}

const partsOf = (scenario: string): Parts => {
  const [, stem = scenario, market = ""] = /^(.*?)(?:-(ee|fr|lt|lv))?$/.exec(scenario) ?? []
  const [prefix, family] = families.find(([prefix]) => stem === prefix || stem.startsWith(`${prefix}-`)) ?? ["", ""]
  const rest = spelled(stem.slice(prefix === "" ? 0 : prefix.length + 1))
  return { family, rest, country: market === "" ? "" : `, ${countries[market]}` }
}

/** Names of the scenarios that the welcome page offers. */
const firstRuns: Readonly<Record<string, string>> = {
  completed: "First collection",
  "two-factor": "Two-factor login",
  "electronic-id-press-sign": "Login with electronic ID",
  "consent-press-sign": "First bank consent"
}

/** Returns a scenario's title. For example, `two-factor-choice` is `Two-factor login: choice`. */
export const titleOf = (scenario: string): string => {
  const { country, family, rest } = partsOf(scenario)
  const derived = family === "" ? capitalized(rest) : rest === "" ? family : `${family}: ${rest}`
  return firstRuns[scenario] ?? derived + country
}

/** Returns the family that more than half of the scenarios belong to, or an empty string. */
export const familyOfMost = (scenarios: ReadonlyArray<string>): string =>
  [...Map.groupBy(scenarios, (scenario) => partsOf(scenario).family)].find(
    ([, own]) => own.length > scenarios.length / 2
  )?.[0] ?? ""

/**
 * Returns a scenario's title without the family's name, because in some lists nearly every title would begin with that
 * name. Scenarios of other families keep their whole title.
 */
export const titleWithin = (family: string, scenario: string): string => {
  const parts = partsOf(scenario)
  const isWithin = parts.family === family && parts.rest !== "" && firstRuns[scenario] === undefined
  return isWithin ? `${capitalized(parts.rest)}${parts.country}` : titleOf(scenario)
}
