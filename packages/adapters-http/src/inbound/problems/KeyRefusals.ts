/** The problems for API keys whose limits do not allow a request (spec 5). */
import type { KeyScope } from "@sheaf/domain/KeyScope"
import type { CallerRefusal } from "./CertificateRefusals.ts"

export const network: CallerRefusal = {
  code: "NETWORK_NOT_ALLOWED",
  detail: "The API key is restricted to certain networks, and the request comes from another network."
}

export const missing = (scope: KeyScope): CallerRefusal => ({
  code: "INSUFFICIENT_SCOPE",
  detail: `The API key lacks the scope ${scope}.`
})
