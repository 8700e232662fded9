/**
 * An error for each problem code. The problem pages show as examples what the service sends for these errors (spec 7).
 */
import * as ApiVersion from "@sheaf/domain/ApiVersion"
import type { Violation, ViolationCode } from "@sheaf/domain/Violation"
import type { Problem, ProblemCode } from "@sheaf/http-contract"
import * as Ports from "@sheaf/ports"
import { apiError, toProblem } from "./ApiErrors.ts"
import type { ApiError } from "./ApiErrors.ts"

const company = "se-nordhem"

const running = { company, status: "COLLECTING" } as const

const invalid = (pointer: string, code: ViolationCode, detail: string): ApiError => ({
  _tag: "InvalidRequest",
  violations: [{ pointer, code, detail }]
})

const wrongInput = (pointer: string, code: ViolationCode, detail: string): ApiError =>
  new Ports.InvalidSupplementInfo({ violations: [{ pointer, code, detail }] })

const repeatedCompany: Violation = { pointer: "/company", code: "DUPLICATE_MEMBER", detail: "Appears more than once." }

const unpairedSurrogate: Violation = {
  pointer: "/clientReference",
  code: "INVALID_TEXT",
  detail: "Contains an unpaired surrogate."
}

const requests = {
  MALFORMED_REQUEST: apiError("TlsOnPlainPort"),
  MALFORMED_JSON: { _tag: "NotJson", place: "line 1, column 25" },
  DUPLICATE_MEMBER: { _tag: "RepeatedMembers", errors: [repeatedCompany] },
  INVALID_TEXT: { _tag: "UnpairedSurrogates", errors: [unpairedSurrogate] },
  INVALID_FIELD: invalid("/parameters/0/username", "INVALID_FIELD", "Expected a string."),
  MISSING_FIELD: invalid("/company", "MISSING_FIELD", "This member is required."),
  UNKNOWN_FIELD: invalid(
    "/loginMethd",
    "UNKNOWN_FIELD",
    "Unknown name. Allowed: company, loginMethod, parameters, sensitive, returnUrl, state, clientReference."
  ),
  UNKNOWN_QUERY: invalid("/query/color", "UNKNOWN_QUERY", "Unknown name. Allowed: market, product, company."),
  INVALID_CURSOR: apiError("InvalidCursor"),
  UNKNOWN_PARAMETER: invalid(
    "/parameters/0",
    "UNKNOWN_PARAMETER",
    "Unknown type. Allowed: SWEDISH_EID, SMART_ID, MOBILE_ID, EMAIL, USERNAME_PASSWORD, PDF_DOCUMENT, PSD2_AIS_CONSENT, STORED_CONSENT, SESSION_METADATA, ACCOUNT_OWNER_NAME, COLLECTION_FILTER."
  ),
  DUPLICATE_PARAMETER: invalid(
    "/parameters/1",
    "DUPLICATE_PARAMETER",
    "The request has more than one parameter of type USERNAME_PASSWORD."
  ),
  MISSING_PARAMETER: invalid(
    "/parameters",
    "MISSING_PARAMETER",
    "The login method USERNAME_AND_PASSWORD needs a parameter of type USERNAME_PASSWORD."
  ),
  UNEXPECTED_PARAMETER: invalid(
    "/parameters/1",
    "UNEXPECTED_PARAMETER",
    "A parameter of type EMAIL cannot be used with the login method USERNAME_AND_PASSWORD."
  ),
  SENSITIVE_NOT_ALLOWED: invalid(
    "/sensitive/0",
    "SENSITIVE_NOT_ALLOWED",
    "The client is not registered for the sensitive data HEALTH. Ask the operator of the service."
  ),
  UNKNOWN_INPUT: invalid(
    "/input/EMAIL",
    "UNKNOWN_INPUT",
    "Unknown name. Allowed: SWEDISH_PERSONAL_NUMBER, END_USER_IP, PERSONAL_CODE, COUNTRY, DOCUMENT_NUMBER, PHONE_NUMBER, USERNAME, PASSWORD, PDF_FILE_NAME, PDF_CONTENT, ACCOUNT_OWNER_NAME, SESSION_ID, ADVISOR_HANDLE, EXTERNAL_REFERENCE."
  ),
  NOT_A_PDF: invalid("/parameters/0/content", "NOT_A_PDF", "Must be a base64-encoded file that begins with %PDF-."),
  LOGIN_METHOD_NOT_IN_PRODUCTION: invalid(
    "/loginMethod",
    "LOGIN_METHOD_NOT_IN_PRODUCTION",
    "This service does not offer you login methods that end in _TEST or _MOCK."
  ),
  LOGIN_METHOD_NOT_FOR_USER: invalid(
    "/loginMethod",
    "LOGIN_METHOD_NOT_FOR_USER",
    "The user's first start was real. Create another user for login methods that end in _TEST or _MOCK."
  ),
  PRODUCT_NOT_SUPPORTED: new Ports.ProductNotSupported({ product: "WEALTH" }),
  STORED_CONSENT_NOT_SUPPORTED: apiError("StoredConsentNotSupported"),
  CONSENT_OF_ANOTHER_COMPANY: new Ports.ConsentOfAnotherCompany({ pointer: "/parameters/0/consentId" }),
  UNSUPPORTED_VERSION: { _tag: "UnknownVersion", isRepeated: false, running: ApiVersion.supportedVersions.join(", ") },
  INVALID_IDEMPOTENCY_KEY: apiError("InvalidIdempotencyKey"),
  IDEMPOTENCY_KEY_NOT_SUPPORTED: apiError("IdempotencyKeyNotSupported")
} satisfies { readonly [Code in ProblemCode.CodeOf<400>]: ApiError }

const access = {
  MISSING_CREDENTIALS: apiError("MissingApiKey"),
  INVALID_API_KEY: apiError("InvalidApiKey"),
  USER_TOKEN_REQUIRED: apiError("UserTokenRequired"),
  INVALID_TOKEN: apiError("WrongToken"),
  CREDENTIALS_MISMATCH: apiError("CredentialsMismatch"),
  CONSOLE_SESSION_REQUIRED: apiError("ConsoleSessionMissing"),
  CONSOLE_LINK_USED: apiError("ConsoleLinkUsed"),
  INSUFFICIENT_SCOPE: { _tag: "MissingScope", scope: "collections:write" },
  NETWORK_NOT_ALLOWED: apiError("NetworkNotAllowed"),
  CERTIFICATE_NOT_ACCEPTED: new Ports.PeerCertificateError({ reason: "UNKNOWN" }),
  CERTIFICATE_OUT_OF_DATE: new Ports.PeerCertificateError({ reason: "EXPIRED" }),
  CERTIFICATE_REVOKED: new Ports.PeerCertificateError({ reason: "REVOKED" }),
  CERTIFICATE_MISMATCH: apiError("CertificateMismatch"),
  WRONG_ENVIRONMENT: apiError("EnvironmentMismatch"),
  MUTUAL_TLS_REQUIRED: apiError("NoCertificate"),
  CROSS_SITE_REQUEST: apiError("CrossSite"),
  CONSOLE_ELSEWHERE: apiError("ConsoleElsewhere")
} satisfies { readonly [Code in ProblemCode.CodeOf<401 | 403>]: ApiError }

const states = {
  COLLECTION_NOT_COMPLETED: new Ports.CollectionNotCompleted(running),
  COLLECTION_NOT_ENDED: new Ports.CollectionNotEnded(running),
  CONSENT_NOT_USABLE: new Ports.ConsentNotUsable({ status: "EXPIRED" }),
  CONSENT_NOT_RENEWABLE: new Ports.ConsentNotRenewable({ status: "REVOKED" }),
  CONSENT_NOT_CONFIRMED: apiError("ConsentNotConfirmed"),
  COLLECTION_NOT_CONFIRMED: apiError("CollectionNotConfirmed"),
  NOT_AWAITING_CONFIRMATION: new Ports.CollectionNotAwaitingConfirmation(running),
  NOT_AWAITING_INPUT: new Ports.NotAwaitingInput(running),
  INPUT_NO_LONGER_PENDING: new Ports.InputNoLongerPending({ reason: "TIMED_OUT" }),
  NOTHING_TO_EXPIRE: new Ports.ConsentNotExpirable({ status: "REVOKED" }),
  IDEMPOTENCY_KEY_IN_USE: apiError("IdempotencyKeyInUse"),
  TOO_MANY_WEBHOOK_ENDPOINTS: apiError("TooManyWebhookEndpoints"),
  TOO_MANY_WEBHOOK_SECRETS: apiError("TooManyWebhookSecrets"),
  WEBHOOK_ENDPOINT_DISABLED: apiError("WebhookEndpointDisabled"),
  CONNECT_SESSION_ELSEWHERE: apiError("ConnectSessionInOtherBrowser"),
  CONNECT_SESSION_ENDED: apiError("ConnectSessionEndedError"),
  CONNECT_PURPOSE_MISMATCH: apiError("ConnectPurposeMismatch"),
  CONNECT_SESSION_NOT_CONFIRMED: apiError("ConnectSessionNotConfirmed"),
  CONNECT_SESSION_UNCONFIRMED: apiError("ConnectSessionUnconfirmed"),
  MONITOR_NOT_ACTIVE: apiError("MonitorNotActive"),
  TOO_MANY_MONITORS: apiError("TooManyMonitors"),
  DATA_EXPIRED: apiError("DataExpiredError"),
  EVENTS_EXPIRED: new Ports.EventsExpiredError({ oldestAvailable: "2026-04-01T06:00:00.000Z" }),
  CONNECT_SESSION_EXPIRED: apiError("ConnectSessionExpiredError"),
  CHANGES_EXPIRED: apiError("ChangesExpired"),
  WRONG_INPUT_TYPE: wrongInput("/type", "WRONG_INPUT_TYPE", "The open question asks for TWO_FACTOR_CODE."),
  INVALID_INPUT: wrongInput("/inputs/EMAIL", "INVALID_INPUT", "Not an email address."),
  UNKNOWN_INSTRUCTION: wrongInput("/etag", "UNKNOWN_INSTRUCTION", "No pending request has this etag."),
  IDEMPOTENCY_KEY_REUSED: apiError("IdempotencyKeyReused")
} satisfies { readonly [Code in ProblemCode.CodeOf<409 | 410 | 422>]: ApiError }

const examples: { readonly [Code in ProblemCode.ProblemCode]: ApiError } = {
  ...requests,
  ...access,
  ...states,
  UNKNOWN_ROUTE: { _tag: "RouteNotFound", nearest: "/collections" },
  NOT_IN_THIS_VERSION: { _tag: "RouteNotInVersion", asked: ApiVersion.oldestVersion, holders: ApiVersion.head },
  NOT_FOUND: apiError("CollectionNotFound"),
  UNKNOWN_COMPANY: new Ports.UnknownCompany({ nearest: company }),
  UNKNOWN_CONSENT: new Ports.UnknownConsent({ pointer: "/parameters/0/consentId" }),
  PRODUCT_NOT_COLLECTED: new Ports.ProductNotCollected({ product: "WEALTH" }),
  CONNECT_SESSION_NOT_FOUND: apiError("ConnectLinkUnknown"),
  METHOD_NOT_ALLOWED: { _tag: "MethodNotAllowed", allowed: "GET, HEAD" },
  NOT_ACCEPTABLE: apiError("NotAcceptable"),
  REQUEST_TOO_SLOW: apiError("TooSlow"),
  BODY_TOO_LARGE: { _tag: "TooLarge", maximum: 262_144 },
  URI_TOO_LONG: apiError("UriTooLong"),
  UNSUPPORTED_MEDIA_TYPE: apiError("UnsupportedMediaType"),
  MISDIRECTED_REQUEST: apiError("MisdirectedRequest"),
  RATE_LIMITED: { _tag: "RateExceeded", rate: { name: "starts", quota: 300, windowMillis: 60_000 }, retryAfter: "1" },
  TOO_MANY_ATTEMPTS: new Ports.TooManyAttempts({ limit: "STARTS", retryAfterSeconds: 900 }),
  UNATTENDED_LIMIT: new Ports.UnattendedLimitExceeded({ retryAfterSeconds: 3600 }),
  HEADER_FIELDS_TOO_LARGE: apiError("HeaderTooLarge"),
  INTERNAL: apiError("Internal"),
  TRANSFER_CODING_NOT_SUPPORTED: apiError("UnsupportedTransferCoding"),
  NOT_READY: apiError("NotReady"),
  TOO_MANY_DOWNLOADS: apiError("TooManyDownloads"),
  TOO_MANY_LARGE_BODIES: apiError("TooManyLargeBodies"),
  HTTP_VERSION_NOT_SUPPORTED: apiError("UnsupportedHttpVersion")
}

const requestId = "cb56b42c-3e7b-4ad8-a3f8-55b0936d2a45"

export const exampleOf = (code: ProblemCode.ProblemCode): Problem.Problem => {
  const told = toProblem(examples[code], requestId)
  return "body" in told ? told.body : told
}
