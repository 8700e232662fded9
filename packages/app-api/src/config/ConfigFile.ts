/**
 * Defines the configuration file that `SHEAF_CONFIG` names: one JSON object. Unknown members are rejected, because they
 * are probably typos.
 */
import { IssuerKeysHttp, Networks } from "@sheaf/adapters-http"
import { Issuance } from "@sheaf/adapters-mtls"
import * as ApiVersion from "@sheaf/domain/ApiVersion"
import { BankProfile } from "@sheaf/ports"
import { CalendarDate } from "@sheaf/domain/CalendarDate"
import { isLoopbackHost } from "@sheaf/domain/IpAddress"
import { Result, Schema } from "effect"
import { BlockList, isIP } from "node:net"
import * as ConfiguredServer from "./values/ConfiguredServer.ts"
import { BundlesSection } from "./bundles/BundlesSection.ts"
import { BanksSection } from "./companies/BanksSection.ts"
import { ConnectSection } from "./connect/ConnectSection.ts"
import { ElectronicIdSection } from "./companies/ElectronicIdSection.ts"
import { ConnectorsSection } from "./companies/ConnectorsSection.ts"
import { LimitsSection } from "./limits/LimitsSection.ts"
import { RetentionSection, TimeoutsSection } from "./limits/DurationSections.ts"
import * as Mode from "./Mode.ts"
import * as Setting from "./values/Setting.ts"

export const defaultIssuerTimeoutSeconds = 5

type PublishedKeys = Pick<IssuerKeysHttp.IssuerKeySource, "allowPrivateAddresses" | "jwksUrl">

const issuesOfPublishedKeys = (published: PublishedKeys) => {
  const base = IssuerKeysHttp.keySetUrlOf(published)
  return Result.isFailure(base) ? [{ path: ["jwksUrl"], issue: `the address ${base.failure.message}` }] : []
}

const issuer = Schema.Struct({
  issuer: Setting.of(
    Schema.NonEmptyString,
    "The exact `iss` of the tokens: unique in the file, and different from `SHEAF_PUBLIC_URL`."
  ),
  audience: Setting.of(Schema.NonEmptyString, "The `aud` of the tokens, or one of its values."),
  client: Setting.of(Schema.NonEmptyString, "The client's id, from `sheaf clients list`."),
  jwksUrl: Setting.of(Schema.String, "The https URL of the issuer's keys, without credentials, query or fragment."),
  algorithms: Setting.of(
    Schema.NonEmptyArray(Schema.Literals(["ES256", "PS256", "EdDSA"])).check(Schema.isUnique()),
    "Allowed signature algorithms: `ES256`, `PS256`, `EdDSA`."
  ),
  caFile: ConfiguredServer.serverFields.caFile,
  allowPrivateAddresses: Setting.flag(
    "Allows URLs on this machine and in private networks. Plain http is allowed only on this machine.",
    false
  ),
  timeoutSeconds: Setting.integer(1, 60, "Maximum duration of a request for the keys.", defaultIssuerTimeoutSeconds)
}).check(Schema.makeFilter(issuesOfPublishedKeys))

/** Issuers must be unique, because a token does not say which client its user belongs to. */
const issuesOfIssuers = (issuers: ReadonlyArray<{ readonly issuer: string }>) =>
  issuers.flatMap(({ issuer: name }, index) =>
    issuers.findIndex((other) => other.issuer === name) < index
      ? [{ path: [index, "issuer"], issue: "another entry has this issuer" }]
      : []
  )

const issuers = Schema.Array(issuer)
  .annotate({ description: "Issuers of clients' own tokens." })
  .check(Schema.makeFilter(issuesOfIssuers))

const tls = Schema.Struct({
  certFile: Setting.path(
    "The server's certificate chain for mutual TLS, as PEM. Required in production mode. Set it together with `keyFile`."
  ),
  keyFile: Setting.path("The private key, as PEM without a passphrase."),
  certificateDays: Setting.integer(
    1,
    Issuance.maxValidityDays,
    "Validity of new client certificates, but never longer than the authority's.",
    Issuance.defaultValidityDays
  )
})
  .annotate({ description: "Mutual TLS." })
  .check(Schema.makeFilter(ConfiguredServer.keyPairIssues))

/** The range of IPv4-mapped IPv6 addresses, which share their first 96 bits (RFC 4291 §2.5.5.2). */
const ipv4 = { first: "::ffff:0:0", bits: 96 }

/**
 * Returns true if an IPv6 network covers all IPv4 addresses. Such a network is rejected, because an operator who writes
 * `::/0` may mean only IPv6.
 */
const containsIpv4 = (text: string): boolean => {
  const [address = "", bits] = text.split("/")
  if (isIP(address) !== 6 || bits === undefined || Number(bits) >= ipv4.bits) return false
  const network = new BlockList()
  network.addSubnet(address, Number(bits), "ipv6")
  return network.check(ipv4.first, "ipv6")
}

const issueOfProxy = (text: string): string | undefined => {
  if (!Networks.isAddressOrNetwork(text)) return "expected an IP address or a network such as 10.0.0.0/8"
  return containsIpv4(text) ? `${text} contains every IPv4 address: list IPv4 networks separately` : undefined
}

const proxies = Schema.Array(Schema.String.check(Schema.makeFilter(issueOfProxy))).annotate({
  description:
    "Addresses and networks of proxies that terminate TLS. On the plain listener, Sheaf trusts `Client-Cert` " +
    "(RFC 9440), `Forwarded` and `X-Forwarded-For` only from them. Networks that contain all of IPv4, such as `::/0`, are rejected."
})

const issueOfOrigin = (text: string): string | undefined => {
  const url = URL.parse(text)
  if (url?.origin !== text || text.includes("*"))
    return "expected an origin such as https://app.example, without a path"
  const isSafe = url.protocol === "https:" || (url.protocol === "http:" && isLoopbackHost(url.hostname))
  return isSafe ? undefined : `${text} is not protected by TLS: use https, or a page on this machine`
}

const allowedOrigins = Schema.Array(Schema.String.check(Schema.makeFilter(issueOfOrigin))).annotate({
  description:
    "Origins of web pages that can use the API from a browser (CORS): https, or http on this machine. Cookies are never " +
    "allowed. Never put an API key into such a page, because everybody could read it. With only a user's " +
    "token, a page can call only `/consents`."
})

/**
 * Returns the reason why a version's sunset must not be on this day, or undefined if the day is allowed. A version is
 * deprecated on the date in its successor's name, so its sunset must not be earlier than that date.
 */
const issueOfSunset = (version: string, day: string): string | undefined => {
  const { supportedVersions } = ApiVersion
  if (!ApiVersion.isApiVersion(version))
    return `unknown version ${version}; expected one of ${supportedVersions.join(", ")}`
  const deprecated = ApiVersion.successorOf(version)
  if (deprecated === undefined) return `${version} is the newest version and cannot have a sunset`
  return day < deprecated ? `${version} cannot end before its deprecation on ${deprecated}` : undefined
}

const sunset = Schema.Record(Schema.String, CalendarDate).check(
  Schema.makeFilter((days) =>
    Object.entries(days).flatMap(([version, day]) => {
      const issue = issueOfSunset(version, day)
      return issue === undefined ? [] : [{ path: [version], issue }]
    })
  )
)

export const ConfigFile = Schema.Struct({
  $schema: Setting.of(Schema.optionalKey(Schema.String), "URL of this schema, for editors. Sheaf ignores it."),
  timeouts: Schema.optionalKey(TimeoutsSection),
  retention: Schema.optionalKey(RetentionSection),
  limits: Schema.optionalKey(LimitsSection),
  electronicId: Schema.optionalKey(ElectronicIdSection),
  connectors: Schema.optionalKey(ConnectorsSection),
  banks: Schema.optionalKey(BanksSection),
  bundles: Schema.optionalKey(BundlesSection),
  pdf: Schema.optionalKey(
    Schema.Struct({
      layouts: Setting.of(
        Schema.optionalKey(Schema.Array(Schema.NonEmptyString).check(Schema.isMaxLength(1000))),
        "[Layouts](pdf-layouts.md) of your own: files, folders of JSON files, or `bundle:NAME/layouts` for those of an " +
          "installed bundle. Paths are relative to this file's folder."
      )
    }).annotate({ description: "Uploaded documents." })
  ),
  companies: Schema.optionalKey(
    Schema.Struct({
      publishSuccessRates: Setting.flag(
        "Adds to `GET /companies/availability` how often collections succeeded in the last 30 days, and how long " +
          "they took.",
        false
      )
    }).annotate({ description: "All companies." })
  ),
  issuers: Schema.optionalKey(issuers),
  tls: Schema.optionalKey(tls),
  proxies: Schema.optionalKey(proxies),
  allowedOrigins: Schema.optionalKey(allowedOrigins),
  webhooks: Schema.optionalKey(
    Schema.Struct({
      allowPrivateAddresses: Setting.flag(
        "Allows webhook endpoints on this machine, over http or https, but not in private networks. On by default " +
          "outside production mode, if only this machine can reach the service."
      )
    }).annotate({ description: "Deliveries to webhook endpoints." })
  ),
  connect: Schema.optionalKey(ConnectSection),
  versions: Schema.optionalKey(
    Schema.Struct({
      sunset: Setting.of(
        Schema.optionalKey(sunset),
        'Last day of each deprecated version, such as `{ "VERSION": "2027-12-31" }`. Sheaf announces it in every ' +
          "response of that version and at `/versions`. The version keeps running."
      )
    }).annotate({ description: "The versions of the API." })
  ),
  ...Mode.sections
}).annotate({ identifier: "SheafConfig", description: "Sheaf's configuration file." })

export type ConfigFile = typeof ConfigFile.Type

export const jsonSchema = () => {
  const { definitions, schema } = Schema.toJsonSchemaDocument(ConfigFile, { onExcessProperty: "error" })
  const profile = Schema.toJsonSchemaDocument(BankProfile.BankProfile, { onExcessProperty: "error" })
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "The configuration file of Sheaf",
    ...schema,
    $defs: { ...definitions, ...profile.definitions }
  }
}
