/** Reads the configured electronic-ID providers and the certificate files that their entries name. */
import { ElectronicIds, PersonCertificate } from "@sheaf/adapters-http"
import type { ElectronicIdHttp } from "@sheaf/adapters-http"
import { Effect } from "effect"
import { failWith } from "../errors/OperatorError.ts"
import * as SettingErrors from "./values/SettingErrors.ts"
import * as ServerTls from "./values/ServerTls.ts"
import * as TextFile from "./values/TextFile.ts"
import type { ConfigFile } from "./ConfigFile.ts"
import { defaultCallSeconds } from "./companies/ElectronicIdSection.ts"
import type { BankIdEntry, ElectronicIdEntry, ElectronicIdSection } from "./companies/ElectronicIdSection.ts"

const anchorsOf = Effect.fnUntraced(function* (name: string, file: string) {
  const setting = `SHEAF_CONFIG: ${name}.trustFile`
  const pem = yield* TextFile.read(setting, file)
  return yield* Effect.fromResult(PersonCertificate.trustAnchorsOf(pem)).pipe(
    Effect.catch((fault) => failWith(`${setting}: ${file} ${fault}`))
  )
})

const bankIdOf = (entry: BankIdEntry): ElectronicIdHttp.BankIdOptions => {
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

const environmentOf = Effect.fnUntraced(function* (name: string, entry: ElectronicIdEntry) {
  const target = {
    baseUrl: entry.url,
    allowPrivateAddresses: entry.allowPrivateAddresses ?? false,
    timeoutMillis: (entry.timeoutSeconds ?? defaultCallSeconds) * 1000,
    ...(yield* ServerTls.read(name, entry))
  }
  if (entry.scheme === undefined) {
    const { endUserIp } = entry
    return { ...target, scheme: "bankid", ...(endUserIp !== undefined && { endUserIp }) } as const
  }
  if (entry.scheme === "bankid") return { ...target, scheme: entry.scheme, bankId: bankIdOf(entry) }
  const { keepsProof = false, relyingPartyName, relyingPartyUuid, trustFile } = entry
  const anchors = yield* anchorsOf(name, trustFile)
  const relyingParty = { ...target, anchors, relyingPartyName, relyingPartyUuid, keepsProof }
  if (entry.scheme === "mobile-id") return { ...relyingParty, scheme: entry.scheme }
  const { certificateLevel = "QUALIFIED", flow = "notification", scheme, schemeName = "smart-id" } = entry
  return { ...relyingParty, scheme, schemeName, flow, certificateLevel }
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

/** The link that opens the Swedish electronic-ID app on the person's device. */
const swedishApp = "https://app.bankid.com/?autostarttoken={token}&redirect=null"

export const connectSectionOf = ({ connect, ...file }: ConfigFile): ConfigFile["connect"] =>
  entriesOf(file).some(({ scheme }) => scheme === "bankid") ? { electronicIdApp: swedishApp, ...connect } : connect

/** A provider's test environment inherits all settings of its entry except `caFile`, `certFile` and `keyFile`. */
export const providersOf = (section: typeof ElectronicIdSection.Type | undefined) => {
  if (section === undefined) return Effect.succeed<ReadonlyArray<ElectronicIds.ElectronicIdProvider>>([])
  return "url" in section
    ? Effect.map(providerOf("electronicId", section), (provider) => [provider])
    : SettingErrors.forEach(section, (entry, index) => providerOf(`electronicId.${index}`, entry))
}
