/**
 * A bank's deviations from its protocol, as data (docs/banks.md). Operators share profiles, so even a malicious one
 * must be harmless: it can neither name a host nor set the header fields that authenticate Sheaf or the person.
 */
import { defaultPerDay } from "@sheaf/domain/UnattendedReadings"
import { Schema } from "effect"
import { hasPlainSegments, isFreeHeader, isOwnParameter, isOwnTokenParameter } from "./ProfileLimits.ts"

/**
 * How people authorize a consent: on the bank's page (REDIRECT), on its authorization server's page (OAUTH) or in its
 * app (DECOUPLED).
 */
export const ScaApproach = Schema.Literals(["REDIRECT", "OAUTH", "DECOUPLED"])
export type ScaApproach = typeof ScaApproach.Type

const described = <S extends Schema.Top>(schema: S, description: string) =>
  schema.pipe(Schema.annotateKey({ description }))

const optional = <S extends Schema.Top>(schema: S, description: string) =>
  described(Schema.optionalKey(schema), description)

const nonEmpty = <S extends Schema.Top>(item: S) => Schema.Array(item).check(Schema.isMinLength(1))

const matching = (pattern: RegExp, message: string) => Schema.String.check(Schema.isPattern(pattern, { message }))

/** The placeholders that profile values can contain, in braces. Sheaf fills them in for each call. */
export const placeholders = ["clientId", "consentId", "market", "requestId"] as const
export type Placeholder = (typeof placeholders)[number]

const isTemplate = (text: string): boolean =>
  !/[{}]/.test(text.replace(new RegExp(`\\{(?:${placeholders.join("|")})\\}`, "g"), ""))

const template = Schema.String.check(
  Schema.isPattern(/^[ -~]{1,500}$/u, { message: "expected 1 to 500 visible ASCII characters" }),
  Schema.makeFilter(isTemplate, {
    message: `expected no braces other than ${placeholders.map((name) => `{${name}}`).join(", ")}`
  })
)

const issuesOfHeaders = (headers: Readonly<Record<string, string>>) =>
  Object.keys(headers).flatMap((name) => {
    if (!/^[A-Za-z0-9-]{1,100}$/.test(name)) return [{ path: [name], issue: "is not the name of a header" }]
    return isFreeHeader(name.toLowerCase()) ? [] : [{ path: [name], issue: "is set by Sheaf alone" }]
  })

const headers = Schema.Record(Schema.String, template).check(Schema.makeFilter(issuesOfHeaders))

/** A path below the bank's URL, without empty or relative segments. */
const pathPrefix = matching(
  /^(?:(?!\.{1,2}(?:\/|$))[A-Za-z0-9._~-]+(?:\/(?!\.{1,2}(?:\/|$))[A-Za-z0-9._~-]+)*)?$/,
  "expected a path without a leading or trailing slash, such as v5 or psd2/v2"
)

/** An https URL whose host is named in the bank's entry in the configuration, or a path below the entry's `url`. */
const endpoint = matching(
  /^(?:https?:\/\/[^\s/?#@\\]+)?\/(?!\/)[^\s?#@\\]*$/,
  "expected an https URL without query, or a path below the bank's URL that begins with a slash"
).check(Schema.makeFilter(hasPlainSegments, { message: "expected a path without the segments . and .." }))

const parameters = Schema.Record(Schema.String, template).check(
  Schema.makeFilter((given) =>
    Object.keys(given).flatMap((name) =>
      isOwnParameter(name) ? [{ path: [name], issue: "is set by Sheaf alone" }] : []
    )
  )
)

const tokenParameters = Schema.Record(Schema.String, template).check(
  Schema.makeFilter((given) =>
    Object.keys(given).flatMap((name) =>
      isOwnTokenParameter(name) ? [{ path: [name], issue: "is set by Sheaf alone" }] : []
    )
  )
)

/** How Sheaf authenticates at the token endpoint (RFC 7523, RFC 8705, RFC 6749 §2.3.1). */
export const ClientAuthenticationMethod = Schema.Literals([
  "tls_client_auth",
  "private_key_jwt",
  "client_secret_basic",
  "client_secret_post"
])

export const Authentication = Schema.Struct({
  before: optional(
    Schema.Literal("CONSENT"),
    "`CONSENT`: people log in on the authorization server's page before the bank creates a consent, which the approach then " +
      "authorizes. The token goes with every call about the consent. Without `personScope`, the login has no scope."
  ),
  grant: optional(
    Schema.Literals(["authorization_code", "client_credentials"]),
    "`client_credentials`: Sheaf gets a token of its own, which goes with every call until a person's token exists."
  ),
  method: optional(
    ClientAuthenticationMethod,
    "How Sheaf authenticates at the token endpoint. By default `client_secret_basic` with `clientSecretFile`, otherwise " +
      "`tls_client_auth`."
  ),
  clientId: optional(matching(/^[ -~]{1,200}$/u, "expected 1 to 200 visible ASCII characters"), "Sheaf's client id."),
  clientSecretFile: optional(
    Schema.NonEmptyString,
    "File with the client secret. Only in the file that the bank's entry names."
  ),
  scope: optional(template, "Scope of the token that `grant` issues."),
  tokenUrl: optional(endpoint, "Token endpoint, below `url` or at one of `redirectHosts` of the bank's entry."),
  authorizationUrl: optional(
    endpoint,
    "Page for the person, for banks without metadata (RFC 8414). At the same places as `tokenUrl`."
  ),
  authorizationLinksUrl: optional(
    endpoint,
    "Resource that names the person's page in `url`, or in `url` of the first entry of a list, for banks whose page has no " +
      "fixed address. Instead of `authorizationUrl`, and at the same places. The `query` of the profile goes with it."
  ),
  personScope: optional(
    template,
    "Scope of a person's token. `AIS:{consentId}` by default, but no scope for a login before the consent."
  ),
  parameters: optional(parameters, "Further parameters of the person's authorization page."),
  tokenParameters: optional(tokenParameters, "Further parameters of token requests."),
  tokenFormat: optional(Schema.Literals(["FORM", "JSON"]), "Format of token requests. `FORM` (RFC 6749) by default.")
}).check(
  Schema.makeFilter(({ before, personScope }) =>
    before !== undefined && personScope?.includes("{consentId}") === true
      ? { path: ["personScope"], issue: "names a consent, but people log in before one exists" }
      : undefined
  )
)

export const Signature = Schema.Struct({
  isRequired: optional(Schema.Boolean, "True if the bank rejects requests without a signature."),
  headers: optional(
    nonEmpty(matching(/^(?:\(request-target\)|[a-z0-9-]{1,100})$/, "expected a header name in lower case")),
    "Headers that the signature covers, in this order, if the request has them."
  ),
  keyId: optional(
    Schema.Literals(["CERTIFICATE", "URL"]),
    "`CERTIFICATE` (default): serial number and issuer. `URL`: the address of the certificate, `seal.url` of the entry."
  )
})

const paths = (description: string) =>
  optional(
    nonEmpty(matching(/^[A-Za-z0-9_]+(?:\.[A-Za-z0-9_]+)*$/, "expected member names, separated by dots")),
    description
  )

const Fields = Schema.Struct({
  payee: paths("Members with the name of the other party, in order of preference."),
  date: paths("Members with the booking date, in order of preference."),
  text: paths("Members with the text of a transaction, in order of preference.")
})

const balanceTypes = (description: string) => optional(nonEmpty(Schema.NonEmptyString), description)

const Balances = Schema.Struct({
  booked: balanceTypes("Balance types for `bookedBalance`, in order of preference."),
  available: balanceTypes("Balance types for `availableBalance`, in order of preference.")
})

const count = (maximum: number) => Schema.Int.check(Schema.isBetween({ minimum: 1, maximum }))

const Frequency = Schema.Struct({
  perDay: optional(count(1000), "Readings while the person is absent."),
  per: optional(
    Schema.Literals(["CONSENT", "ACCOUNT"]),
    "What the bank counts. `ACCOUNT` by default: the calls for each account and endpoint."
  ),
  window: optional(Schema.Literals(["ROLLING_24_HOURS", "CALENDAR_DAY"]), "The period. `ROLLING_24_HOURS` by default.")
})

const Methods = Schema.Struct({
  choice: described(
    Schema.Literals(["PERSON", "FIRST"]),
    "Who chooses among several SCA methods: the person, or Sheaf by the order of `types`."
  ),
  types: optional(nonEmpty(Schema.NonEmptyString), "`authenticationType` or id of methods, in order of preference.")
})

export const TppMessageMeaning = Schema.Literals([
  "REFUSED",
  "CONSENT_INVALID",
  "LIMITED",
  "OPERATOR",
  "PERIOD",
  "NEEDS_SCA"
])
export type TppMessageMeaning = typeof TppMessageMeaning.Type

const psuHeader = Schema.Literals([
  "PSU-Accept",
  "PSU-Accept-Language",
  "PSU-Http-Method",
  "PSU-IP-Address",
  "PSU-User-Agent"
])

const Coverage = Schema.Literals(["ACCOUNTS", "BALANCES", "TRANSACTIONS", "CARDS", "OWNER"])

export const BankProfile = Schema.Struct({
  $schema: optional(Schema.String, "URL of this schema, for editors. Sheaf ignores it."),
  extends: optional(
    Schema.NonEmptyString,
    "The profile that this one changes: a shipped name, or a path relative to this file."
  ),
  bank: optional(Schema.NonEmptyString, "The bank's name, for people."),
  markets: optional(nonEmpty(matching(/^[a-z]{2}$/, "expected a market such as se")), "The bank's markets."),
  sources: optional(nonEmpty(Schema.NonEmptyString), "Documents that the profile was written from."),
  state: optional(
    Schema.Literals(["described", "verified"]),
    "`described`: written from documents. `verified`: an operator has run `sheaf bank check` against the bank."
  ),
  limitations: optional(Schema.Array(Schema.NonEmptyString), "What does not work at the bank, one sentence each."),
  covers: optional(
    Schema.Array(Coverage),
    "The data that Sheaf reads. Empty if a profile cannot express what the bank needs."
  ),
  protocol: optional(Schema.Literals(["nextgenpsd2", "stet"]), "The protocol."),
  version: optional(Schema.NonEmptyString, "The protocol's version."),
  pathPrefix: optional(pathPrefix, "Path between the bank's URL and `/consents` and `/accounts`, such as `v1`."),
  paths: optional(
    Schema.Struct({
      consents: Schema.optionalKey(pathPrefix),
      accounts: Schema.optionalKey(pathPrefix),
      "card-accounts": Schema.optionalKey(pathPrefix)
    }),
    "The same for single resources, if they differ."
  ),
  consent: optional(
    Schema.Literals(["RESOURCE", "TOKEN"]),
    "`RESOURCE` (default): the bank keeps a consent with an id. `TOKEN`: the person's token is all there is."
  ),
  consentModel: optional(
    Schema.Literals(["FULL", "MIXED"]),
    "STET. `FULL` (default): the token opens everything. `MIXED`: Sheaf names the accounts to the bank before it reads them."
  ),
  globalAccess: optional(
    Schema.Literals(["allPsd2", "ALL_ACCOUNTS"]),
    "How a consent to all accounts is requested: by the member `allPsd2` (default), or by a body with `access` alone."
  ),
  accountList: optional(
    pathPrefix,
    "Path, below the prefix, of the list of a person's accounts that the bank shows after the login before the consent. Sheaf " +
      "then names all of them to a bank that wants named accounts, unless the client names some."
  ),
  query: optional(Schema.Record(Schema.String, template), "Query parameters of every call."),
  headers: optional(headers, "Headers of every call."),
  authentication: optional(Authentication, "Tokens, and how Sheaf authenticates to get them."),
  approaches: optional(
    nonEmpty(ScaApproach).check(Schema.isUnique()),
    "Approaches. Without `banks[].approach`, the first is used."
  ),
  scaMethods: optional(Methods, "What happens if the bank offers several SCA methods."),
  psuIdType: optional(
    matching(/^[!-~]{1,50}$/u, "expected 1 to 50 visible ASCII characters"),
    "Kind of the person's id (`PSU-ID-Type`)."
  ),
  psuHeaders: optional(nonEmpty(psuHeader), "Headers about the person that the bank requires in each attended call."),
  signature: optional(Signature, "Signatures of requests."),
  historyDays: optional(count(3650), "Days of transactions that the bank returns."),
  historyBeyond: optional(
    Schema.Literal("NEEDS_SCA"),
    "The bank returns older transactions only after another authentication."
  ),
  historyMinutes: optional(
    count(1440),
    "Minutes after an authentication in which the bank returns older transactions."
  ),
  delta: optional(Schema.Literal("ENTRY_REFERENCE"), "The bank returns only transactions since an entry."),
  balances: optional(Balances, "Balance types in order of preference."),
  fields: optional(Fields, "Where a transaction's payee, date and text hide."),
  frequency: optional(Frequency, "The bank's rule for readings while the person is absent."),
  consentDays: optional(count(3650), "Maximum validity of a consent, in days."),
  errors: optional(Schema.Record(Schema.String, TppMessageMeaning), "The bank's own codes, and what they mean.")
}).annotate({ identifier: "BankProfile", description: "A bank's deviations from its protocol." })
export type BankProfile = typeof BankProfile.Type

/** `extend` merges these members with those of the base profile. Any other member replaces the base profile's value. */
const merging = ["paths", "query", "headers", "authentication", "signature", "balances", "fields", "errors"] as const

export const extend = (base: BankProfile, { extends: _, ...own }: BankProfile): BankProfile => {
  const merged = merging.flatMap((name) =>
    base[name] === undefined || own[name] === undefined ? [] : [[name, { ...base[name], ...own[name] }] as const]
  )
  return { ...base, ...own, ...Object.fromEntries(merged) }
}

const defaults = {
  protocol: "nextgenpsd2",
  pathPrefix: "v1",
  paths: {},
  consent: "RESOURCE",
  consentModel: "FULL",
  globalAccess: "allPsd2",
  query: {},
  headers: {},
  authentication: {},
  approaches: ["REDIRECT"],
  psuHeaders: [],
  covers: ["ACCOUNTS", "BALANCES", "TRANSACTIONS", "CARDS"],
  limitations: [],
  historyMinutes: 5,
  balances: {},
  fields: {},
  errors: {}
} as const satisfies BankProfile

type Decided = keyof typeof defaults

/** A profile with its defaults filled in. Only the configuration handles unresolved profiles. */
export type ResolvedProfile = Omit<BankProfile, "$schema" | "extends" | "frequency" | Decided> &
  Required<Pick<BankProfile, Decided>> & { readonly frequency: typeof Frequency.Type & { readonly perDay: number } }

/** Settings that can appear both in a profile and in a bank's configuration entry. The entry takes precedence. */
export interface EntryOverrides {
  readonly approach?: ScaApproach | undefined
  readonly clientId?: string | undefined
  readonly frequencyPerDay?: number | undefined
  readonly maximumConsentValidityDays?: number | undefined
  readonly psuIdType?: string | undefined
}

export const resolve = (
  { $schema: _, extends: __, ...profile }: BankProfile,
  { approach, clientId, frequencyPerDay, maximumConsentValidityDays, psuIdType }: EntryOverrides = {}
): ResolvedProfile => {
  const perDay = frequencyPerDay ?? profile.frequency?.perDay ?? defaultPerDay
  const stated = { ...defaults, ...profile }
  return {
    ...stated,
    frequency: { ...profile.frequency, perDay },
    authentication: { ...stated.authentication, ...(clientId !== undefined && { clientId }) },
    ...(approach !== undefined && { approaches: [approach] }),
    ...(psuIdType !== undefined && { psuIdType }),
    ...(maximumConsentValidityDays !== undefined && { consentDays: maximumConsentValidityDays })
  }
}

export const pathOf = (
  { pathPrefix, paths }: Pick<ResolvedProfile, "pathPrefix" | "paths">,
  resource: string
): string => {
  const [name = ""] = resource.split("/", 1)
  const own = Object.entries(paths).find(([each]) => each === name)?.[1] ?? pathPrefix
  return own === "" ? resource : `${own}/${resource}`
}

/** A placeholder without a value becomes an empty string. */
export const fillTemplate = (text: string, values: Readonly<Partial<Record<Placeholder, string>>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const found = placeholders.find((each) => each === name)
    return (found && values[found]) ?? ""
  })
