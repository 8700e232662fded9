/**
 * Checks that a request's certificate matches its credentials (spec 5.3). A certificate is not a credential. It
 * only limits a connection to the API keys and tokens of the certificate's client.
 */
import type { Caller, Peer } from "@sheaf/ports"
import type * as CertificateRefusals from "../../problems/CertificateRefusals.ts"

/** Returns the reason to reject a caller with this certificate, or with none. */
export const misfitOf = (
  { clientId, environment, requiresMutualTls = false }: Caller,
  peer: Peer | undefined
): keyof typeof CertificateRefusals.ofCallers | undefined => {
  if (peer === undefined) return requiresMutualTls ? "missing" : undefined
  if (peer.environment !== environment) return "otherEnvironment"
  return peer.clientId === clientId ? undefined : "otherClient"
}
