/** The `banks` section of the configuration file: banks that Sheaf reaches over NextGenPSD2 (decisions 21). */
import { DeviceHosts } from "@sheaf/adapters-http"
import { CompanyId, marketOf } from "@sheaf/domain/Company"
import * as Market from "@sheaf/domain/Market"
import { Schema } from "effect"
import * as ConfiguredServer from "../ConfiguredServer.ts"
import { displayName, oneOf, repeated } from "./ConnectorsSection.ts"
import texts from "../texts.json" with { type: "json" }

/** A certificate and its key, both as PEM files. */
const pair = Schema.Struct({ certFile: Schema.NonEmptyString, keyFile: Schema.NonEmptyString })

/** The certificate that signs requests, and the algorithm of the signatures. */
const seal = Schema.Struct({
  ...pair.fields,
  algorithm: Schema.optionalKey(oneOf(Schema.Literals(["rsa-sha256", "rsa-sha512"])))
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

/** A client that is a provider itself, with its own certificates. */
const client = Schema.Struct({
  qwac: pair,
  seal: Schema.optionalKey(seal),
  oauthClientId: Schema.optionalKey(oauthClientId)
})

/** The bank's authorization server, and Sheaf's registration there. */
const oauth = Schema.Struct({
  issuer: Schema.String,
  clientId: oauthClientId,
  hosts
})

const members = Schema.Struct({
  company: CompanyId,
  companyDisplayName: displayName,
  market: oneOf(Market.Market),
  url: Schema.String,
  profile: oneOf(Schema.Literals(["nextgenpsd2-1.3"])),
  approach: oneOf(Schema.Literals(["REDIRECT", "OAUTH", "DECOUPLED"])),
  redirectHosts: hosts,
  oauth: Schema.optionalKey(oauth),
  psuIdType: Schema.optionalKey(
    Schema.String.check(Schema.isPattern(/^[!-~]{1,50}$/u, { message: "expected 1 to 50 visible ASCII characters" }))
  ),
  qwac: Schema.optionalKey(pair),
  seal: Schema.optionalKey(seal),
  clients: Schema.optionalKey(Schema.Record(Schema.String, client)),
  caFile: ConfiguredServer.path,
  frequencyPerDay: ConfiguredServer.whole(1, 1000),
  maximumConsentValidityDays: ConfiguredServer.whole(1, 3650),
  timeoutSeconds: ConfiguredServer.whole(1, 60),
  allowPrivateAddresses: Schema.optionalKey(Schema.Boolean)
})

type BankEntry = typeof members.Type

/** Reports a missing or unused authorization server, or an address that Sheaf must not call. */
const issuesOfOAuth = ({ allowPrivateAddresses = false, approach, oauth }: BankEntry): Array<Schema.FilterIssue> => {
  if (approach !== "OAUTH") {
    return oauth === undefined ? [] : [{ path: ["oauth"], issue: "is only for the approach OAUTH" }]
  }
  if (oauth === undefined) return [{ path: ["oauth"], issue: "is required with the approach OAUTH" }]
  const found = ConfiguredServer.issuesOf({ allowPrivateAddresses, url: oauth.issuer })
  return found.length === 0 ? [] : [{ path: ["oauth", "issuer"], issue: "is not an address that Sheaf can call" }]
}

/** Reports clients whose requests would lack a seal that the bank gets with the operator's own requests. */
const issuesOfClients = ({ clients = {}, seal }: BankEntry): ReadonlyArray<Schema.FilterIssue> =>
  Object.entries(clients).flatMap(([clientId, own]) =>
    seal !== undefined && own.seal === undefined
      ? [{ path: ["clients", clientId, "seal"], issue: "is required, because the bank's entry has a seal" }]
      : []
  )

const issuesOfBank = (entry: BankEntry): ReadonlyArray<Schema.FilterIssue> => {
  const { allowPrivateAddresses = false, approach, company, market, qwac, url } = entry
  return [
    ...ConfiguredServer.issuesOf({ allowPrivateAddresses, url }),
    ...issuesOfOAuth(entry),
    ...issuesOfClients(entry),
    ...(marketOf(company) === market ? [] : [{ path: ["company"], issue: `must begin with the market, ${market}-` }]),
    ...(url.startsWith("https:") && qwac === undefined
      ? [{ path: ["qwac"], issue: "is required, because banks accept https calls only with a client certificate" }]
      : []),
    ...(approach === "DECOUPLED" && market !== "se"
      ? [{ path: ["approach"], issue: "DECOUPLED is available only in the market se, with the Swedish electronic ID" }]
      : [])
  ]
}

export const BanksSection = Schema.Array(members.check(Schema.makeFilter(issuesOfBank)))
  .annotate({ description: texts.banks })
  .check(
    Schema.makeFilter((entries) =>
      repeated(entries.map(({ company }) => company)).map((index) => ({
        path: [index, "company"],
        issue: "another entry has this company"
      }))
    )
  )
export type BanksSection = typeof BanksSection.Type
