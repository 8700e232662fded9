/**
 * Whether the certificate of a request goes with its credentials (decisions 15). A certificate is no credential by itself:
 * it narrows the callers that can use the others down to its own client.
 */
import type { ProblemCode } from "@sheaf/http-contract"
import type { Caller, Peer } from "@sheaf/ports"

/** Why a caller is refused. */
export interface Misfit {
  readonly code: ProblemCode.CodeOf<403>
  readonly detail: string
}

/** What the certificate of the request, or its absence, has against a caller; nothing as a rule. */
export const misfitOf = (
  { clientId, environment, requiresMutualTls = false }: Caller,
  peer: Peer | undefined
): Misfit | undefined => {
  if (peer === undefined) {
    const detail = "The client has to call over mutual TLS, and showed no certificate."
    return requiresMutualTls ? { code: "MUTUAL_TLS_REQUIRED", detail } : undefined
  }
  if (peer.environment !== environment) {
    return { code: "WRONG_ENVIRONMENT", detail: "The certificate is of another environment than the client." }
  }
  const detail = "The certificate is of another client than the API key, or the token."
  return peer.clientId === clientId ? undefined : { code: "CERTIFICATE_MISMATCH", detail }
}
