/** The `electronicId` section of the configuration file: providers of electronic IDs (spec 17). */
import { Schema, Struct } from "effect"
import { isIP } from "node:net"
import * as ConfiguredServer from "../values/ConfiguredServer.ts"
import * as Setting from "../values/Setting.ts"
import { literalsWithMessage } from "./ConnectorsSection.ts"

export const defaultCallSeconds = 10

const address = Schema.String.check(Schema.makeFilter((text) => isIP(text) !== 0 || "expected an IPv4 or IPv6 address"))

const name = Schema.String.check(
  Schema.isPattern(/^[^\p{Cc}]{1,100}$/u, { message: "expected 1 to 100 visible characters" })
)

const uuid = Schema.String.check(
  Schema.isPattern(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i, { message: "expected a UUID" })
)

const oid = Schema.String.check(
  Schema.isPattern(/^[0-9]+(?:\.(?:[0-9]+|\*))+$/, { message: "expected an object identifier such as 1.2.752.78.1.5" })
)

const server = {
  ...ConfiguredServer.serverFields,
  url: ConfiguredServer.baseUrlSetting("`auth`, `collect` and `cancel`, or the paths of the other schemes"),
  timeoutSeconds: Setting.integer(
    1,
    60,
    "Maximum duration of one call, within `timeouts.connectorCallSeconds`.",
    defaultCallSeconds
  )
}

const isCallable = Schema.makeFilter(ConfiguredServer.serverIssues)

const relyingParty = {
  relyingPartyUuid: Setting.of(uuid, "For `smart-id` and `mobile-id`: your UUID at the provider."),
  relyingPartyName: Setting.of(
    name,
    "For `smart-id` and `mobile-id`: your name, exactly as registered at the provider."
  ),
  trustFile: Setting.of(
    Schema.NonEmptyString,
    "For `smart-id` and `mobile-id`: the authorities that issue people's certificates, including intermediate " +
      "ones, as PEM. Sheaf trusts no others."
  )
}

const testRelyingParty = Struct.map(relyingParty, Schema.optionalKey)

const schemeName = Setting.of(
  Schema.optionalKey(literalsWithMessage(Schema.Literals(["smart-id", "smart-id-demo"]))),
  "For `smart-id`: the environment. Use `smart-id-demo` for the provider's demo.",
  "smart-id"
)

const keepsProof = Setting.flag(
  "With a `scheme`: stores the signature of each completed order with the consent, encrypted, until " +
    "the consent is closed.",
  false
)

const schemeMeaning =
  "The protocol: `bankid` (RP API v6), `smart-id` (RP API v3) or `mobile-id` (REST). Without it, Sheaf speaks " +
  "the plain protocol of the sandbox's provider."

const testMeaning =
  "The provider's test environment, for the `_TEST` methods: `url`, and any other members that differ there."

const bankId = Schema.Struct({
  scheme: Setting.of(Schema.Literal("bankid"), schemeMeaning),
  ...server,
  test: Setting.of(Schema.optionalKey(Schema.Struct(server).check(isCallable)), testMeaning),
  requiresEndUserIp: Setting.flag("For `bankid`: rejects starts without the address of the person's device.", true),
  qrPrefix: Setting.of(
    Schema.optionalKey(
      Schema.String.check(Schema.isPattern(/^[a-z0-9-]{1,32}$/, { message: "expected a word such as bankid" }))
    ),
    "For `bankid`: the first word of animated codes.",
    "bankid"
  ),
  pinCode: Setting.flag("For `bankid`: people must enter their code even if the app has biometrics."),
  mrtd: Setting.flag("For `bankid`: people must scan the chip of an identity document."),
  certificatePolicies: Setting.of(
    Schema.optionalKey(Schema.NonEmptyArray(oid).check(Schema.isMaxLength(10), Schema.isUnique())),
    "For `bankid`: the accepted certificate policies. Default: those of the provider."
  ),
  risk: Setting.of(
    Schema.optionalKey(literalsWithMessage(Schema.Literals(["LOW", "MODERATE"]))),
    "For `bankid`: the highest risk at which an order completes. Default: any."
  ),
  returnRisk: Setting.flag("For `bankid`: asks for the risk of each order, which the audit log records.", false),
  keepsProof
})

const smartId = Schema.Struct({
  scheme: Setting.of(Schema.Literal("smart-id"), schemeMeaning),
  ...server,
  test: Setting.of(
    Schema.optionalKey(Schema.Struct({ ...server, ...testRelyingParty, schemeName }).check(isCallable)),
    testMeaning
  ),
  ...relyingParty,
  schemeName,
  flow: Setting.of(
    Schema.optionalKey(literalsWithMessage(Schema.Literals(["notification", "device-link"]))),
    "For `smart-id`: how the person reaches the app. `notification` shows a control code, `device-link` a code to scan " +
      "with another device.",
    "notification"
  ),
  certificateLevel: Setting.of(
    Schema.optionalKey(literalsWithMessage(Schema.Literals(["ADVANCED", "QUALIFIED"]))),
    "For `smart-id`: the lowest accepted level of people's certificates.",
    "QUALIFIED"
  ),
  keepsProof
})

const mobileId = Schema.Struct({
  scheme: Setting.of(Schema.Literal("mobile-id"), schemeMeaning),
  ...server,
  test: Setting.of(
    Schema.optionalKey(Schema.Struct({ ...server, ...testRelyingParty }).check(isCallable)),
    testMeaning
  ),
  ...relyingParty,
  keepsProof
})

const plain = Schema.Struct({
  scheme: Setting.of(
    Schema.optionalKey(Schema.Never.annotate({ message: "expected one of bankid, smart-id, mobile-id" })),
    schemeMeaning
  ),
  ...server,
  test: Setting.of(Schema.optionalKey(Schema.Struct(server).check(isCallable)), testMeaning),
  endUserIp: Setting.of(Schema.optionalKey(address), "Without `scheme`: the IP address in every order.")
})

const entry = Schema.Union([bankId, smartId, mobileId, plain])
  .annotate({ description: "An electronic-ID provider." })
  .check(isCallable)

export type ElectronicIdEntry = typeof entry.Type
export type BankIdEntry = typeof bankId.Type

/**
 * Returns the entry's scheme. An entry without a scheme uses the plain protocol, which identifies people in the same
 * way as the published Swedish scheme.
 */
const servedBy = ({ scheme = "bankid" }: ElectronicIdEntry) => scheme

/**
 * Reports a second entry for the same scheme, because Sheaf could not tell which of the two entries a login method
 * should use.
 */
const issuesOfList = (entries: ReadonlyArray<ElectronicIdEntry>): ReadonlyArray<Schema.FilterIssue> =>
  entries.flatMap((entry, index) =>
    entries.findIndex((other) => servedBy(other) === servedBy(entry)) < index
      ? [{ path: [index, "scheme"], issue: `another entry serves ${servedBy(entry)}` }]
      : []
  )

export const ElectronicIdSection = Schema.Union([
  entry,
  Schema.NonEmptyArray(entry).check(Schema.makeFilter(issuesOfList))
]).annotate({ description: "A provider of electronic IDs, or a list with one provider for each scheme." })
