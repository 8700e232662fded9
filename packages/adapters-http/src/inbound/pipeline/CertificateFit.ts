/**
 * Checks that a request's certificate matches its credentials (decisions 15). A certificate is not a credential. It
 * only limits the connection to API keys and tokens that belong to the certificate's client.
 */
import type { ProblemCode } from "@sheaf/http-contract"
import type { Caller, Peer } from "@sheaf/ports"

/** The reason for rejecting a caller. */
export interface Misfit {
  readonly code: ProblemCode.CodeOf<403>
  readonly detail: string
}

/** Returns the reason to reject a caller with this certificate, or without one. */
export const misfitOf = (
  { clientId, environment, requiresMutualTls = false }: Caller,
  peer: Peer | undefined
): Misfit | undefined => {
  if (peer === undefined) {
    const detail = "The client must present its certificate, over mutual TLS."
    return requiresMutualTls ? { code: "MUTUAL_TLS_REQUIRED", detail } : undefined
  }
  if (peer.environment !== environment) {
    return { code: "WRONG_ENVIRONMENT", detail: "The certificate and the client belong to different environments." }
  }
  const detail = "The certificate and the API key or token belong to different clients."
  return peer.clientId === clientId ? undefined : { code: "CERTIFICATE_MISMATCH", detail }
}
