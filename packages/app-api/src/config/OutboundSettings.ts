/** The servers that Sheaf calls, with the certificates and secrets from the files that each entry names. */
import type { IssuerKeysHttp, RemoteConnectors } from "@sheaf/adapters-http"
import type { TokensLive } from "@sheaf/adapters-security"
import { Array as Arr, Effect, Option } from "effect"
import { refuse } from "../operator/OperatorError.ts"
import { issuerSeconds } from "./ConfigFile.ts"
import type { ConfigFile } from "./ConfigFile.ts"
import * as Durations from "./Durations.ts"
import * as Faults from "./values/Faults.ts"
import * as ServerTls from "./values/ServerTls.ts"
import * as TextFile from "./values/TextFile.ts"

/** An external token issuer: the rules for its tokens, and the address of its keys. */
export type Issuer = TokensLive.TrustedIssuer & IssuerKeysHttp.PublishedKeys

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
        timeoutSeconds = issuerSeconds
      } = entry
      const [tls] = yield* Faults.both(
        ServerTls.read(`issuers.${index}`, entry),
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
        ServerTls.read(name, entry)
      )
      const options: RemoteConnectors.RemoteConnectorOptions = {
        baseUrl: url,
        allowPrivateAddresses,
        attributes,
        showsClient,
        ...(deviceHosts !== undefined && { deviceHosts }),
        timeoutMillis: Durations.connectorTimeoutOf(file, entry),
        companies: Arr.map(companies, (company) => ({ insurance: [], wealth: [], ...company })),
        ...(secret !== undefined && { secret }),
        ...tls
      }
      return options
    })
  )
