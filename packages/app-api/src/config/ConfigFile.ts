/**
 * The configuration file that `SHEAF_CONFIG` names: one JSON object. Unknown members are rejected, because they are
 * probably typos.
 */
import { IssuerKeysHttp, Networks } from "@sheaf/adapters-http"
import { Issuance } from "@sheaf/adapters-mtls"
import * as ApiVersion from "@sheaf/domain/ApiVersion"
import { CalendarDate } from "@sheaf/domain/CalendarDate"
import { isLoopbackHost } from "@sheaf/domain/IpAddress"
import { Result, Schema } from "effect"
import { BlockList, isIP } from "node:net"
import * as ConfiguredServer from "./ConfiguredServer.ts"
import { BanksSection } from "./companies/BanksSection.ts"
import { ConnectSection } from "./connect/ConnectSection.ts"
import { ConnectorsSection } from "./companies/ConnectorsSection.ts"
import texts from "./texts.json" with { type: "json" }

const { path, whole } = ConfiguredServer

/** A number of requests in a minute. */
const perMinute = whole(1, 10_000_000)

/** A duration of at most a year, because larger values are usually milliseconds. */
const seconds = whole(1, 365 * 24 * 60 * 60)

const electronicId = Schema.Struct({
  ...ConfiguredServer.members,
  timeoutSeconds: whole(1, 60),
  endUserIp: Schema.optionalKey(
    Schema.String.check(Schema.makeFilter((text) => isIP(text) !== 0 || "expected an IPv4 or IPv6 address"))
  )
})
  .annotate({ description: texts.electronicId })
  .check(Schema.makeFilter(ConfiguredServer.issuesOf))

type PublishedKeys = Pick<IssuerKeysHttp.PublishedKeys, "allowPrivateAddresses" | "jwksUrl">

const issuesOfPublishedKeys = (published: PublishedKeys) => {
  const base = IssuerKeysHttp.baseOf(published)
  return Result.isFailure(base) ? [{ path: ["jwksUrl"], issue: `the address ${base.failure.message}` }] : []
}

const issuer = Schema.Struct({
  issuer: Schema.NonEmptyString,
  audience: Schema.NonEmptyString,
  client: Schema.NonEmptyString,
  jwksUrl: Schema.String,
  algorithms: Schema.NonEmptyArray(Schema.Literals(["ES256", "PS256", "EdDSA"])).check(Schema.isUnique()),
  caFile: path,
  allowPrivateAddresses: Schema.optionalKey(Schema.Boolean),
  timeoutSeconds: whole(1, 60)
}).check(Schema.makeFilter(issuesOfPublishedKeys))

/** Two clients cannot share an issuer, because its tokens would not show which client a user belongs to. */
const issuesOfIssuers = (issuers: ReadonlyArray<{ readonly issuer: string }>) =>
  issuers.flatMap(({ issuer: name }, index) =>
    issuers.findIndex((other) => other.issuer === name) < index
      ? [{ path: [index, "issuer"], issue: "another entry has this issuer" }]
      : []
  )

const issuers = Schema.Array(issuer).annotate({ description: texts.issuers }).check(Schema.makeFilter(issuesOfIssuers))

const tls = Schema.Struct({ certificateDays: whole(1, Issuance.daysMaximum), certFile: path, keyFile: path })
  .annotate({ description: texts.tls })
  .check(Schema.makeFilter(ConfiguredServer.issuesOfPair))

/** The first IPv4-mapped IPv6 address. All IPv4-mapped addresses share its first 96 bits (RFC 4291 §2.5.5.2). */
const ipv4 = { first: "::ffff:0:0", bits: 96 }

/** Returns true if an IPv6 network contains all IPv4 addresses. An operator who writes `::/0` might mean IPv6 only. */
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
  description: texts.proxies
})

const issueOfOrigin = (text: string): string | undefined => {
  const url = URL.parse(text)
  if (url?.origin !== text || text.includes("*"))
    return "expected an origin such as https://app.example, without a path"
  const isSafe = url.protocol === "https:" || (url.protocol === "http:" && isLoopbackHost(url.hostname))
  return isSafe ? undefined : `${text} is not protected by TLS: use https, or a page on this machine`
}

const allowedOrigins = Schema.Array(Schema.String.check(Schema.makeFilter(issueOfOrigin))).annotate({
  description: texts.allowedOrigins
})

/** A version is deprecated as of the date after which its successor is named. */
const issueOfSunset = (version: string, day: string): string | undefined => {
  const { running } = ApiVersion
  if (!ApiVersion.isRunning(version)) return `unknown version ${version}; expected one of ${running.join(", ")}`
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
  $schema: Schema.optionalKey(
    Schema.String.annotate({ description: "The address of this schema, for editors. Sheaf ignores it." })
  ),
  timeouts: Schema.optionalKey(
    Schema.Struct({
      contactFormSeconds: seconds,
      collectionInputSeconds: seconds,
      twoFactorCodeSeconds: seconds,
      twoFactorChoiceSeconds: seconds,
      electronicIdSeconds: seconds,
      collectionSeconds: seconds,
      connectorCallSeconds: seconds,
      connectorRetrySeconds: seconds,
      consentAuthorizationSeconds: seconds,
      consentConfirmationSeconds: seconds,
      consentCheckSeconds: seconds
    }).annotate({ description: texts.timeouts })
  ),
  retention: Schema.optionalKey(
    Schema.Struct({
      dataSeconds: seconds,
      recordSeconds: seconds,
      idempotencySeconds: seconds,
      eventsSeconds: seconds,
      eraseWithConsent: Schema.optionalKey(Schema.Boolean)
    }).annotate({ description: texts.retention })
  ),
  limits: Schema.optionalKey(
    // The lower bound leaves room for a start request with its parameters. The upper bound is necessary because bodies
    // are held in memory.
    Schema.Struct({
      bodyBytes: whole(1024, 16 * 1024 * 1024),
      drainSeconds: whole(0, 300),
      heldRequests: whole(0, 100_000),
      heldRequestsPerClient: whole(0, 100_000),
      connections: whole(1, 1_000_000),
      connectionsPerAddress: whole(1, 1_000_000),
      largeBodies: whole(1, 1_000),
      largeBodiesPerClient: whole(1, 1_000),
      downloadMegabytes: whole(20, 16_384),
      downloadMegabytesPerClient: whole(20, 16_384),
      bytesPerSecond: whole(1, 1024 * 1024),
      slowSeconds: whole(1, 60),
      headerSeconds: whole(1, 60),
      statusReadsPerMinute: perMinute,
      startsPerMinute: perMinute,
      requestsPerMinute: perMinute,
      failedAuthenticationsPerMinute: perMinute,
      connectRequestsPerMinute: perMinute,
      connectStartsPerMinute: perMinute,
      usersPerPersonAddress: whole(1, 100_000),
      runningCollectionsPerClient: whole(1, 10_000_000),
      openOrdersPerPerson: whole(1, 1_000_000),
      startsPerLogin: whole(1, 100_000),
      startsPerLoginAfterFailure: whole(1, 100_000),
      startsPerLoginSeconds: seconds,
      // Sheaf shows and discards at most 100 collections and consents of a session.
      startsPerConnectSession: whole(1, 100),
      pdfReadings: whole(1, 64),
      pdfWaitingPerClient: whole(1, 100_000)
    }).annotate({ description: texts.limits })
  ),
  electronicId: Schema.optionalKey(electronicId),
  connectors: Schema.optionalKey(ConnectorsSection),
  banks: Schema.optionalKey(BanksSection),
  issuers: Schema.optionalKey(issuers),
  tls: Schema.optionalKey(tls),
  proxies: Schema.optionalKey(proxies),
  allowedOrigins: Schema.optionalKey(allowedOrigins),
  webhooks: Schema.optionalKey(
    Schema.Struct({ allowPrivateAddresses: Schema.optionalKey(Schema.Boolean) }).annotate({
      description: texts.webhooks
    })
  ),
  connect: Schema.optionalKey(ConnectSection),
  versions: Schema.optionalKey(
    Schema.Struct({ sunset: Schema.optionalKey(sunset) }).annotate({ description: texts.versions })
  ),
  sandbox: Schema.optionalKey(
    Schema.Struct({ loginHostPort: whole(0, 65_535) }).annotate({ description: texts.sandbox })
  )
}).annotate({ identifier: "SheafConfig", description: "Sheaf's configuration file." })

export type ConfigFile = typeof ConfigFile.Type
