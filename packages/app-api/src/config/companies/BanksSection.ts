/** The `banks` section of the configuration file: banks whose accounts Sheaf reads (spec 16). */
import { DeviceHosts } from "@sheaf/adapters-http"
import { marketOf } from "@sheaf/domain/Company"
import * as ConsentScope from "@sheaf/domain/ConsentScope"
import * as Market from "@sheaf/domain/Market"
import * as UnattendedReadings from "@sheaf/domain/UnattendedReadings"
import { BankProfile } from "@sheaf/ports"
import { Schema } from "effect"
import * as ConfiguredServer from "../values/ConfiguredServer.ts"
import { callSeconds, companyId, literalsWithMessage, duplicatePositions } from "./ConnectorsSection.ts"
import * as DirectoryEntry from "./DirectoryEntry.ts"
import * as Setting from "../values/Setting.ts"

const pair = Schema.Struct({ certFile: Schema.NonEmptyString, keyFile: Schema.NonEmptyString })

const seal = Schema.Struct({
  ...pair.fields,
  algorithm: Schema.optionalKey(literalsWithMessage(Schema.Literals(["rsa-sha256", "rsa-sha512"]))),
  url: Schema.optionalKey(
    Schema.String.check(Schema.isPattern(/^https:\/\/[!-~]{1,500}$/u, { message: "expected an https URL" }))
  )
})

const redirectHost = Schema.String.check(
  Schema.makeFilter(DeviceHosts.isHost, {
    message: "expected the name of a public host in lower case, such as login.example or login.example:8443"
  })
)

const hosts = Schema.optionalKey(Schema.Array(redirectHost).check(Schema.isUnique()))

const oauthClientId = Schema.String.check(
  Schema.isPattern(/^[ -~]{1,200}$/u, { message: "expected 1 to 200 visible ASCII characters" })
)

const client = Schema.Struct({
  qwac: pair,
  seal: Schema.optionalKey(seal),
  oauthClientId: Schema.optionalKey(oauthClientId)
})

const oauth = Schema.Struct({
  issuer: Schema.String,
  clientId: oauthClientId,
  hosts
})

const members = Schema.Struct({
  company: companyId,
  companyDisplayName: Setting.of(DirectoryEntry.displayName, "Name to show to people."),
  directory: DirectoryEntry.setting,
  market: Setting.of(literalsWithMessage(Market.Market), "The bank's market."),
  url: ConfiguredServer.baseUrlSetting("the profile's `pathPrefix`, such as `v1`, and `/consents` or `/accounts`"),
  profile: Setting.of(
    Schema.NonEmptyString,
    "The bank's [profile](banks.md#profiles): a shipped name, such as `nextgenpsd2-1.3`, the path of a file, or `bundle:NAME/profiles/FILE`."
  ),
  approach: Setting.of(
    Schema.optionalKey(literalsWithMessage(BankProfile.ScaApproach)),
    "Where people authorize consents: `REDIRECT` on the bank's page, `OAUTH` on an authorization server's " +
      "page, or `DECOUPLED` in the bank's app, after an order at the market's electronic ID (not `fr`). By " +
      "default, the first of the profile's approaches."
  ),
  redirectHosts: Setting.of(
    hosts,
    "Hosts of the bank's pages other than the host of `url`, with the port unless it is 443."
  ),
  oauth: Setting.of(
    Schema.optionalKey(oauth),
    "For `OAUTH`: the authorization server's `issuer`, Sheaf's `clientId` there, and `hosts` other than the issuer's. Not needed if " +
      "the profile states the endpoints."
  ),
  psuIdType: Setting.of(
    Schema.optionalKey(
      Schema.String.check(Schema.isPattern(/^[!-~]{1,50}$/u, { message: "expected 1 to 50 visible ASCII characters" }))
    ),
    "For `DECOUPLED`: `PSU-ID-Type`, if the bank has several kinds of customer ids."
  ),
  qwac: Setting.of(
    Schema.optionalKey(pair),
    "Client certificate for connections: `certFile` and `keyFile`, as PEM. Required for https."
  ),
  seal: Setting.of(
    Schema.optionalKey(seal),
    "Certificate with an RSA key, which signs requests: `certFile`, `keyFile`, `algorithm` (`rsa-sha256` by " +
      "default, or `rsa-sha512`), and, if the profile requires it, `url`, where banks find the certificate."
  ),
  clients: Setting.of(
    Schema.optionalKey(Schema.Record(Schema.String, client)),
    "Clients that are providers themselves, by client id: each with its own `qwac`, `seal` if the bank's entry has " +
      "one, and `oauthClientId`."
  ),
  caFile: ConfiguredServer.serverFields.caFile,
  frequencyPerDay: Setting.integer(
    1,
    1000,
    "How many readings a day Sheaf asks the bank to allow while the person is absent. By default the profile's, or else " +
      `${UnattendedReadings.defaultPerDay}.`
  ),
  maximumConsentValidityDays: Setting.integer(
    1,
    3650,
    `Maximum validity of a consent, in days. By default the profile's, or else ${ConsentScope.defaultMaxValidityDays}.`
  ),
  timeoutSeconds: callSeconds(60),
  allowPrivateAddresses: Setting.flag(
    "Allows connections to this machine and to private networks, including over plain http, and bank pages on " +
      "this machine.",
    false
  )
})

type BankEntry = typeof members.Type

const issuesOfOAuth = ({ allowPrivateAddresses = false, oauth }: BankEntry): Array<Schema.FilterIssue> => {
  if (oauth === undefined) return []
  const found = ConfiguredServer.serverIssues({ allowPrivateAddresses, url: oauth.issuer })
  return found.length === 0 ? [] : [{ path: ["oauth", "issuer"], issue: "is not an address that Sheaf can call" }]
}

/**
 * Reports every client that has no seal certificate of its own although the bank's entry has one for the operator's
 * requests.
 */
const issuesOfClients = ({ clients = {}, seal }: BankEntry): ReadonlyArray<Schema.FilterIssue> =>
  Object.entries(clients).flatMap(([clientId, own]) =>
    seal !== undefined && own.seal === undefined
      ? [{ path: ["clients", clientId, "seal"], issue: "is required, because the bank's entry has a seal" }]
      : []
  )

const issuesOfBank = (entry: BankEntry): ReadonlyArray<Schema.FilterIssue> => {
  const { allowPrivateAddresses = false, company, market, qwac, url } = entry
  return [
    ...ConfiguredServer.serverIssues({ allowPrivateAddresses, url }),
    ...issuesOfOAuth(entry),
    ...issuesOfClients(entry),
    ...(marketOf(company) === market ? [] : [{ path: ["company"], issue: `must begin with the market, ${market}-` }]),
    ...(url.startsWith("https:") && qwac === undefined
      ? [{ path: ["qwac"], issue: "is required, because banks accept https calls only with a client certificate" }]
      : [])
  ]
}

export const BanksSection = Schema.Array(members.check(Schema.makeFilter(issuesOfBank)))
  .annotate({ description: "Banks, each with a profile of its protocol." })
  .check(
    Schema.makeFilter((entries) =>
      duplicatePositions(entries.map(({ company }) => company)).map((index) => ({
        path: [index, "company"],
        issue: "another entry has this company"
      }))
    )
  )
export type BanksSection = typeof BanksSection.Type
