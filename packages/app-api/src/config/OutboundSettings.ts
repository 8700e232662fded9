/**
 * The servers that the service calls, as the configuration file names them: each with what is trusted and shown in TLS,
 * out of the files that its entry names.
 */
import type { ElectronicIdHttp, IssuerKeysHttp, RemoteConnectors } from "@sheaf/adapters-http"
import { OutboundTls } from "@sheaf/adapters-mtls"
import type { TokensLive } from "@sheaf/adapters-security"
import { Array as Arr, Effect, Option, Redacted } from "effect"
import type { FileSystem, Path } from "effect"
import type { ConfigFile } from "./ConfigFile.ts"
import * as ConnectorSecret from "./ConnectorSecret.ts"
import * as Durations from "./Durations.ts"
import { refuse } from "./SettingsError.ts"
import type { SettingsError } from "./SettingsError.ts"
import * as TextFile from "./TextFile.ts"

/** An issuer of tokens: what is asked of them, and where its keys are. */
export type Issuer = TokensLive.TrustedIssuer & IssuerKeysHttp.PublishedKeys

interface TlsFiles {
  readonly caFile?: string
  readonly certFile?: string
  readonly keyFile?: string
}

/** What is trusted and shown when a server is called; nothing of its own where no file is named. */
const tlsOf = Effect.fnUntraced(function* (entry: string, { caFile, certFile, keyFile }: TlsFiles) {
  const read = (member: string, path: string) => TextFile.read(`SHEAF_CONFIG: ${entry}.${member}`, path)
  const options: OutboundTls.OutboundTlsOptions = {
    ...(caFile === undefined ? {} : { ca: yield* read("caFile", caFile) }),
    ...(certFile === undefined || keyFile === undefined
      ? {}
      : {
          identity: {
            certificate: yield* read("certFile", certFile),
            key: Redacted.make(yield* read("keyFile", keyFile))
          }
        })
  }
  if (Object.keys(options).length === 0) return {}
  const tls = yield* Effect.fromResult(OutboundTls.make(options)).pipe(
    Effect.catchTag("UnusableCertificates", ({ message }) => refuse(`SHEAF_CONFIG: ${entry}.${message}`))
  )
  return { tls }
})

/** How long one call of the provider may take, in seconds. */
const electronicIdTimeout = 10

/** The provider of electronic identification, where one is configured. */
export const electronicIdOf = Effect.fnUntraced(function* ({ electronicId: entry }: ConfigFile) {
  if (entry === undefined) return Option.none<ElectronicIdHttp.ElectronicIdHttpOptions>()
  return Option.some<ElectronicIdHttp.ElectronicIdHttpOptions>({
    baseUrl: entry.url,
    allowPrivateAddresses: entry.allowPrivateAddresses ?? false,
    timeoutMillis: (entry.timeoutSeconds ?? electronicIdTimeout) * 1000,
    ...(entry.endUserIp === undefined ? {} : { endUserIp: entry.endUserIp }),
    ...(yield* tlsOf("electronicId", entry))
  })
})

/** How long an issuer may take to give its keys, in seconds. Somebody waits for it. */
const issuerTimeout = 5

/** The issuers. Of two with one name, one would speak for the other: our own tokens are of the public address. */
export const issuersOf = (
  { issuers = [] }: ConfigFile,
  publicUrl: Option.Option<string>
): Effect.Effect<ReadonlyArray<Issuer>, SettingsError, FileSystem.FileSystem | Path.Path> =>
  Effect.forEach(
    issuers,
    Effect.fnUntraced(function* ({ client, timeoutSeconds = issuerTimeout, ...entry }, index) {
      const { allowPrivateAddresses = false, algorithms, audience, issuer, jwksUrl } = entry
      if (Option.contains(publicUrl, issuer)) {
        return yield* refuse(`SHEAF_CONFIG: issuers.${index}.issuer is SHEAF_PUBLIC_URL, which issues tokens itself`)
      }
      const trusted: TokensLive.TrustedIssuer = { issuer, audience, clientId: client, algorithms }
      const tls = yield* tlsOf(`issuers.${index}`, entry)
      const published = { issuer, jwksUrl, allowPrivateAddresses, timeoutMillis: timeoutSeconds * 1000, ...tls }
      return { ...trusted, ...published } satisfies Issuer
    })
  )

/** The secret that a connector wants to be shown. */
const secretOf = Effect.fnUntraced(function* (entry: string, secretFile: string | undefined) {
  if (secretFile === undefined) return {}
  return { secret: yield* ConnectorSecret.read(`SHEAF_CONFIG: ${entry}.secretFile`, secretFile) }
})

/** The connectors over HTTP, each with its companies. */
export const connectorsOf = (file: ConfigFile) =>
  Effect.forEach(
    file.connectors ?? [],
    Effect.fnUntraced(function* ({ allowPrivateAddresses = false, companies, secretFile, url, ...entry }, index) {
      const name = `connectors.${index}`
      const options: RemoteConnectors.RemoteConnectorOptions = {
        baseUrl: url,
        allowPrivateAddresses,
        timeoutMillis: Durations.connectorTimeoutOf(file, entry),
        companies: Arr.map(companies, ({ insurance = [], wealth = [], ...company }) => ({
          ...company,
          insurance,
          wealth
        })),
        ...(yield* secretOf(name, secretFile)),
        ...(yield* tlsOf(name, entry))
      }
      return options
    })
  )
