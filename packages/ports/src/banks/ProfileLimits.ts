/** Settings that no profile may change, which makes even a malicious profile harmless (docs/banks.md). */

/**
 * Header fields that only Sheaf may set: they authenticate Sheaf or the person, delimit the message, or tell the bank
 * where to send people and notifications.
 */
const ownFields = [
  "authorization",
  "connection",
  "consent-id",
  "content-encoding",
  "content-length",
  "content-type",
  "cookie",
  "date",
  "digest",
  "expect",
  "forwarded",
  "host",
  "keep-alive",
  "signature",
  "te",
  "tpp-redirect-uri",
  "tpp-nok-redirect-uri",
  "tpp-notification-uri",
  "tpp-signature-certificate",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "x-request-id"
]

/** Header fields with these prefixes describe the person, or override the request's address or method. */
const ownPrefixes = /^(?:(?:psu|proxy|x-forwarded)-|x-(?:http-)?method)/

/** Returns true if a profile may set the header field. `name` must be in lower case. */
export const isFreeHeader = (name: string): boolean => !ownFields.includes(name) && !ownPrefixes.test(name)

/**
 * Returns true if no path segment is `.` or `..`, not even when doubly encoded or followed by a semicolon: some servers
 * decode twice, or ignore what follows a semicolon.
 */
export const hasPlainSegments = (path: string): boolean =>
  path.split("/").every((segment) => !/^\.{1,2}(?:;|%(?:25)*3b|$)/i.test(segment.replaceAll(/%(?:25)*2e/gi, "."))) &&
  !/%(?:25)*(?:2f|5c)/i.test(path)

/**
 * Returns true for the parameters that only Sheaf may set: they identify Sheaf, the person's browser and the consent.
 */
export const isOwnParameter = (name: string): boolean =>
  /^(?:client_id|code_challenge.*|nonce|redirect_uri|request|request_uri|response_mode|response_type|scope|state)$/i.test(
    name
  )

export const isOwnTokenParameter = (name: string): boolean =>
  /^(?:client_.*|code|code_verifier|grant_type|redirect_uri|refresh_token|scope)$/i.test(name)
