/** The servers that Sheaf calls, with the certificates and secrets from the files that each entry names. */
import type { ElectronicIdHttp, IssuerKeysHttp, RemoteConnectors } from "@sheaf/adapters-http"
import { OutboundTls } from "@sheaf/adapters-mtls"
import type { TokensLive } from "@sheaf/adapters-security"
import { Array as Arr, Effect, Option } from "effect"
import { refuse } from "../operator/OperatorError.ts"
import { callSeconds } from "./ConfigFile.ts"
import type { ConfigFile } from "./ConfigFile.ts"
import type { TlsFiles } from "./values/ConfiguredServer.ts"
import * as Durations from "./Durations.ts"
import * as Faults from "./values/Faults.ts"
import * as PairFiles from "./values/PairFiles.ts"
import * as TextFile from "./values/TextFile.ts"

/** An external token issuer: the rules for its tokens, and the address of its keys. */
export type Issuer = TokensLive.TrustedIssuer & IssuerKeysHttp.PublishedKeys

/** Reads the authority that Sheaf trusts and the certificate that it presents, if the entry names them. */
const tlsOf = Effect.fnUntraced(function* (entry: string, { caFile, certFile, keyFile }: TlsFiles) {
  const name = `SHEAF_CONFIG: ${entry}`
  if (caFile === undefined && certFile === undefined) return {}
  const [ca, identity] = yield* Faults.both(
    caFile === undefined ? Effect.undefined : TextFile.read(`${name}.caFile`, caFile),
    certFile === undefined || keyFile === undefined ? Effect.undefined : PairFiles.read(name, { certFile, keyFile })
  )
  const options: OutboundTls.OutboundTlsOptions = {
    ...(ca !== undefined && { ca }),
    ...(identity !== undefined && { identity })
  }
  const tls = yield* Effect.fromResult(OutboundTls.make(options)).pipe(
    Effect.catchTag("UnusableCertificates", ({ message }) => refuse(`SHEAF_CONFIG: ${entry}.${message}`))
  )
  return { tls }
})

/** Returns the configured electronic-ID provider. */
export const electronicIdOf = Effect.fnUntraced(function* ({ electronicId: entry }: ConfigFile) {
  if (entry === undefined) return Option.none<ElectronicIdHttp.ElectronicIdHttpOptions>()
  return Option.some<ElectronicIdHttp.ElectronicIdHttpOptions>({
    baseUrl: entry.url,
    allowPrivateAddresses: entry.allowPrivateAddresses ?? false,
    timeoutMillis: (entry.timeoutSeconds ?? callSeconds.electronicId) * 1000,
    ...(entry.endUserIp !== undefined && { endUserIp: entry.endUserIp }),
    ...(yield* tlsOf("electronicId", entry))
  })
})

/**
 * Returns the token issuers. No issuer can have the public address, because that is the issuer of Sheaf's own tokens.
 */
export const issuersOf = ({ issuers = [] }: ConfigFile, publicUrl: Option.Option<string>) =>
  Faults.forEach(
    issuers,
    Effect.fnUntraced(function* (entry, index) {
      const {
        allowPrivateAddresses = false,
        algorithms,
        audience,
        client,
        issuer,
        jwksUrl,
        timeoutSeconds = callSeconds.issuer
      } = entry
      const [tls] = yield* Faults.both(
        tlsOf(`issuers.${index}`, entry),
        Option.contains(publicUrl, issuer)
          ? refuse(`SHEAF_CONFIG: issuers.${index}.issuer must differ from SHEAF_PUBLIC_URL`)
          : Effect.void
      )
      const taken: Issuer = {
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

/** Returns the connectors over HTTP, each with its companies. */
export const connectorsOf = (file: ConfigFile) =>
  Faults.forEach(
    file.connectors ?? [],
    Effect.fnUntraced(function* (
      {
        allowPrivateAddresses = false,
        attributes = [],
        companies,
        deviceHosts,
        redirectHosts,
        secretFile,
        showsClient = false,
        url,
        ...entry
      },
      index
    ) {
      const name = `connectors.${index}`
      const [secret, tls] = yield* Faults.both(
        secretFile === undefined
          ? Effect.undefined
          : TextFile.readBearer(`SHEAF_CONFIG: ${name}.secretFile`, secretFile),
        tlsOf(name, entry)
      )
      const options: RemoteConnectors.RemoteConnectorOptions = {
        baseUrl: url,
        allowPrivateAddresses,
        attributes,
        showsClient,
        ...(deviceHosts !== undefined && { deviceHosts }),
        ...(redirectHosts !== undefined && { redirectHosts }),
        timeoutMillis: Durations.connectorTimeoutOf(file, entry),
        companies: Arr.map(companies, (company) => ({ insurance: [], wealth: [], ...company })),
        ...(secret !== undefined && { secret }),
        ...tls
      }
      return options
    })
  )
