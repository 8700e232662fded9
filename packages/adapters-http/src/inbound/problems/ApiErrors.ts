/**
 * Maps each error to its problem (spec 7, 8, 9). If an error has no row in this table, the table does not compile. The
 * type of each row contains the problem's code, because operations declare the codes that they return.
 */
import type { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import type { CompanyId } from "@sheaf/domain/Company"
import type { ApiKeyScope } from "@sheaf/domain/ApiKeyScope"
import * as PdfContent from "@sheaf/domain/PdfContent"
import type { RateLimit } from "@sheaf/domain/RateLimit"
import * as IdempotencyKey from "@sheaf/domain/IdempotencyKey"
import type { Violation } from "@sheaf/domain/Violation"
import * as WebhookEndpoint from "@sheaf/domain/WebhookEndpoint"
import { Problem, ProblemCode } from "@sheaf/http-contract"
import type * as Ports from "@sheaf/ports"
import { Effect } from "effect"
import type { HttpApiSchema } from "effect/http-api"
import { credentialRows } from "./CredentialRows.ts"
import { listenerRows } from "./ListenerRows.ts"
import * as Violations from "./Violations.ts"
import { retryAfterRow, noTranslation, violationsRow, simpleRow, pointerRow } from "./ProblemRows.ts"
import type { ProblemContext, ApiVersionTranslator } from "./ProblemRows.ts"
import { RequestId } from "../connections/IncomingRequest.ts"

interface InStatus {
  readonly company: CompanyId
  readonly status: CollectionStatus
}

const inStatus =
  (rest: string) =>
  ({ company, status }: InStatus, { statusOf }: ProblemContext): string =>
    `The collection is in status ${statusOf(status, company)} and ${rest}`

const fates: Record<Ports.InputNoLongerPending["reason"], string> = {
  ANSWERED: "The question with this inputId was already answered, with another value.",
  TIMED_OUT: "The question with this inputId timed out.",
  REPLACED: "The collection continued or ended without an answer to the question with this inputId.",
  UNKNOWN: "The collection never asked a question with this inputId."
}

const reached: Record<Ports.TooManyAttempts["limit"], string> = {
  STARTS: "Too many starts for this login at this company.",
  ORDERS: "Too many open electronic ID orders for this person.",
  COLLECTIONS: "The client has too many running collections.",
  MONITOR_RUNS: "The client's monitors have started all collections that they can today.",
  CONNECT_SESSION: "The Connect session has started all collections and consents that it can. Open a new link."
}

const certificates = {
  MALFORMED: ["CERTIFICATE_NOT_ACCEPTED", "The client certificate is unreadable."],
  UNKNOWN_AUTHORITY: ["CERTIFICATE_NOT_ACCEPTED", "This service did not sign the certificate."],
  NOT_FOR_CLIENTS: ["CERTIFICATE_NOT_ACCEPTED", "The certificate is not a client certificate."],
  UNKNOWN: ["CERTIFICATE_NOT_ACCEPTED", "The certificate is not registered to any client."],
  WRONG_ENVIRONMENT: ["WRONG_ENVIRONMENT", "The certificate belongs to the other environment."],
  NOT_YET_VALID: ["CERTIFICATE_OUT_OF_DATE", "The certificate is not valid yet."],
  EXPIRED: ["CERTIFICATE_OUT_OF_DATE", "The certificate has expired."],
  REVOKED: ["CERTIFICATE_REVOKED", "The certificate was revoked."]
} as const satisfies Record<Ports.PeerCertificateError["reason"], readonly [ProblemCode.CodeOf<403>, string]>

interface Maximum {
  readonly maximum: number
}

const unavailable = "The service is starting or shutting down, or its database cannot be used."
const failed = "The request could not be processed."

const broken = (
  violations: Iterable<Violation>,
  { requestId }: ProblemContext
): Problem.Problem<ProblemCode.CodeOf<400>> => {
  const { areMore, errors } = Violations.takeWithinLimits(violations)
  const count = errors.length === 1 ? "1 validation error" : `${errors.length} validation errors`
  const detail = areMore
    ? `The request has more than ${count}. The first ${errors.length} are in \`errors\`.`
    : `The request has ${count}.`
  const first = errors[0]?.code ?? "INVALID_FIELD"
  return Problem.make(ProblemCode.isCodeOf(400, first) ? first : "INVALID_FIELD", { detail, requestId, errors })
}

export type OutgoingProblem =
  | Problem.Problem
  | HttpApiSchema.withHeaders<Problem.Problem, Readonly<Record<string, string>>>

const table = {
  ...listenerRows,
  RouteNotFound: simpleRow(
    "UNKNOWN_ROUTE",
    ({ nearest }: { readonly nearest?: string }) =>
      `No version has this path.${nearest === undefined ? "" : ` The nearest one is ${nearest}.`}`
  ),
  MethodNotAllowed: simpleRow(
    "METHOD_NOT_ALLOWED",
    ({ allowed }: { readonly allowed: string }) => `The path supports only ${allowed}.`
  ),
  UnknownVersion: simpleRow(
    "UNSUPPORTED_VERSION",
    ({ isRepeated, running }: { readonly running: string; readonly isRepeated: boolean }) =>
      isRepeated
        ? `The request has several Service-Version headers. Send one, with one of: ${running}.`
        : `Send Service-Version with one of the running versions: ${running}.`
  ),
  RouteNotInVersion: simpleRow(
    "NOT_IN_THIS_VERSION",
    ({ asked, holders }: { readonly asked: string; readonly holders: string }) =>
      `Version ${asked} has no such path. Send Service-Version with one of: ${holders}.`
  ),
  UnknownId: simpleRow("NOT_FOUND", "No such object, or it belongs to another client."),
  NoProblemPage: simpleRow("NOT_FOUND", "No such problem code."),
  NoPage: simpleRow("NOT_FOUND", "No such guide or script."),
  NoReturn: simpleRow("NOT_FOUND", "The return address is unknown or was already used."),

  ...credentialRows,

  NetworkNotAllowed: simpleRow(
    "NETWORK_NOT_ALLOWED",
    "The API key is restricted to certain networks, and the request comes from another network."
  ),
  MissingScope: simpleRow(
    "INSUFFICIENT_SCOPE",
    ({ scope }: { readonly scope: ApiKeyScope }) => `The API key lacks the scope ${scope}.`
  ),
  NoCertificate: simpleRow("MUTUAL_TLS_REQUIRED", "The client must present its certificate, over mutual TLS."),
  EnvironmentMismatch: simpleRow(
    "WRONG_ENVIRONMENT",
    "The certificate and the client belong to different environments."
  ),
  CertificateMismatch: simpleRow(
    "CERTIFICATE_MISMATCH",
    "The certificate and the API key or token belong to different clients."
  ),
  PeerCertificateError: ({ reason }: Ports.PeerCertificateError, { requestId }: ProblemContext) => {
    const [code, detail] = certificates[reason]
    return Problem.make(code, { detail, requestId })
  },
  CertificateUnchecked: simpleRow("INTERNAL", failed),
  CrossSite: simpleRow("CROSS_SITE_REQUEST", "A page of another origin sent the request."),
  ConsoleElsewhere: simpleRow(
    "CONSOLE_ELSEWHERE",
    "The console serves only requests from this machine to a loopback name."
  ),
  ConsoleSessionMissing: simpleRow("CONSOLE_SESSION_REQUIRED", "Run sheaf console, and open the link that it prints."),
  ConsoleLinkUsed: simpleRow("CONSOLE_LINK_USED", "The link was already used or has expired. Run sheaf console again."),
  NotAnId: simpleRow(
    "MALFORMED_REQUEST",
    "Search for a whole id: a UUID, or a certificate's serial number. Names and personal numbers are not accepted."
  ),
  StoryNotFound: simpleRow("NOT_FOUND", "Nothing has this id, and no audit record mentions it."),
  ConsoleInvalid: simpleRow("MALFORMED_REQUEST", "The console cannot process this request."),

  RateExceeded: retryAfterRow(
    "RATE_LIMITED",
    ({ rate: { name, quota, windowMillis } }: { readonly rate: RateLimit; readonly retryAfter: string }) =>
      `The rate "${name}" allows ${quota} requests in ${windowMillis / 1000} seconds.`,
    ({ retryAfter }) => retryAfter
  ),
  TooManyAttempts: retryAfterRow(
    "TOO_MANY_ATTEMPTS",
    ({ limit }: Ports.TooManyAttempts) => reached[limit],
    ({ retryAfterSeconds }) => String(retryAfterSeconds)
  ),
  UnattendedLimitExceeded: retryAfterRow(
    "UNATTENDED_LIMIT",
    "The bank allows no more unattended reads under the consent for now.",
    ({ retryAfterSeconds }: Ports.UnattendedLimitExceeded) => String(retryAfterSeconds)
  ),

  InvalidIdempotencyKey: simpleRow(
    "INVALID_IDEMPOTENCY_KEY",
    `Send Idempotency-Key once, with 1 to ${IdempotencyKey.maxLength} visible ASCII characters, with or without quotation marks.`
  ),
  IdempotencyKeyNotSupported: simpleRow(
    "IDEMPOTENCY_KEY_NOT_SUPPORTED",
    "The response contains a secret, which cannot be returned again. Omit Idempotency-Key."
  ),
  IdempotencyKeyInUse: simpleRow("IDEMPOTENCY_KEY_IN_USE", "A request with this Idempotency-Key is still running."),
  IdempotencyKeyReused: simpleRow(
    "IDEMPOTENCY_KEY_REUSED",
    "The Idempotency-Key belongs to an earlier request with a different body."
  ),

  NotAcceptable: simpleRow("NOT_ACCEPTABLE", "The response is application/json, but the Accept header excludes JSON."),
  UnsupportedMediaType: simpleRow(
    "UNSUPPORTED_MEDIA_TYPE",
    "The body must be application/json in UTF-8, without a content coding."
  ),
  TooLarge: simpleRow("BODY_TOO_LARGE", ({ maximum }: Maximum) => `The body is larger than ${maximum} bytes.`),
  TooLargeOutsideFile: simpleRow(
    "BODY_TOO_LARGE",
    ({ maximum }: Maximum) => `The body is larger than ${maximum} bytes not counting the PDF's content.`
  ),
  EndedEarly: simpleRow("MALFORMED_JSON", "The body ended early."),
  TooDeep: simpleRow(
    "MALFORMED_JSON",
    ({ levels }: { readonly levels: number }) => `The body nests arrays and objects more than ${levels} levels deep.`
  ),
  NoBody: simpleRow("MALFORMED_JSON", "The body is empty. Send JSON, with Content-Type: application/json."),
  NotJson: simpleRow(
    "MALFORMED_JSON",
    ({ place }: { readonly place: string | undefined }) =>
      `The body is not one complete JSON value${place === undefined ? "" : `: see ${place}`}.`
  ),
  NotUtf8: simpleRow("INVALID_TEXT", "The body is not UTF-8."),
  RepeatedMembers: violationsRow("DUPLICATE_MEMBER", "An object must not have two members with the same name."),
  UnpairedSurrogates: violationsRow("INVALID_TEXT", "Strings must not contain unpaired surrogates."),
  InvalidRequest: ({ violations }: { readonly violations: Iterable<Violation> }, context: ProblemContext) =>
    broken(violations, context),
  InvalidParameters: ({ violations }: Ports.InvalidParameters, context: ProblemContext) =>
    broken(violations.map(context.violationOf), context),
  InvalidSupplementInfo: (
    { violations }: Ports.InvalidSupplementInfo,
    { requestId, violationOf }: ProblemContext
  ): Problem.Problem<ProblemCode.CodeOf<422>> => {
    const first = violations[0]?.code ?? "INVALID_INPUT"
    const detail = "The input does not answer the open question."
    const errors = violations.map(violationOf)
    return Problem.make(ProblemCode.isCodeOf(422, first) ? first : "INVALID_INPUT", { detail, requestId, errors })
  },
  FileTooLarge: pointerRow(
    "BODY_TOO_LARGE",
    ({ pointer }: Ports.FileTooLarge) => pointer,
    `The file exceeds ${PdfContent.maxBytes / 1024 ** 2} MiB.`
  ),

  TooManyLargeBodies: retryAfterRow(
    "TOO_MANY_LARGE_BODIES",
    "The service is already reading the maximum number of large bodies.",
    "1"
  ),
  TooManyDownloads: retryAfterRow(
    "TOO_MANY_DOWNLOADS",
    "Responses with data and documents that are not read yet have reached their limit.",
    "1"
  ),
  NotReady: retryAfterRow("NOT_READY", unavailable, "1"),
  Starting: retryAfterRow("NOT_READY", unavailable, "2"),
  Unanswered: retryAfterRow(
    "NOT_READY",
    "The service did not respond in time. Whether it did what you asked is unknown.",
    "2"
  ),
  DatabaseUnavailable: retryAfterRow(
    "NOT_READY",
    "The service's database does not respond, or cannot store anything.",
    "2"
  ),
  Internal: simpleRow("INTERNAL", failed),

  UnknownCompany: pointerRow(
    "UNKNOWN_COMPANY",
    "/company",
    ({ nearest }: Ports.UnknownCompany) =>
      `No company has this identifier.${nearest === undefined ? "" : ` The nearest one is ${nearest}.`}`
  ),
  ProductNotSupported: pointerRow(
    "PRODUCT_NOT_SUPPORTED",
    "/company",
    ({ product }: Ports.ProductNotSupported) => `The company does not offer ${product}.`
  ),
  StoredConsentNotSupported: pointerRow(
    "STORED_CONSENT_NOT_SUPPORTED",
    "/company",
    "The company does not support stored consents."
  ),
  UserNotFound: simpleRow("NOT_FOUND", "No such user, or the user belongs to another client."),
  UnknownConsent: pointerRow(
    "UNKNOWN_CONSENT",
    ({ pointer }: Ports.UnknownConsent) => pointer,
    "The token's user has no such consent."
  ),
  ConsentOfAnotherCompany: pointerRow(
    "CONSENT_OF_ANOTHER_COMPANY",
    ({ pointer }: Ports.ConsentOfAnotherCompany) => pointer,
    "The consent and this request are for different companies."
  ),
  ConsentNotUsable: simpleRow(
    "CONSENT_NOT_USABLE",
    ({ status }: Ports.ConsentNotUsable) => `The consent is in status ${status}, not AUTHORIZED.`
  ),
  ConsentNotFound: simpleRow("NOT_FOUND", "No such consent, or it belongs to another user."),
  ConsentNotExpirable: simpleRow(
    "NOTHING_TO_EXPIRE",
    ({ status }: Ports.ConsentNotExpirable) => `The consent is in status ${status} and cannot time out or expire.`
  ),
  ConsentNotRenewable: simpleRow("CONSENT_NOT_RENEWABLE", ({ words }: Ports.ConsentNotRenewable) => words),
  ConsentNotConfirmed: simpleRow(
    "CONSENT_NOT_CONFIRMED",
    "The code is wrong or arrived too late. The consent has failed."
  ),
  ConsentNotAwaitingConfirmation: simpleRow(
    "NOT_AWAITING_CONFIRMATION",
    ({ status }: Ports.ConsentNotAwaitingConfirmation) =>
      `The consent is in status ${status} and is not waiting for a code.`
  ),
  ConsentNotAwaitingInput: simpleRow(
    "NOT_AWAITING_INPUT",
    ({ status }: Ports.ConsentNotAwaitingInput) => `The consent is in status ${status}, and no question is open.`
  ),
  CollectionNotConfirmed: simpleRow(
    "COLLECTION_NOT_CONFIRMED",
    "The code is wrong or arrived too late. The collection ends."
  ),
  CollectionNotAwaitingConfirmation: simpleRow("NOT_AWAITING_CONFIRMATION", inStatus("is not waiting for a code.")),
  CollectionNotEnded: simpleRow("COLLECTION_NOT_ENDED", inStatus("has not ended.")),
  AccountNotFound: simpleRow(
    "NOT_FOUND",
    "The collection has no record with this id whose transactions are known. `wealth/data` lists the records."
  ),
  CollectionNotFound: simpleRow("NOT_FOUND", "No such collection, or it belongs to another client or user."),
  CollectionNotCompleted: simpleRow("COLLECTION_NOT_COMPLETED", inStatus("has no data.")),
  ProductNotCollected: simpleRow(
    "PRODUCT_NOT_COLLECTED",
    ({ product }: Ports.ProductNotCollected) => `The collection does not cover ${product}.`
  ),
  DataExpiredError: simpleRow(
    "DATA_EXPIRED",
    "The collection's data was erased, at the end of its retention period or on request."
  ),
  DocumentNotFound: simpleRow("NOT_FOUND", "The collection has no such document."),
  NotAwaitingInput: simpleRow("NOT_AWAITING_INPUT", inStatus("accepts no input.")),
  InputNoLongerPending: simpleRow("INPUT_NO_LONGER_PENDING", ({ reason }: Ports.InputNoLongerPending) => fates[reason]),
  CollectionNotExpirable: simpleRow("NOTHING_TO_EXPIRE", inStatus("cannot time out.")),
  ConnectLinkUnknown: simpleRow("CONNECT_SESSION_NOT_FOUND", "No Connect session has this link."),
  ConnectSessionNotFound: simpleRow("NOT_FOUND", "No such Connect session, or it belongs to another client or user."),
  ConnectSessionExpiredError: simpleRow("CONNECT_SESSION_EXPIRED", "The time for the session has ended."),
  ConnectSessionInOtherBrowser: simpleRow("CONNECT_SESSION_ELSEWHERE", "Another browser opened the session."),
  ConnectSessionEndedError: simpleRow("CONNECT_SESSION_ENDED", "The person has finished the session."),
  ConnectPurposeMismatch: simpleRow(
    "CONNECT_PURPOSE_MISMATCH",
    "The session's purpose does not permit this operation."
  ),
  ConnectSessionNotConfirmed: simpleRow(
    "CONNECT_SESSION_NOT_CONFIRMED",
    "The code is wrong, or arrived too late or too early."
  ),
  ConnectSessionUnconfirmed: simpleRow(
    "CONNECT_SESSION_UNCONFIRMED",
    "Confirm the Connect session with the code from its redirect first."
  ),
  EventsExpiredError: ({ oldestAvailable }: Ports.EventsExpiredError, { requestId }: ProblemContext) =>
    Problem.make("EVENTS_EXPIRED", {
      detail: `Events are kept since ${oldestAvailable}.`,
      requestId,
      oldestAvailable
    }),
  EventNotFound: simpleRow("NOT_FOUND", "No such event, or it was erased, or it belongs to another client or user."),
  WebhookEndpointNotFound: simpleRow("NOT_FOUND", "No such webhook endpoint, or it belongs to another client."),
  TooManyWebhookEndpoints: simpleRow(
    "TOO_MANY_WEBHOOK_ENDPOINTS",
    `The client already has ${WebhookEndpoint.maxEndpointsPerClient} webhook endpoints.`
  ),
  TooManyWebhookSecrets: simpleRow(
    "TOO_MANY_WEBHOOK_SECRETS",
    `The endpoint's deliveries have ${WebhookEndpoint.maxSecrets} signatures.`
  ),
  WebhookEndpointDisabled: simpleRow("WEBHOOK_ENDPOINT_DISABLED", "The endpoint is disabled. Enable it first."),
  MonitorNotFound: simpleRow("NOT_FOUND", "No such monitor, or it belongs to another client or user."),
  MonitorNotActive: simpleRow("MONITOR_NOT_ACTIVE", "The monitor has ended, is paused, or needs the person."),
  TooManyMonitors: simpleRow("TOO_MANY_MONITORS", "The user or the client already has too many monitors."),
  ChangesExpired: simpleRow("CHANGES_EXPIRED", "Changes after the cursor are no longer kept."),
  InvalidCursor: pointerRow("INVALID_CURSOR", "/query/cursor", "The cursor is for another list or other filters.")
}

type Table = typeof table

type DataOf<Row extends (apiError: never, context: ProblemContext) => OutgoingProblem> =
  unknown extends Parameters<Row>[0] ? unknown : Parameters<Row>[0]

/**
 * An error that rejects a request. Its tag selects a row of the table, and its other members are the data that the row
 * needs. Some ports' errors already have this form.
 */
export type ApiError = { [Tag in keyof Table]: { readonly _tag: Tag } & DataOf<Table[Tag]> }[keyof Table]

export const apiError = <const Tag extends keyof Table>(_tag: Tag): { readonly _tag: Tag } => ({ _tag })

export type ProblemOf<R extends ApiError> = R extends ApiError ? ReturnType<Table[R["_tag"]]> : never

export const toProblem = <R extends ApiError>(
  error: R,
  requestId: string,
  words: ApiVersionTranslator = noTranslation
): ProblemOf<R> => {
  // The cast is needed because the lookup's type cannot express that the row for a tag accepts this error.
  const row: unknown = table[error._tag]
  return (row as (error: R, context: ProblemContext) => ProblemOf<R>)(error, { ...words, requestId })
}

/** Fails with the problem for an error. The problem uses the names from the client's API version. */
export const failWith = <R extends ApiError>(
  error: R,
  words?: ApiVersionTranslator
): Effect.Effect<never, ProblemOf<R>> =>
  Effect.flatMap(RequestId, (requestId) => Effect.fail(toProblem(error, requestId, words)))
