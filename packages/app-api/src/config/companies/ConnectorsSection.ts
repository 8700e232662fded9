/** The `connectors` section of the configuration file: HTTP connectors and the companies that each serves. */
import { DeviceHosts, OutboundTarget } from "@sheaf/adapters-http"
import { CompanyId, marketOf } from "@sheaf/domain/Company"
import { InsuranceSubType, InsuranceType, subTypesByType } from "@sheaf/domain/InsuranceType"
import * as ConsentScope from "@sheaf/domain/ConsentScope"
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import * as Market from "@sheaf/domain/Market"
import { AttributeName, maxAttributes } from "@sheaf/domain/Parameter"
import { BankAccountType, WealthType } from "@sheaf/domain/WealthType"
import { isLoopbackHost } from "@sheaf/domain/IpAddress"
import { Result, Schema } from "effect"
import * as ConfiguredServer from "../values/ConfiguredServer.ts"
import * as DirectoryEntry from "./DirectoryEntry.ts"
import * as Setting from "../values/Setting.ts"

export const literalsWithMessage = <const Values extends ReadonlyArray<string>>(values: Schema.Literals<Values>) =>
  values.annotate({ message: `expected one of ${values.literals.join(", ")}` })

const someOf = <S extends Schema.Top>(value: S) => Schema.NonEmptyArray(value).check(Schema.isUnique())

export const duplicatePositions = (keys: ReadonlyArray<string>): ReadonlyArray<number> =>
  keys.flatMap((key, index) => (keys.indexOf(key) < index ? [index] : []))

const insurance = Schema.Struct({
  insuranceType: literalsWithMessage(InsuranceType),
  insuranceSubTypes: someOf(literalsWithMessage(InsuranceSubType))
}).check(
  Schema.makeFilter(({ insuranceSubTypes, insuranceType }) =>
    insuranceSubTypes.flatMap((subType, index) => {
      const known = subTypesByType[insuranceType]
      const issue = `is not a sub-type of ${insuranceType}; expected one of ${known.join(", ")}`
      return known.includes(subType) ? [] : [{ path: ["insuranceSubTypes", index], issue }]
    })
  )
)

const insurances = Schema.Array(insurance).check(
  Schema.makeFilter((entries) =>
    duplicatePositions(entries.map(({ insuranceType }) => insuranceType)).map((index) => ({
      path: [index, "insuranceType"],
      issue: "another entry has this type"
    }))
  )
)

const accounts: ReadonlyArray<string> = BankAccountType.literals

/** Excludes bank accounts, because reading them requires a consent, not just a login (spec 2.1). */
const wealth = Schema.Array(literalsWithMessage(WealthType)).check(
  Schema.isUnique(),
  Schema.makeFilter((types) =>
    types.flatMap((type, index) =>
      accounts.includes(type) ? [{ path: [index], issue: "needs a consent: list it in psd2Ais instead" }] : []
    )
  )
)

const psd2Ais = Schema.Struct({ balances: Schema.Boolean, transactions: Schema.Boolean }).check(
  Schema.makeFilter(
    ({ balances, transactions }) => balances || transactions || "set balances, transactions or both to true"
  )
)

export const companyId = Setting.of(
  CompanyId,
  "Identifier that begins with the market, unique across `connectors` and `banks`. Replaces a simulated company " +
    "with the same identifier."
)

export const callSeconds = (maximum: number) =>
  Setting.integer(
    1,
    maximum,
    `Maximum duration of one call, less than \`connectorCallSeconds\`: by default ${ConfiguredServer.defaultCallSeconds}, or two ` +
      "thirds of `connectorCallSeconds` if that is less."
  )

const companyMembers = Schema.Struct({
  company: companyId,
  companyDisplayName: Setting.of(DirectoryEntry.displayName, "Name to show to people."),
  directory: DirectoryEntry.setting,
  loginMethods: Setting.of(
    someOf(literalsWithMessage(LoginMethod.LoginMethod)),
    "Login methods, named as in `GET /companies/availability`. Most electronic-ID methods are allowed only in " +
      "their own markets."
  ),
  insurance: Setting.of(
    Schema.optionalKey(insurances),
    "Insurance types and subtypes that clients can expect. Sheaf does not enforce them."
  ),
  wealth: Setting.of(Schema.optionalKey(wealth), "Pension and investment types that clients can expect."),
  psd2Ais: Setting.of(
    Schema.optionalKey(psd2Ais),
    "Account data under a one-time consent: set `balances`, `transactions` or both to `true`."
  ),
  maximumConsentValidityDays: Setting.integer(
    1,
    3650,
    "Maximum validity of a consent, in days. Requires `psd2Ais`.",
    ConsentScope.defaultMaxValidityDays
  ),
  identifiedBySheaf: Setting.flag(
    "Sheaf places the electronic-ID orders, with the providers in `electronicId`, and the connector begins once the " +
      "person is known. By default, the connector places the orders.",
    false
  ),
  requiresEndUserIp: Setting.flag(
    "Rejects starts by electronic ID without `endUserIp`, and passes the address on to the connector. Other connectors never " +
      "receive it.",
    false
  ),
  requiresVerifiedPerson: Setting.flag(
    "Ends a collection in AUTHENTICATION_ERROR if neither the electronic ID nor the company has reported the " +
      "person's number. Only for electronic-ID login methods.",
    false
  )
})

type CompanyEntry = typeof companyMembers.Type

const outside = (method: LoginMethod.LoginMethod, market: Market.Market): string => {
  const { markets = [] } = LoginMethod.describe(method)
  const only = markets.length === 1 ? `the market ${markets.join()}` : `the markets ${markets.join(", ")}`
  return `is available only in ${only}; the company is in ${market}`
}

const issuesOfMarket = ({ company, loginMethods }: CompanyEntry): ReadonlyArray<Schema.FilterIssue> => {
  const market = marketOf(company)
  if (market === undefined) {
    return [{ path: ["company"], issue: `must start with a market; expected one of ${Market.all.join(", ")}` }]
  }
  return loginMethods.flatMap((method, index) =>
    LoginMethod.isAvailableIn(method, market) ? [] : [{ path: ["loginMethods", index], issue: outside(method, market) }]
  )
}

/** Only a login with an electronic ID can verify a person. */
const issuesOfPerson = ({ loginMethods, requiresVerifiedPerson }: CompanyEntry): ReadonlyArray<Schema.FilterIssue> =>
  requiresVerifiedPerson === true
    ? loginMethods.flatMap((method, index) =>
        LoginMethod.identifiesByNumber(method)
          ? []
          : [
              {
                path: ["loginMethods", index],
                issue: "is not an electronic ID method, but requiresVerifiedPerson is true"
              }
            ]
      )
    : []

const issuesOfCompany = (company: CompanyEntry): ReadonlyArray<Schema.FilterIssue> => {
  const { insurance = [], maximumConsentValidityDays, psd2Ais, wealth = [] } = company
  return [
    ...issuesOfMarket(company),
    ...issuesOfPerson(company),
    ...(insurance.length + wealth.length > 0 || psd2Ais !== undefined
      ? []
      : ["set at least one of insurance, wealth and psd2Ais"]),
    ...(maximumConsentValidityDays !== undefined && psd2Ais === undefined
      ? [{ path: ["maximumConsentValidityDays"], issue: "requires psd2Ais" }]
      : [])
  ]
}

const company = companyMembers.check(Schema.makeFilter(issuesOfCompany))

const deviceHost = Schema.String.check(
  Schema.makeFilter(DeviceHosts.isHost, {
    message: "expected the name of a public host in lower case, such as login.example or login.example:8443"
  })
)

interface TestServerEntry {
  readonly allowPrivateAddresses?: boolean
  readonly testSecretFile?: string
  readonly testUrl?: string
  readonly url: string
}

/** Unlike a production server, a test server may be on this machine. */
export const testTargetOf = ({
  allowPrivateAddresses = false,
  testUrl: baseUrl = ""
}: Omit<TestServerEntry, "url">) => ({
  baseUrl,
  allowPrivateAddresses: allowPrivateAddresses || (URL.canParse(baseUrl) && isLoopbackHost(new URL(baseUrl).hostname))
})

const issuesOfTestServer = (entry: TestServerEntry): ReadonlyArray<Schema.FilterIssue> => {
  const { testSecretFile, testUrl, url } = entry
  if (testUrl === undefined)
    return testSecretFile === undefined ? [] : [{ path: ["testSecretFile"], issue: "requires testUrl" }]
  const base = OutboundTarget.baseUrlOf(testTargetOf(entry))
  return [
    ...(Result.isFailure(base) ? [{ path: ["testUrl"], issue: `the address ${base.failure.message}` }] : []),
    ...(testUrl === url ? [{ path: ["testUrl"], issue: "must differ from url" }] : [])
  ]
}

export const fileMembers = ["caFile", "certFile", "keyFile", "secretFile", "testSecretFile"] as const

const connector = Schema.Struct({
  ...ConfiguredServer.serverFields,
  url: ConfiguredServer.baseUrlSetting("`v1/begin`, `v1/resume`, `v1/document` and `v1/cancel`"),
  timeoutSeconds: callSeconds(120),
  secretFile: Setting.path(
    "File with the secret that is sent as `Authorization: Bearer`: 1 to 4096 visible ASCII characters."
  ),
  testUrl: Setting.of(
    Schema.optionalKey(Schema.String),
    "URL of a server for tests in the same protocol. In production, only clients with " +
      "`--test-methods` use it. Plain http is allowed on this machine."
  ),
  testSecretFile: Setting.path("Like `secretFile`, but for `testUrl`. Neither server receives the other's secret."),
  attributes: Setting.of(
    Schema.optionalKey(Schema.Array(AttributeName).check(Schema.isMaxLength(maxAttributes), Schema.isUnique())),
    `At most ${maxAttributes} attributes of SESSION_METADATA that the connector receives; by default none. Their values ` +
      "can identify people."
  ),
  deviceHosts: Setting.of(
    Schema.optionalKey(Schema.Array(deviceHost).check(Schema.isUnique())),
    "Hosts to which the connector and its `testUrl` may send people's devices, with the port unless it is 443; by " +
      "default every public host."
  ),
  redirectHosts: Setting.of(
    Schema.optionalKey(Schema.Array(deviceHost).check(Schema.isUnique())),
    "Hosts, with the port unless it is 443, whose pages the connector may show to people; by default the host of `url`."
  ),
  showsClient: Setting.flag("The connector receives the client's name, to show it to people.", false),
  cassettes: Setting.of(
    Schema.optionalKey(Schema.Array(Schema.NonEmptyString).check(Schema.isMaxLength(100))),
    "Cassettes that answer in place of the server at `url`, except in production mode: files, folders, or " +
      "`bundle:NAME/cassettes`. See connector-kit.md."
  ),
  companies: Setting.of(Schema.NonEmptyArray(company), "The companies that the connector serves.")
}).check(Schema.makeFilter((entry) => [...ConfiguredServer.serverIssues(entry), ...issuesOfTestServer(entry)]))

const issuesOfConnectors = (entries: ReadonlyArray<typeof connector.Type>): ReadonlyArray<Schema.FilterIssue> => {
  const named = entries.flatMap(({ companies }, entry) =>
    companies.map(({ company: id }, index) => ({ id, path: [entry, "companies", index, "company"] }))
  )
  const again = new Set(duplicatePositions(named.map(({ id }) => id)))
  return named
    .filter((_, index) => again.has(index))
    .map(({ path }) => ({ path, issue: "another entry has this company" }))
}

export const ConnectorsSection = Schema.Array(connector)
  .annotate({
    description:
      "Connectors over HTTP, each with its companies. Relative paths of their files begin in the folder of this file."
  })
  .check(Schema.makeFilter(issuesOfConnectors))
export type ConnectorsSection = typeof ConnectorsSection.Type
