/** The configuration file that `SHEAF_CONFIG` names: one JSON object; members that it does not know are refused. */
import { ClientCertField, IssuerKeysHttp } from "@sheaf/adapters-http"
import { Issuance } from "@sheaf/adapters-mtls"
import * as ApiVersion from "@sheaf/domain/ApiVersion"
import { CalendarDate } from "@sheaf/domain/CalendarDate"
import { Result, Schema } from "effect"
import { BlockList, isIP } from "node:net"
import * as ConfiguredServer from "./ConfiguredServer.ts"
import { ConnectorsSection } from "./ConnectorsSection.ts"

const { path, whole } = ConfiguredServer

/** More than a year is a slip: milliseconds, most likely. */
const seconds = whole(1, 365 * 24 * 60 * 60)

/** Less does not hold a start with its parameters; more is held in memory for everybody who cares to send it. */
const bodyBytes = whole(1024, 16 * 1024 * 1024)

/** Whoever stops a service waits for its end, and ends it by force in the long run. */
const drainSeconds = whole(0, 300)

const ipAddress = Schema.optionalKey(
  Schema.String.check(Schema.makeFilter((text) => isIP(text) !== 0 || "an IPv4 or IPv6 address is expected"))
)

const electronicId = Schema.Struct({
  ...ConfiguredServer.members,
  timeoutSeconds: whole(1, 60),
  endUserIp: ipAddress
})
  .annotate({
    description:
      "The provider of electronic identification: its base address, to which auth, collect and cancel are added, and how " +
      "it is called. Without it, the sandbox plays one."
  })
  .check(Schema.makeFilter(ConfiguredServer.misfitsOf))

type PublishedKeys = Pick<IssuerKeysHttp.PublishedKeys, "allowPrivateAddresses" | "jwksUrl">

const misfitsOfPublishedKeys = (published: PublishedKeys) => {
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
}).check(Schema.makeFilter(misfitsOfPublishedKeys))

/** Two clients cannot have one issuer: whose users would its tokens name? */
const misfitsOfIssuers = (issuers: ReadonlyArray<{ readonly issuer: string }>) =>
  issuers.flatMap(({ issuer: name }, index) =>
    issuers.findIndex((other) => other.issuer === name) < index
      ? [{ path: [index, "issuer"], issue: "another entry has this issuer" }]
      : []
  )

const issuers = Schema.Array(issuer)
  .annotate({
    description:
      "Issuers of tokens in the name of users, each for one client: what its tokens say in iss and aud, where its keys " +
      "are published, and with which algorithms it signs."
  })
  .check(Schema.makeFilter(misfitsOfIssuers))

const tls = Schema.Struct({ certificateDays: whole(1, Issuance.daysMaximum), certFile: path, keyFile: path })
  .annotate({
    description:
      "Mutual TLS: the certificate of the server and its key, as PEM files that are read again when they change (without " +
      "them, the sandbox makes its own); and for how many days a client's certificate is good, from when it is signed."
  })
  .check(Schema.makeFilter(ConfiguredServer.misfitsOfPair))

/** IPv4 as IPv6 writes it (RFC 4291 §2.5.5.2): addresses with 96 bits in common, of which this is the first. */
const ipv4 = { first: "::ffff:0:0", bits: 96 }

/** Whether all of IPv4 is in a network of IPv6, where it is a small part of it. Who writes `::/0` may mean IPv6 alone. */
const holdsIpv4 = (text: string): boolean => {
  const [address = "", bits] = text.split("/")
  if (isIP(address) !== 6 || bits === undefined || Number(bits) >= ipv4.bits) return false
  const network = new BlockList()
  network.addSubnet(address, Number(bits), "ipv6")
  return network.check(ipv4.first, "ipv6")
}

const misfitOfProxy = (text: string): string | undefined => {
  if (!ClientCertField.isAddressOrNetwork(text)) return "an address or a network (10.0.0.0/8) is expected"
  return holdsIpv4(text) ? `every address of IPv4 is in ${text} as well: name networks of IPv4 as such` : undefined
}

const proxies = Schema.Array(Schema.String.check(Schema.makeFilter(misfitOfProxy))).annotate({
  description:
    "The addresses and networks of proxies that end mutual TLS: from them, and from nobody else, the header Client-Cert " +
    "is believed."
})

/** A version is deprecated from the day on that names the next one; the newest has no next one. */
const misfitOfSunset = (version: string, day: string): string | undefined => {
  const { running } = ApiVersion
  if (!ApiVersion.isRunning(version)) return `no version ${version} runs; running are ${running.join(", ")}`
  const deprecated = ApiVersion.successorOf(version)
  if (deprecated === undefined) return `${version} is the newest version: it has no end yet`
  return day < deprecated ? `${version} is deprecated since ${deprecated}, and cannot end before` : undefined
}

const sunset = Schema.Record(Schema.String, CalendarDate).check(
  Schema.makeFilter((days) =>
    Object.entries(days).flatMap(([version, day]) => {
      const issue = misfitOfSunset(version, day)
      return issue === undefined ? [] : [{ path: [version], issue }]
    })
  )
)

export const ConfigFile = Schema.Struct({
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
      consentCheckSeconds: seconds
    }).annotate({
      description:
        "How long a collection waits for people and companies, and a consent for its person; and how often a bank is asked " +
        "whether a consent still holds. No question may wait longer than the whole collection."
    })
  ),
  retention: Schema.optionalKey(
    Schema.Struct({ dataSeconds: seconds, recordSeconds: seconds }).annotate({
      description:
        "How long what was collected, and the record of a collection, are kept after it has ended. The record is kept " +
        "at least as long as the data."
    })
  ),
  limits: Schema.optionalKey(
    Schema.Struct({ bodyBytes, drainSeconds }).annotate({
      description:
        "The largest body of a request; and how long the service goes on answering, with 503 at /ready, after it was " +
        "told to stop."
    })
  ),
  electronicId: Schema.optionalKey(electronicId),
  connectors: Schema.optionalKey(ConnectorsSection),
  issuers: Schema.optionalKey(issuers),
  tls: Schema.optionalKey(tls),
  proxies: Schema.optionalKey(proxies),
  versions: Schema.optionalKey(
    Schema.Struct({ sunset: Schema.optionalKey(sunset) }).annotate({
      description:
        "The day on which a replaced version is to end, by the version: it is announced to clients, and ends nothing."
    })
  ),
  sandbox: Schema.optionalKey(
    Schema.Struct({ loginHostPort: whole(0, 65_535) }).annotate({
      description: "The port of the host at which clients log in for the sandbox's companies; 0 takes any that is free."
    })
  )
}).annotate({ identifier: "SheafConfig", description: "The configuration file of Sheaf." })

export type ConfigFile = typeof ConfigFile.Type
