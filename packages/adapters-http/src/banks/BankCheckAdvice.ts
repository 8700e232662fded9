/** The advice of `sheaf bank check` about a failed call: the side that must act, and the necessary change (docs/banks.md). */
import type { BankError } from "@sheaf/ports"
import { OutboundError } from "../outbound/OutboundError.ts"
import { CertificateNotValidError } from "./ProviderCertificates.ts"
import * as BankCallError from "./wire/BankCallError.ts"

/** The side that must act: the operator's configuration, the bank, or the side that the person finds to be wrong. */
export type ResponsibleSide = "CONFIGURATION" | "BANK" | "EITHER"

export interface BankCheckAdvice {
  readonly side: ResponsibleSide
  readonly text: string
}

const advice = (side: ResponsibleSide, text: string): BankCheckAdvice => ({ side, text })

/** The advice about a server that does not know where consents are created. */
export const unknownPathAdvice: BankCheckAdvice = advice(
  "CONFIGURATION",
  "The server knows no `v1/consents` below `url`. Check `url`, which must not end with `/v1`."
)

const ofConnection: Readonly<Record<OutboundError["reason"], BankCheckAdvice>> = {
  FORBIDDEN_ADDRESS: advice(
    "CONFIGURATION",
    "The host of `url` has a private address. Check `url`, or set `allowPrivateAddresses`."
  ),
  OUTSIDE_BASE: advice("BANK", "A link leads to another host than `url`. Sheaf does not follow it."),
  UNREACHABLE: advice(
    "EITHER",
    "Check `url` and `caFile`. The bank also closes connections whose certificate (`qwac`) it does not know."
  ),
  TIMEOUT: advice("BANK", "The bank did not respond in time. Set a larger `timeoutSeconds` if the bank is slow."),
  TOO_LARGE: advice("BANK", "The response exceeds 8 MiB."),
  NO_ROOM: advice("CONFIGURATION", "Sheaf holds too much data. Try again."),
  REDIRECTED: advice(
    "EITHER",
    "Sheaf does not follow HTTP redirects. Set `url` to the final address of the interface."
  ),
  MALFORMED: advice("BANK", "The response is not JSON, or lacks a member that Sheaf needs.")
}

const ofMisfit: Readonly<Record<BankCallError.BankResponseError["reason"], BankCheckAdvice>> = {
  CONFIRMATION: advice(
    "BANK",
    "The bank requires a confirmation (link `confirmation`). Sheaf confirms consents only with `REDIRECT`."
  ),
  CONSENT_ID: advice("BANK", "The consent's id contains characters that a path and a header field cannot contain."),
  NO_PAGE: advice("EITHER", "The consent has no link `scaRedirect`. Check that the bank offers the redirect approach."),
  OAUTH_ADDRESS: advice(
    "CONFIGURATION",
    "The authorization server is at a host that the entry does not allow. Add it to `oauth.hosts`."
  ),
  OAUTH_ERROR: advice(
    "EITHER",
    "The authorization server's response has no OAuth error code. Check `oauth.issuer`, and the addresses in its metadata."
  ),
  OAUTH_METADATA: advice(
    "EITHER",
    "The `issuer` in the authorization server's metadata differs from `oauth.issuer`, or the metadata lists PKCE methods " +
      "without S256."
  ),
  OAUTH_SCOPE: advice("BANK", "The token has another scope than the consent. Ask the bank which scope it grants."),
  PAGE_ADDRESS: advice(
    "CONFIGURATION",
    "The bank's page is at a host that the entry does not allow. Add it to `redirectHosts`."
  ),
  PAGING: advice("BANK", "The pages of transactions repeat, or there are too many of them.")
}

const ofCode = (code: string): BankCheckAdvice | undefined => {
  if (code.startsWith("CERTIFICATE_")) return advice("CONFIGURATION", "The bank rejects the certificate. Check `qwac`.")
  if (code.startsWith("SIGNATURE_")) return advice("CONFIGURATION", "The bank rejects the signature. Check `seal`.")
  if (code === "ROLE_INVALID") return advice("CONFIGURATION", "The bank requires a certificate with the role PSP_AI.")
  if (code === "TIMESTAMP_INVALID") return advice("EITHER", "The clocks of the two sides differ.")
  if (code === "PERIOD_INVALID") return advice("CONFIGURATION", "Check `maximumConsentValidityDays`.")
  return undefined
}

const ofStatus = ({ code, status }: BankCallError.BankStatusError): BankCheckAdvice => {
  if (status >= 500) return advice("BANK", "The bank failed.")
  if (status === 404 && code === undefined)
    return advice("EITHER", "Check that `url` has the complete path before `/v1`.")
  return advice("EITHER", "The bank rejects the request. Compare its documentation with the entry.")
}

/** Returns the advice about a failed call, which begins with the failure itself. */
export const of = ({ cause, reason }: BankError): BankCheckAdvice => {
  const found = (known: BankCheckAdvice, { message }: Error) => ({ ...known, text: `${message}. ${known.text}` })
  if (cause instanceof CertificateNotValidError) return advice("CONFIGURATION", cause.message)
  if (cause instanceof OutboundError) return found(ofConnection[cause.reason], cause)
  if (cause instanceof BankCallError.BankResponseError) return found(ofMisfit[cause.reason], cause)
  if (cause instanceof BankCallError.BankStatusError) {
    return found((cause.code === undefined ? undefined : ofCode(cause.code)) ?? ofStatus(cause), cause)
  }
  return advice("EITHER", `The call failed: ${reason}.`)
}
