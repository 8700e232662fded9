/** The configured electronic-ID providers, with the certificates from the files in their entries. */
import { ElectronicIds, PersonCertificate } from "@sheaf/adapters-http"
import type { ElectronicIdHttp } from "@sheaf/adapters-http"
import { Effect } from "effect"
import { failWith } from "../errors/OperatorError.ts"
import * as SettingErrors from "./values/SettingErrors.ts"
import * as ServerTls from "./values/ServerTls.ts"
import * as TextFile from "./values/TextFile.ts"
import type { ConfigFile } from "./ConfigFile.ts"
import { defaultCallSeconds } from "./companies/ElectronicIdSection.ts"
import type { ElectronicIdEntry, ElectronicIdSection } from "./companies/ElectronicIdSection.ts"

/** Reads the authorities that issue certificates to people. */
const anchorsOf = Effect.fnUntraced(function* (name: string, file = "") {
  const setting = `SHEAF_CONFIG: ${name}.trustFile`
  const pem = yield* TextFile.read(setting, file)
  return yield* Effect.fromResult(PersonCertificate.trustAnchorsOf(pem)).pipe(
    Effect.catch((fault) => failWith(`${setting}: ${file} ${fault}`))
  )
})

const bankIdOf = (entry: ElectronicIdEntry): ElectronicIdHttp.BankIdOptions => {
  const { certificatePolicies, keepsProof = false, mrtd, pinCode, qrPrefix, returnRisk = false, risk } = entry
  return {
    qrPrefix: qrPrefix ?? "bankid",
    requiresEndUserIp: entry.requiresEndUserIp ?? true,
    requirement: {
      ...(pinCode !== undefined && { pinCode }),
      ...(mrtd !== undefined && { mrtd }),
      ...(certificatePolicies !== undefined && { certificatePolicies }),
      ...(risk !== undefined && { risk })
    },
    returnRisk,
    keepsProof
  }
}

/** Returns one environment of a provider. `name` is its path in the configuration file, for error messages. */
const environmentOf = Effect.fnUntraced(function* (name: string, entry: ElectronicIdEntry) {
  const {
    certificateLevel = "QUALIFIED",
    flow = "notification",
    keepsProof = false,
    relyingPartyName = "",
    relyingPartyUuid = "",
    scheme,
    schemeName = "smart-id"
  } = entry
  const target = {
    baseUrl: entry.url,
    allowPrivateAddresses: entry.allowPrivateAddresses ?? false,
    timeoutMillis: (entry.timeoutSeconds ?? defaultCallSeconds) * 1000,
    ...(yield* ServerTls.read(name, entry))
  }
  if (scheme === undefined) {
    const { endUserIp } = entry
    return { ...target, scheme: "bankid", ...(endUserIp !== undefined && { endUserIp }) } as const
  }
  if (scheme === "bankid") return { ...target, scheme, bankId: bankIdOf(entry) }
  const anchors = yield* anchorsOf(name, entry.trustFile)
  const relyingParty = { ...target, anchors, relyingPartyName, relyingPartyUuid, keepsProof }
  return scheme === "mobile-id"
    ? { ...relyingParty, scheme }
    : { ...relyingParty, scheme, schemeName, flow, certificateLevel }
})

const providerOf = Effect.fnUntraced(function* (name: string, { test, ...entry }: ElectronicIdEntry) {
  const { caFile: _, certFile: __, keyFile: ___, ...inherited } = entry
  const [live, other] = yield* SettingErrors.validateBoth(
    environmentOf(name, entry),
    test === undefined ? Effect.undefined : environmentOf(`${name}.test`, { ...inherited, ...test })
  )
  const provider: ElectronicIds.ElectronicIdProvider = { live, ...(other && { test: other }) }
  return provider
})

const entriesOf = ({ electronicId }: Pick<ConfigFile, "electronicId">): ReadonlyArray<ElectronicIdEntry> => {
  if (electronicId === undefined) return []
  return "url" in electronicId ? [electronicId] : electronicId
}

/** Returns one sentence for each company where Sheaf should identify people, but cannot. */
export const issuesOf = (file: ConfigFile): ReadonlyArray<string> => {
  const entries = entriesOf(file)
  return (file.connectors ?? []).flatMap(({ companies, testUrl }, connector) =>
    companies.flatMap(({ company, identifiedBySheaf, loginMethods }, index) => {
      if (identifiedBySheaf !== true) return []
      const place = `connectors.${connector}.companies.${index}`
      const schemes = ElectronicIds.protocolsOf(loginMethods)
      if (schemes.length === 0) return [`${place}.identifiedBySheaf: needs a login method with an electronic ID`]
      return schemes.flatMap((scheme) => {
        const entry = entries.find((each) => (each.scheme ?? "bankid") === scheme)
        if (entry === undefined)
          return [`${place}.identifiedBySheaf: needs an entry in electronicId with scheme ${scheme}`]
        return testUrl === undefined || entry.test !== undefined
          ? []
          : [
              `connectors.${connector}.testUrl: the _TEST methods of ${company} need test in the ${scheme} entry of electronicId`
            ]
      })
    })
  )
}

/** The URL that opens the published Swedish scheme's app on a device. */
const swedishApp = "https://app.bankid.com/?autostarttoken={token}&redirect=null"

/** Returns the settings of the Connect page. By default, it opens the app of a configured scheme. */
export const connectSectionOf = ({ connect, ...file }: ConfigFile): ConfigFile["connect"] =>
  entriesOf(file).some(({ scheme }) => scheme === "bankid") ? { electronicIdApp: swedishApp, ...connect } : connect

/** Returns the configured providers. A test environment inherits everything except the connection's certificates. */
export const providersOf = (section: typeof ElectronicIdSection.Type | undefined) => {
  if (section === undefined) return Effect.succeed<ReadonlyArray<ElectronicIds.ElectronicIdProvider>>([])
  return "url" in section
    ? Effect.map(providerOf("electronicId", section), (provider) => [provider])
    : SettingErrors.forEach(section, (entry, index) => providerOf(`electronicId.${index}`, entry))
}
