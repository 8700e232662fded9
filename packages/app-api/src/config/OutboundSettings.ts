/**
 * Reads the settings for servers that Sheaf calls, and the certificates and secrets from the files that each entry
 * names.
 */
import type { IssuerKeysHttp, RemoteConnectors } from "@sheaf/adapters-http"
import type { TokensLive } from "@sheaf/adapters-security"
import { Array as Arr, Effect, Option } from "effect"
import { failWith } from "../errors/OperatorError.ts"
import * as DirectoryEntry from "./companies/DirectoryEntry.ts"
import * as ConnectorsSection from "./companies/ConnectorsSection.ts"
import { defaultIssuerTimeoutSeconds } from "./ConfigFile.ts"
import type { ConfigFile } from "./ConfigFile.ts"
import * as CassetteFiles from "./data/CassetteFiles.ts"
import type { DataFiles } from "./data/DataFiles.ts"
import * as Durations from "./Durations.ts"
import * as SettingErrors from "./values/SettingErrors.ts"
import * as ServerTls from "./values/ServerTls.ts"
import * as TextFile from "./values/TextFile.ts"

/** A token issuer other than Sheaf: the rules for its tokens, and the URL of its keys. */
export type ExternalTokenIssuer = TokensLive.TrustedIssuer & IssuerKeysHttp.IssuerKeySource

/** No issuer may have the service's public URL, because Sheaf's own tokens use it as their issuer. */
export const issuersOf = ({ issuers = [] }: ConfigFile, publicUrl: Option.Option<string>) =>
  SettingErrors.forEach(
    issuers,
    Effect.fnUntraced(function* (entry, index) {
      const {
        allowPrivateAddresses = false,
        algorithms,
        audience,
        client,
        issuer,
        jwksUrl,
        timeoutSeconds = defaultIssuerTimeoutSeconds
      } = entry
      const [tls] = yield* SettingErrors.validateBoth(
        ServerTls.read(`issuers.${index}`, entry),
        Option.contains(publicUrl, issuer)
          ? failWith(`SHEAF_CONFIG: issuers.${index}.issuer must differ from SHEAF_PUBLIC_URL`)
          : Effect.void
      )
      const taken: ExternalTokenIssuer = {
        issuer,
        audience,
        clientId: client,
        algorithms,
        jwksUrl,
        allowPrivateAddresses,
        timeoutMillis: timeoutSeconds * 1000,
        ...tls
      }
      return taken
    })
  )

/**
 * Outside production mode, a connector may have cassettes. Sheaf then replays them instead of calling the connector's
 * server.
 */
export interface ConfiguredConnector extends RemoteConnectors.RemoteConnectorOptions {
  readonly cassettes?: ReadonlyArray<CassetteFiles.CassetteFile>
}

const secretOf = (setting: string, file: string | undefined) =>
  file === undefined ? Effect.undefined : TextFile.readBearerSecret(`SHEAF_CONFIG: ${setting}`, file)

const withPaths = Effect.fnUntraced(function* (entry: ConnectorsSection.ConnectorsSection[number], files: DataFiles) {
  const paths: { -readonly [Name in (typeof ConnectorsSection.fileMembers)[number]]?: string } = {}
  for (const name of ConnectorsSection.fileMembers) {
    const file = entry[name]
    if (file !== undefined) paths[name] = yield* files.resolve(file)
  }
  return { ...entry, ...paths }
})

type CompanyEntries = ConnectorsSection.ConnectorsSection[number]["companies"]

const companiesOf = Effect.fnUntraced(function* (name: string, companies: CompanyEntries, files: DataFiles) {
  const found = yield* SettingErrors.forEach(companies, ({ directory }, index) =>
    DirectoryEntry.read(`${name}.companies.${index}.directory`, directory, files)
  )
  return Arr.map(companies, ({ directory: _, ...company }, index) => ({
    insurance: [],
    wealth: [],
    ...company,
    ...found[index]
  }))
})

export const connectorsOf = (file: ConfigFile, files: DataFiles) =>
  SettingErrors.forEach(
    file.connectors ?? [],
    Effect.fnUntraced(function* (given, index) {
      const {
        allowPrivateAddresses = false,
        attributes = [],
        cassettes: cassetteFiles = [],
        companies,
        deviceHosts,
        redirectHosts,
        secretFile,
        showsClient = false,
        testSecretFile,
        url,
        ...entry
      } = yield* withPaths(given, files)
      const name = `connectors.${index}`
      const cassettes = yield* CassetteFiles.read(`SHEAF_CONFIG: ${name}.cassettes`, cassetteFiles, files)
      const [[secret, testSecret], [tls, served]] = yield* SettingErrors.validateBoth(
        SettingErrors.validateBoth(
          secretOf(`${name}.secretFile`, secretFile),
          secretOf(`${name}.testSecretFile`, testSecretFile)
        ),
        SettingErrors.validateBoth(ServerTls.read(name, entry), companiesOf(name, companies, files))
      )
      const test = ConnectorsSection.testTargetOf({ allowPrivateAddresses, ...entry })
      const options: ConfiguredConnector = {
        baseUrl: url,
        ...(cassettes.length > 0 && { cassettes }),
        allowPrivateAddresses,
        attributes,
        showsClient,
        ...(deviceHosts !== undefined && { deviceHosts }),
        ...(redirectHosts !== undefined && { redirectHosts }),
        timeoutMillis: Durations.connectorTimeoutOf(file, entry),
        companies: served,
        ...(secret !== undefined && { secret }),
        ...(entry.testUrl !== undefined && {
          test: { ...test, ...(testSecret !== undefined && { secret: testSecret }) }
        }),
        ...tls
      }
      return options
    })
  )
