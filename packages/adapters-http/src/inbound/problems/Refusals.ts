/** The table that maps the driving ports' errors to the interface's problems (spec 7). */
import type { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import type { CompanyId } from "@sheaf/domain/Company"
import * as PdfContent from "@sheaf/domain/PdfContent"
import type { Violation, ViolationCode } from "@sheaf/domain/Violation"
import * as WebhookEndpoint from "@sheaf/domain/WebhookEndpoint"
import { Problem, ProblemCode } from "@sheaf/http-contract"
import type * as Ports from "@sheaf/ports"
import { Effect } from "effect"
import { HttpApiSchema } from "effect/http-api"
import * as BearerToken from "../pipeline/BearerToken.ts"
import { RequestId } from "../pipeline/CurrentRequest.ts"
import * as BrokenRules from "./BrokenRules.ts"

/** Translates violations and statuses from the newest version's terms into those of the responding version. */
export interface VersionWords {
  /** Translates a violation into the terms of the client's request. */
  readonly violationOf: (violation: Violation) => Violation
  /** Returns the name of a status. The name can depend on the company. */
  readonly statusOf: (status: CollectionStatus, company: CompanyId) => string
}

interface Telling extends VersionWords {
  readonly requestId: string
}

/** The newest version's terms, which need no translation. */
export const headWords: VersionWords = { violationOf: (violation) => violation, statusOf: (status) => status }

/** The problem for a failure that is not a port's error. */
export const internal = { code: "INTERNAL", detail: "The request could not be processed." } as const

const plain = <Code extends ProblemCode.ProblemCode>(code: Code, detail: string, { requestId }: Telling) =>
  Problem.make(code, { detail, requestId })

/** Creates a problem that points to one member of the request. */
const pointed = <Code extends ProblemCode.ProblemCode & ViolationCode>(
  code: Code,
  pointer: string,
  detail: string,
  { requestId, violationOf }: Telling
) => Problem.make(code, { detail, requestId, errors: [violationOf({ pointer, code, detail })] })

interface InStatus {
  readonly company: CompanyId
  readonly status: CollectionStatus
}

const collectionIn = ({ company, status }: InStatus, { statusOf }: Telling): string =>
  `The collection is in status ${statusOf(status, company)}`

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
  CONNECT_SESSION: "The Connect session has started all collections and consents that it can. Open a new link."
}

const table = {
  UnknownCompany: (_: Ports.UnknownCompany, telling: Telling) =>
    pointed("UNKNOWN_COMPANY", "/company", "No company has this identifier.", telling),
  InvalidParameters: ({ violations }: Ports.InvalidParameters, { requestId, violationOf }: Telling) =>
    BrokenRules.toProblem(violations.map(violationOf), requestId),
  FileTooLarge: ({ pointer }: Ports.FileTooLarge, telling: Telling) =>
    pointed("BODY_TOO_LARGE", pointer, `The file exceeds ${PdfContent.maximumBytes / 1024 ** 2} MiB.`, telling),
  ProductNotSupported: ({ product }: Ports.ProductNotSupported, telling: Telling) =>
    pointed("PRODUCT_NOT_SUPPORTED", "/company", `The company does not offer ${product}.`, telling),
  StoredConsentNotSupported: (_: Ports.StoredConsentNotSupported, telling: Telling) =>
    pointed("STORED_CONSENT_NOT_SUPPORTED", "/company", "The company does not support stored consents.", telling),
  UserTokenRequired: (_: Ports.UserTokenRequired, telling: Telling) =>
    HttpApiSchema.withHeaders({
      body: plain("USER_TOKEN_REQUIRED", "Send the bearer token of the consent's user with the API key.", telling),
      headers: { "www-authenticate": BearerToken.challenge }
    }),
  UserErased: (_: Ports.UserErased, telling: Telling) =>
    HttpApiSchema.withHeaders({
      body: plain("INVALID_TOKEN", BearerToken.refused, telling),
      headers: { "www-authenticate": BearerToken.challengeAgain }
    }),
  UserNotFound: (_: Ports.UserNotFound, telling: Telling) =>
    plain("NOT_FOUND", "No such user, or the user belongs to another client.", telling),
  UnknownConsent: ({ pointer }: Ports.UnknownConsent, telling: Telling) =>
    pointed("UNKNOWN_CONSENT", pointer, "The token's user has no such consent.", telling),
  ConsentOfAnotherCompany: ({ pointer }: Ports.ConsentOfAnotherCompany, telling: Telling) =>
    pointed(
      "CONSENT_OF_ANOTHER_COMPANY",
      pointer,
      "The consent and this request are for different companies.",
      telling
    ),
  ConsentNotUsable: ({ status }: Ports.ConsentNotUsable, telling: Telling) =>
    plain("CONSENT_NOT_USABLE", `The consent is in status ${status}, not AUTHORIZED.`, telling),
  UnattendedLimit: ({ retryAfterSeconds }: Ports.UnattendedLimit, telling: Telling) =>
    HttpApiSchema.withHeaders({
      body: plain(
        "UNATTENDED_LIMIT",
        "The consent has reached its limit of unattended reads for today (UTC).",
        telling
      ),
      headers: { "retry-after": String(retryAfterSeconds) }
    }),
  TooManyAttempts: ({ limit, retryAfterSeconds }: Ports.TooManyAttempts, telling: Telling) =>
    HttpApiSchema.withHeaders({
      body: plain("TOO_MANY_ATTEMPTS", reached[limit], telling),
      headers: { "retry-after": String(retryAfterSeconds) }
    }),
  ConsentNotFound: (_: Ports.ConsentNotFound, telling: Telling) =>
    plain("NOT_FOUND", "No such consent, or it belongs to another user.", telling),
  ConsentNotExpirable: ({ status }: Ports.ConsentNotExpirable, telling: Telling) =>
    plain("NOTHING_TO_EXPIRE", `The consent is in status ${status} and cannot time out or expire.`, telling),
  ConsentNotConfirmed: (_: Ports.ConsentNotConfirmed, telling: Telling) =>
    plain("CONSENT_NOT_CONFIRMED", "The code is wrong or arrived too late. The consent has failed.", telling),
  NotAwaitingConfirmation: ({ status }: Ports.NotAwaitingConfirmation, telling: Telling) =>
    plain("NOT_AWAITING_CONFIRMATION", `The consent is in status ${status} and is not waiting for a code.`, telling),
  CollectionNotConfirmed: (_: Ports.CollectionNotConfirmed, telling: Telling) =>
    plain("COLLECTION_NOT_CONFIRMED", "The code is wrong or arrived too late. The collection ends.", telling),
  CollectionNotAwaitingConfirmation: (error: Ports.CollectionNotAwaitingConfirmation, telling: Telling) =>
    plain("NOT_AWAITING_CONFIRMATION", `${collectionIn(error, telling)} and is not waiting for a code.`, telling),
  CollectionNotEnded: (error: Ports.CollectionNotEnded, telling: Telling) =>
    plain("COLLECTION_NOT_ENDED", `${collectionIn(error, telling)} and has not ended.`, telling),
  CollectionNotFound: (_: Ports.CollectionNotFound, telling: Telling) =>
    plain("NOT_FOUND", "No such collection, or it belongs to another client or user.", telling),
  CollectionNotCompleted: (error: Ports.CollectionNotCompleted, telling: Telling) =>
    plain("COLLECTION_NOT_COMPLETED", `${collectionIn(error, telling)} and has no data.`, telling),
  ProductNotCollected: ({ product }: Ports.ProductNotCollected, telling: Telling) =>
    plain("PRODUCT_NOT_COLLECTED", `The collection does not cover ${product}.`, telling),
  DataExpired: (_: Ports.DataExpired, telling: Telling) =>
    plain(
      "DATA_EXPIRED",
      "The collection's data was erased, at the end of its retention period or on request.",
      telling
    ),
  DocumentNotFound: (_: Ports.DocumentNotFound, telling: Telling) =>
    plain("NOT_FOUND", "The collection has no such document.", telling),
  NotAwaitingInput: (error: Ports.NotAwaitingInput, telling: Telling) =>
    plain("NOT_AWAITING_INPUT", `${collectionIn(error, telling)} and accepts no input.`, telling),
  InputNoLongerPending: ({ reason }: Ports.InputNoLongerPending, telling: Telling) =>
    plain("INPUT_NO_LONGER_PENDING", fates[reason], telling),
  NothingToExpire: (error: Ports.NothingToExpire, telling: Telling) =>
    plain("NOTHING_TO_EXPIRE", `${collectionIn(error, telling)} and cannot time out.`, telling),
  InvalidSupplement: (
    { violations }: Ports.InvalidSupplement,
    { requestId, violationOf }: Telling
  ): Problem.Problem<ProblemCode.CodeOf<422>> => {
    const first = violations[0]?.code ?? "INVALID_INPUT"
    const detail = "The input does not match the collection's request."
    const errors = violations.map(violationOf)
    return Problem.make(ProblemCode.isOf(422, first) ? first : "INVALID_INPUT", { detail, requestId, errors })
  },
  ConnectLinkUnknown: (_: Ports.ConnectLinkUnknown, telling: Telling) =>
    plain("CONNECT_SESSION_NOT_FOUND", "No Connect session has this link.", telling),
  ConnectSessionNotFound: (_: Ports.ConnectSessionNotFound, telling: Telling) =>
    plain("NOT_FOUND", "No such Connect session, or it belongs to another client or user.", telling),
  ConnectSessionExpired: (_: Ports.ConnectSessionExpired, telling: Telling) =>
    plain("CONNECT_SESSION_EXPIRED", "The time for the session has ended.", telling),
  ConnectSessionElsewhere: (_: Ports.ConnectSessionElsewhere, telling: Telling) =>
    plain("CONNECT_SESSION_ELSEWHERE", "Another browser opened the session.", telling),
  ConnectSessionEnded: (_: Ports.ConnectSessionEnded, telling: Telling) =>
    plain("CONNECT_SESSION_ENDED", "The person has finished the session.", telling),
  ConnectPurposeMismatch: (_: Ports.ConnectPurposeMismatch, telling: Telling) =>
    plain("CONNECT_PURPOSE_MISMATCH", "The session's purpose does not permit this operation.", telling),
  ConnectSessionNotConfirmed: (_: Ports.ConnectSessionNotConfirmed, telling: Telling) =>
    plain("CONNECT_SESSION_NOT_CONFIRMED", "The code is wrong, or arrived too late or too early.", telling),
  ConnectSessionUnconfirmed: (_: Ports.ConnectSessionUnconfirmed, telling: Telling) =>
    plain("CONNECT_SESSION_UNCONFIRMED", "Confirm the Connect session with the code from its redirect first.", telling),
  ConnectUserTokenRequired: (_: Ports.ConnectUserTokenRequired, telling: Telling) =>
    HttpApiSchema.withHeaders({
      body: plain("USER_TOKEN_REQUIRED", "Send the bearer token of the logged-in user with the API key.", telling),
      headers: { "www-authenticate": BearerToken.challenge }
    }),
  EventsExpired: ({ oldestAvailable }: Ports.EventsExpired, { requestId }: Telling) =>
    Problem.make("EVENTS_EXPIRED", {
      detail: `Events are kept since ${oldestAvailable}.`,
      requestId,
      oldestAvailable
    }),
  EventNotFound: (_: Ports.EventNotFound, telling: Telling) =>
    plain("NOT_FOUND", "No such event, or it was erased, or it belongs to another client.", telling),
  WebhookEndpointNotFound: (_: Ports.WebhookEndpointNotFound, telling: Telling) =>
    plain("NOT_FOUND", "No such webhook endpoint, or it belongs to another client.", telling),
  TooManyWebhookEndpoints: (_: Ports.TooManyWebhookEndpoints, telling: Telling) =>
    plain(
      "TOO_MANY_WEBHOOK_ENDPOINTS",
      `The client already has ${WebhookEndpoint.maximumPerClient} webhook endpoints.`,
      telling
    ),
  TooManyWebhookSecrets: (_: Ports.TooManyWebhookSecrets, telling: Telling) =>
    plain(
      "TOO_MANY_WEBHOOK_SECRETS",
      `The endpoint's deliveries have ${WebhookEndpoint.maximumSecrets} signatures.`,
      telling
    ),
  WebhookEndpointDisabled: (_: Ports.WebhookEndpointDisabled, telling: Telling) =>
    plain("WEBHOOK_ENDPOINT_DISABLED", "The endpoint is disabled. Enable it first.", telling),
  KeyReused: (_: Ports.KeyReused, telling: Telling) =>
    plain(
      "IDEMPOTENCY_KEY_REUSED",
      "The Idempotency-Key belongs to an earlier request with a different body.",
      telling
    ),
  InvalidCursor: (_: Ports.InvalidCursor, telling: Telling) =>
    pointed("INVALID_CURSOR", "/query/cursor", "The cursor belongs to another list or to other filters.", telling)
}

type Table = typeof table

/** The errors in the table. */
export type Refusable = { [Tag in keyof Table]: Parameters<Table[Tag]>[0] }[keyof Table]

/** The problems that an error can become. */
export type ProblemOf<E extends Refusable> = E extends Refusable ? ReturnType<Table[E["_tag"]]> : never

const tell = <E extends Refusable>(error: E, telling: Telling): ProblemOf<E> => {
  // The row under an error's tag accepts that error, but the lookup's type cannot express this.
  const row: unknown = table[error._tag]
  return (row as (error: E, telling: Telling) => ProblemOf<E>)(error, telling)
}

/** Turns a port's errors into the problems that the endpoint declares, in the responding version's terms. */
export const orRefuse = <A, E extends Refusable, R>(
  self: Effect.Effect<A, E, R>,
  words: VersionWords = headWords
): Effect.Effect<A, ProblemOf<E>, R> =>
  Effect.catch(self, (error) =>
    Effect.flatMap(RequestId, (requestId) => Effect.fail(tell(error, { ...words, requestId })))
  )
