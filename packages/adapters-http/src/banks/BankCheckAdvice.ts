/** What `sheaf bank check` advises about a failed call: who must act, and what must change (docs/banks.md). */
import type { BankError } from "@sheaf/ports"
import { OutboundError } from "../outbound/OutboundError.ts"
import { CertificateNotValidError } from "./ProviderCertificates.ts"
import * as BankCallError from "./wire/BankCallError.ts"
import * as BankMessages from "./wire/BankMessages.ts"

/**
 * Who must act: the operator (`CONFIGURATION`), the bank (`BANK`), or one of the two (`EITHER`) if the failure does not
 * show which.
 */
export type ResponsibleSide = "CONFIGURATION" | "BANK" | "EITHER"

export interface BankCheckAdvice {
  readonly side: ResponsibleSide
  readonly text: string
}

const advice = (side: ResponsibleSide, text: string): BankCheckAdvice => ({ side, text })

export const unknownPathAdvice: BankCheckAdvice = advice(
  "CONFIGURATION",
  "The server has no consents at this address. Check `url`, which must not end with the path prefix, and the profile's " +
    "`pathPrefix` and `paths`. Over STET, it names its `protocol`."
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
  NO_PAGE: advice(
    "EITHER",
    "The consent has no link `scaRedirect`. Check that the bank offers the redirect approach, and the profile's `approaches`."
  ),
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
      "without S256. For a server without metadata, the profile can state `authorizationUrl` or `authorizationLinksUrl`, and " +
      "`tokenUrl`."
  ),
  OAUTH_SCOPE: advice("BANK", "The token has another scope than the consent. Ask the bank which scope it grants."),
  PAGE_ADDRESS: advice(
    "CONFIGURATION",
    "The bank's page is at a host that the entry does not allow. Add it to `redirectHosts`."
  ),
  PAGING: advice("BANK", "The pages of transactions repeat, or there are too many of them.")
}

/** Advises the operator to describe the deviation in these members of the bank's profile. */
const ofProfile = (members: string, text = "The bank rejects the request."): BankCheckAdvice =>
  advice("CONFIGURATION", `${text} A profile can express what the bank wants: ${members}.`)

const signatureAdvice = ofProfile(
  "`signature`: `isRequired`, `headers`, `keyId`",
  "The bank rejects the signature. Check `seal`."
)

const unknownCodeAdvice = ofProfile("`errors`, if the bank's documentation explains the code")

const ofCodes: Readonly<Record<string, BankCheckAdvice>> = {
  ACCESS_EXCEEDED: ofProfile("`frequency`", "The bank accepts no more readings."),
  FORMAT_ERROR: ofProfile(
    "`headers`, `query`, `psuHeaders`, `psuIdType`, `globalAccess`, or `accountList` if it wants accounts by name"
  ),
  PARAMETER_NOT_CONSISTENT: ofProfile("`approaches`, `globalAccess`, `consentDays`"),
  PARAMETER_NOT_SUPPORTED: ofProfile("`approaches`, `globalAccess`, and `covers`, which asks for owners' names"),
  PERIOD_INVALID: ofProfile("`consentDays`, `historyDays` and `historyBeyond`", "The period is too long."),
  PSU_CREDENTIALS_INVALID: ofProfile("`psuIdType`", "The bank does not know the person."),
  ROLE_INVALID: advice("CONFIGURATION", "The bank requires a certificate with the role PSP_AI."),
  SCA_METHOD_UNKNOWN: ofProfile("`scaMethods`"),
  SERVICE_INVALID: ofProfile("`paths`, `consent`"),
  TIMESTAMP_INVALID: advice("EITHER", "The clocks of the two sides differ."),
  TOKEN_EXPIRED: ofProfile("`authentication`", "The bank wants a token."),
  TOKEN_INVALID: ofProfile("`authentication`", "The bank wants a token."),
  TOKEN_UNKNOWN: ofProfile(
    "`authentication`, with the grant `client_credentials` for a token of Sheaf's own, or with `before` if people log in first",
    "The bank wants a token."
  ),
  invalid_client: ofProfile(
    "`authentication`: `clientId`, `method`, `clientSecretFile`",
    "The authorization server does not know Sheaf."
  ),
  invalid_request: ofProfile(
    "`authentication`: `parameters` of the page, `tokenParameters`, `tokenFormat`",
    "The authorization server rejects the request."
  ),
  invalid_scope: ofProfile("`authentication`: `scope`, `personScope`", "The authorization server has no such scope."),
  unauthorized_client: ofProfile("`authentication`: `grant`", "The authorization server rejects the grant."),
  unsupported_grant_type: ofProfile("`authentication`: `grant`", "The authorization server rejects the grant.")
}

/** Texts about missing account data. In the report, a count precedes each text. */
export const ofGaps = {
  noAccounts: "list has no account that Sheaf can use",
  noBalances:
    "account(s) have no balance of a type that Sheaf reads. A profile can name others in `balances` or, over STET, state the " +
    "`consentModel`",
  noTransactions: "account(s) have no transactions. If there should be some, a profile can limit `historyDays`",
  olderTransactions:
    "account(s) have older transactions that the bank does not return now. A profile can state `historyDays`, `historyBeyond` " +
    "and `historyMinutes`",
  noTexts:
    "transaction(s) have neither a text nor the other party. A profile can say in `fields` where the bank hides them",
  noNumbers:
    "account(s) have no IBAN, national account number or masked card number, so that clients cannot request them by name"
} as const

export const all: ReadonlyArray<string> = [
  ...[
    unknownPathAdvice,
    signatureAdvice,
    unknownCodeAdvice,
    ...Object.values(ofConnection),
    ...Object.values(ofMisfit),
    ...Object.values(ofCodes)
  ].map(({ text }) => text),
  ...Object.values(ofGaps)
]

const ofCode = (code: string): BankCheckAdvice | undefined => {
  if (code.startsWith("CERTIFICATE_")) return advice("CONFIGURATION", "The bank rejects the certificate. Check `qwac`.")
  if (code.startsWith("SIGNATURE_")) {
    return signatureAdvice
  }
  return Object.hasOwn(ofCodes, code) ? ofCodes[code] : undefined
}

const ofStatus = ({ code, status }: BankCallError.BankStatusError): BankCheckAdvice => {
  if (status >= 500) return advice("BANK", "The bank failed.")
  if (code !== undefined) {
    return BankMessages.meaningOfTppMessage(code) === undefined
      ? unknownCodeAdvice
      : advice("EITHER", "The bank rejects the request. Compare its documentation with the entry.")
  }
  if (status === 401) return ofProfile("`authentication`", "The bank wants a token, or another certificate.")
  if (status === 404) return ofProfile("`pathPrefix`, `paths`", "The bank has no such resource. Check `url`.")
  return ofProfile("`headers`, `query`, `psuHeaders`")
}

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
