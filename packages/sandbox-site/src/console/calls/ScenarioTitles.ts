/** Readable titles for scenarios, made from the names by which programs select them. */

/** Prefixes of names, with their titles. If a prefix begins with another, the longer one comes first. */
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

/** Words that are spelled with a hyphen or capital letters. */
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
  /** The title of the family, or an empty text. */
  readonly family: string
  /** What sets it apart from others of its family. */
  readonly rest: string
  /** The country, after a comma. */
  readonly country: string
}

const partsOf = (scenario: string): Parts => {
  const [, stem = scenario, market = ""] = /^(.*?)(?:-(ee|fr|lt|lv))?$/.exec(scenario) ?? []
  const [prefix, family] = families.find(([prefix]) => stem === prefix || stem.startsWith(`${prefix}-`)) ?? ["", ""]
  const rest = spelled(stem.slice(prefix === "" ? 0 : prefix.length + 1))
  return { family, rest, country: market === "" ? "" : `, ${countries[market]}` }
}

/** Returns a scenario's title. For example, `two-factor-choice` is `Two-factor login: choice`. */
export const titleOf = (scenario: string): string => {
  const { country, family, rest } = partsOf(scenario)
  return `${family === "" ? capitalized(rest) : rest === "" ? family : `${family}: ${rest}`}${country}`
}

/** Returns the family to which most scenarios of a list belong, or an empty text. */
export const familyOfMost = (scenarios: ReadonlyArray<string>): string =>
  [...Map.groupBy(scenarios, (scenario) => partsOf(scenario).family)].find(
    ([, own]) => own.length > scenarios.length / 2
  )?.[0] ?? ""

/** Returns a scenario's title in a list of mostly this family, whose name would otherwise begin nearly every title. */
export const titleWithin = (family: string, scenario: string): string => {
  const parts = partsOf(scenario)
  return parts.family === family && parts.rest !== "" ? `${capitalized(parts.rest)}${parts.country}` : titleOf(scenario)
}
