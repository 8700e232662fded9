/** The table of problems for requests that fail before a driving port is called (spec 7, 8, 9). */
import type { Rate } from "@sheaf/domain/Rate"
import * as RequestKey from "@sheaf/domain/RequestKey"
import type { ProblemCode } from "@sheaf/http-contract"

const refusal = <Code extends ProblemCode.ProblemCode>(code: Code, detail: string) => ({ code, detail })

export const table = {
  notHttp: refusal("MALFORMED_REQUEST", "The bytes are not an HTTP/1.1 request, or the header is too large."),
  noHost: refusal("MALFORMED_REQUEST", "An HTTP/1.1 request must have exactly one Host header."),
  otherHost: refusal(
    "MISDIRECTED_REQUEST",
    "A sandbox on this machine serves only localhost and loopback addresses. Set SHEAF_PUBLIC_URL to use another name."
  ),
  tooSlow: refusal("REQUEST_TOO_SLOW", "The request arrived too slowly."),
  otherCoding: refusal("TRANSFER_CODING_NOT_SUPPORTED", "Transfer-Encoding must be exactly chunked."),
  otherHttp: refusal("HTTP_VERSION_NOT_SUPPORTED", "The request line must name HTTP/1.1 or HTTP/1.0."),
  noRoute: refusal("UNKNOWN_ROUTE", "No version has this path."),
  wrongMethod: (allowed: string) => refusal("METHOD_NOT_ALLOWED", `The path supports only ${allowed}.`),
  noVersion: (running: string) =>
    refusal("UNSUPPORTED_VERSION", `Send Service-Version with one of the running versions: ${running}.`),
  otherVersion: (asked: string, holders: string) =>
    refusal("NOT_IN_THIS_VERSION", `Version ${asked} has no such path. Send Service-Version with one of: ${holders}.`),
  rateLimited: ({ name, quota, windowMillis }: Rate) =>
    refusal("RATE_LIMITED", `The rate "${name}" allows ${quota} requests in ${windowMillis / 1000} seconds.`),
  invalidKey: refusal(
    "INVALID_IDEMPOTENCY_KEY",
    `Send Idempotency-Key once, with 1 to ${RequestKey.maximumLength} visible ASCII characters, with or without quotation marks.`
  ),
  keyNotSupported: refusal(
    "IDEMPOTENCY_KEY_NOT_SUPPORTED",
    "The response contains a secret, which cannot be returned again. Omit Idempotency-Key."
  ),
  keyInUse: refusal("IDEMPOTENCY_KEY_IN_USE", "A request with this Idempotency-Key is still running."),
  notAcceptable: refusal("NOT_ACCEPTABLE", "The response is application/json, but the Accept header excludes JSON."),
  unsupportedMediaType: refusal(
    "UNSUPPORTED_MEDIA_TYPE",
    "The body must be application/json in UTF-8, without a content coding."
  ),
  tooLarge: (maximum: number) => refusal("BODY_TOO_LARGE", `The body is larger than ${maximum} bytes.`),
  tooLargeOutsideFile: (maximum: number) =>
    refusal("BODY_TOO_LARGE", `The body is larger than ${maximum} bytes not counting the PDF's content.`),
  tooManyLargeBodies: refusal(
    "TOO_MANY_LARGE_BODIES",
    "The service is already reading the maximum number of large bodies."
  ),
  tooManyDownloads: refusal(
    "TOO_MANY_DOWNLOADS",
    "Responses with data and documents that are not read yet have reached their limit."
  ),
  endedEarly: refusal("MALFORMED_JSON", "The body ended early."),
  tooDeep: (levels: number) =>
    refusal("MALFORMED_JSON", `The body nests arrays and objects more than ${levels} levels deep.`),
  notJson: refusal("MALFORMED_JSON", "The body is not one complete JSON value."),
  notUtf8: refusal("INVALID_TEXT", "The body is not UTF-8."),
  repeatedMembers: refusal("DUPLICATE_MEMBER", "An object must not have two members with the same name."),
  unpairedSurrogates: refusal("INVALID_TEXT", "Strings must not contain unpaired surrogates."),
  unknownId: refusal("NOT_FOUND", "No such object, or it belongs to another client."),
  noProblemPage: refusal("NOT_FOUND", "No such problem code."),
  noPage: refusal("NOT_FOUND", "No such guide or script."),
  noReturn: refusal("NOT_FOUND", "The return address is unknown or was already used."),
  crossSite: refusal("CROSS_SITE_REQUEST", "Only the Connect page of this service can send this request."),
  notReady: refusal("NOT_READY", "The service is starting or shutting down, or its database cannot be used."),
  unanswered: refusal("NOT_READY", "The service did not respond in time. Whether it did what you asked is unknown."),
  noDatabase: refusal("NOT_READY", "The service's database does not respond, or cannot store anything.")
}
