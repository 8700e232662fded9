/** The types of the Connect page's calls. `npm run generate` writes this file from the contract. */

/** The client certificate or the API key does not allow the request. */
export interface ForbiddenProblem {
  /** A stable identifier for the code, as a relative reference. */
  readonly type: string
  /** A short name for the problem, the same for every occurrence. */
  readonly title: string
  /** The HTTP status of the response: always `403`. */
  readonly status: 403
  /** An explanation of this occurrence, for developers. */
  readonly detail: string
  /**
   * A stable error code. Branch on this. Later releases may add codes: handle an unknown code by its HTTP status.
   *
   * - `INSUFFICIENT_SCOPE`: API key lacks a scope.
   * - `NETWORK_NOT_ALLOWED`: API key not allowed from this network.
   * - `CERTIFICATE_NOT_ACCEPTED`: Client certificate not accepted.
   * - `CERTIFICATE_OUT_OF_DATE`: Client certificate expired or not yet valid.
   * - `CERTIFICATE_REVOKED`: Client certificate revoked.
   * - `CERTIFICATE_MISMATCH`: Client certificate and credentials belong to different clients.
   * - `WRONG_ENVIRONMENT`: Client certificate for another environment.
   * - `MUTUAL_TLS_REQUIRED`: Mutual TLS required.
   * - `CROSS_SITE_REQUEST`: Cross-site request.
   */
  readonly code: "INSUFFICIENT_SCOPE" | "NETWORK_NOT_ALLOWED" | "CERTIFICATE_NOT_ACCEPTED" | "CERTIFICATE_OUT_OF_DATE" | "CERTIFICATE_REVOKED" | "CERTIFICATE_MISMATCH" | "WRONG_ENVIRONMENT" | "MUTUAL_TLS_REQUIRED" | "CROSS_SITE_REQUEST"
  /** The value of the `X-Request-Id` header. Quote it when you report the problem. */
  readonly requestId: string
}

/** The service is temporarily unable to process the request. */
export interface UnavailableProblem {
  /** A stable identifier for the code, as a relative reference. */
  readonly type: string
  /** A short name for the problem, the same for every occurrence. */
  readonly title: string
  /** The HTTP status of the response: always `503`. */
  readonly status: 503
  /** An explanation of this occurrence, for developers. */
  readonly detail: string
  /**
   * A stable error code. Branch on this. Later releases may add codes: handle an unknown code by its HTTP status.
   *
   * - `NOT_READY`: Service not ready.
   * - `TOO_MANY_DOWNLOADS`: Too many downloads.
   * - `TOO_MANY_LARGE_BODIES`: Too many large bodies.
   */
  readonly code: "NOT_READY" | "TOO_MANY_DOWNLOADS" | "TOO_MANY_LARGE_BODIES"
  /** The value of the `X-Request-Id` header. Quote it when you report the problem. */
  readonly requestId: string
}

/** The data or the events were erased. */
export interface GoneProblem {
  /** A stable identifier for the code, as a relative reference. */
  readonly type: string
  /** A short name for the problem, the same for every occurrence. */
  readonly title: string
  /** The HTTP status of the response: always `410`. */
  readonly status: 410
  /** An explanation of this occurrence, for developers. */
  readonly detail: string
  /**
   * A stable error code. Branch on this. Later releases may add codes: handle an unknown code by its HTTP status.
   *
   * - `DATA_EXPIRED`: Data erased.
   * - `EVENTS_EXPIRED`: Events expired.
   * - `CONNECT_SESSION_EXPIRED`: Connect session expired.
   */
  readonly code: "DATA_EXPIRED" | "EVENTS_EXPIRED" | "CONNECT_SESSION_EXPIRED"
  /** The value of the `X-Request-Id` header. Quote it when you report the problem. */
  readonly requestId: string
  /** The time from which on all events are kept; present only with the code EVENTS_EXPIRED. */
  readonly oldestAvailable?: Timestamp
}

/** A point in time, ISO 8601 in UTC. */
export type Timestamp = string

/** The credentials are missing or invalid. */
export interface UnauthorizedProblem {
  /** A stable identifier for the code, as a relative reference. */
  readonly type: string
  /** A short name for the problem, the same for every occurrence. */
  readonly title: string
  /** The HTTP status of the response: always `401`. */
  readonly status: 401
  /** An explanation of this occurrence, for developers. */
  readonly detail: string
  /**
   * A stable error code. Branch on this. Later releases may add codes: handle an unknown code by its HTTP status.
   *
   * - `MISSING_CREDENTIALS`: Missing credentials.
   * - `INVALID_API_KEY`: Invalid API key.
   * - `USER_TOKEN_REQUIRED`: User token required.
   * - `INVALID_TOKEN`: Invalid token.
   * - `CREDENTIALS_MISMATCH`: API key and token belong to different clients.
   */
  readonly code: "MISSING_CREDENTIALS" | "INVALID_API_KEY" | "USER_TOKEN_REQUIRED" | "INVALID_TOKEN" | "CREDENTIALS_MISMATCH"
  /** The value of the `X-Request-Id` header. Quote it when you report the problem. */
  readonly requestId: string
}

/** A request limit was reached. */
export interface TooManyRequestsProblem {
  /** A stable identifier for the code, as a relative reference. */
  readonly type: string
  /** A short name for the problem, the same for every occurrence. */
  readonly title: string
  /** The HTTP status of the response: always `429`. */
  readonly status: 429
  /** An explanation of this occurrence, for developers. */
  readonly detail: string
  /**
   * A stable error code. Branch on this. Later releases may add codes: handle an unknown code by its HTTP status.
   *
   * - `RATE_LIMITED`: Rate limit reached.
   * - `TOO_MANY_ATTEMPTS`: Too many attempts.
   * - `UNATTENDED_LIMIT`: Unattended limit reached.
   */
  readonly code: "RATE_LIMITED" | "TOO_MANY_ATTEMPTS" | "UNATTENDED_LIMIT"
  /** The value of the `X-Request-Id` header. Quote it when you report the problem. */
  readonly requestId: string
}

/** The Accept header excludes JSON. */
export interface NotAcceptableProblem {
  /** A stable identifier for the code, as a relative reference. */
  readonly type: string
  /** A short name for the problem, the same for every occurrence. */
  readonly title: string
  /** The HTTP status of the response: always `406`. */
  readonly status: 406
  /** An explanation of this occurrence, for developers. */
  readonly detail: string
  /**
   * A stable error code. Branch on this. Later releases may add codes: handle an unknown code by its HTTP status.
   *
   * - `NOT_ACCEPTABLE`: Response format not acceptable.
   */
  readonly code: "NOT_ACCEPTABLE"
  /** The value of the `X-Request-Id` header. Quote it when you report the problem. */
  readonly requestId: string
}

/** The service failed. The operator can look up the cause in the log by `requestId`. */
export interface InternalProblem {
  /** A stable identifier for the code, as a relative reference. */
  readonly type: string
  /** A short name for the problem, the same for every occurrence. */
  readonly title: string
  /** The HTTP status of the response: always `500`. */
  readonly status: 500
  /** An explanation of this occurrence, for developers. */
  readonly detail: string
  /**
   * A stable error code. Branch on this. Later releases may add codes: handle an unknown code by its HTTP status.
   *
   * - `INTERNAL`: Internal error.
   */
  readonly code: "INTERNAL"
  /** The value of the `X-Request-Id` header. Quote it when you report the problem. */
  readonly requestId: string
}

/** The body's media type is not application/json. */
export interface UnsupportedMediaTypeProblem {
  /** A stable identifier for the code, as a relative reference. */
  readonly type: string
  /** A short name for the problem, the same for every occurrence. */
  readonly title: string
  /** The HTTP status of the response: always `415`. */
  readonly status: 415
  /** An explanation of this occurrence, for developers. */
  readonly detail: string
  /**
   * A stable error code. Branch on this. Later releases may add codes: handle an unknown code by its HTTP status.
   *
   * - `UNSUPPORTED_MEDIA_TYPE`: Unsupported media type.
   */
  readonly code: "UNSUPPORTED_MEDIA_TYPE"
  /** The value of the `X-Request-Id` header. Quote it when you report the problem. */
  readonly requestId: string
}

/** The body, or a file in it, exceeds the size limit. */
export interface TooLargeProblem {
  /** A stable identifier for the code, as a relative reference. */
  readonly type: string
  /** A short name for the problem, the same for every occurrence. */
  readonly title: string
  /** The HTTP status of the response: always `413`. */
  readonly status: 413
  /** An explanation of this occurrence, for developers. */
  readonly detail: string
  /**
   * A stable error code. Branch on this. Later releases may add codes: handle an unknown code by its HTTP status.
   *
   * - `BODY_TOO_LARGE`: Body too large.
   */
  readonly code: "BODY_TOO_LARGE"
  /** The value of the `X-Request-Id` header. Quote it when you report the problem. */
  readonly requestId: string
  /** All rule violations in the request, each with its location. The first violation determines the problem's code. */
  readonly errors?: ReadonlyArray<Violation>
}

/** A rule violation, with its location in the request. */
export interface Violation {
  /** A JSON Pointer (RFC 6901) into the body. Pointers to query parameters start with `/query`, and pointers to headers with `/headers`. */
  readonly pointer: string
  readonly code: ViolationCode
  /** An explanation for developers. It never contains the offending value. */
  readonly detail: string
}

/**
 * The kind of rule violation.
 *
 * - `INVALID_FIELD`: The value has the wrong type or format.
 * - `MISSING_FIELD`: A required member is missing.
 * - `UNKNOWN_FIELD`: This version has no such member.
 * - `DUPLICATE_MEMBER`: The object already has a member with this name.
 * - `INVALID_TEXT`: The text contains an unpaired surrogate.
 * - `UNKNOWN_QUERY`: The operation has no such query parameter, or allows it only once.
 * - `INVALID_CURSOR`: The cursor does not belong to this list.
 * - `UNKNOWN_PARAMETER`: This version has no parameter of this type.
 * - `DUPLICATE_PARAMETER`: The parameter appears more than once.
 * - `MISSING_PARAMETER`: A required parameter is missing.
 * - `UNEXPECTED_PARAMETER`: The parameter cannot be combined with the rest of the request.
 * - `INVALID_INPUT`: The input is invalid, or the collection did not ask for it.
 * - `WRONG_INPUT_TYPE`: The collection is waiting for another type of input.
 * - `UNKNOWN_INSTRUCTION`: No pending request has this etag.
 * - `NOT_A_PDF`: The content is not a base64-encoded PDF.
 * - `BODY_TOO_LARGE`: The file exceeds the size limit.
 * - `UNKNOWN_INPUT`: `input` has no such key in this version.
 * - `CONSENT_OF_ANOTHER_COMPANY`: The stored consent is for another company.
 * - `UNKNOWN_CONSENT`: The user has no such consent.
 * - `UNKNOWN_COMPANY`: No company has this identifier.
 * - `LOGIN_METHOD_NOT_IN_PRODUCTION`: The login method works only in the sandbox.
 * - `PRODUCT_NOT_SUPPORTED`: The company does not offer the requested product.
 * - `STORED_CONSENT_NOT_SUPPORTED`: The company does not support stored consents.
 */
export type ViolationCode = "INVALID_FIELD" | "MISSING_FIELD" | "UNKNOWN_FIELD" | "DUPLICATE_MEMBER" | "INVALID_TEXT" | "UNKNOWN_QUERY" | "INVALID_CURSOR" | "UNKNOWN_PARAMETER" | "DUPLICATE_PARAMETER" | "MISSING_PARAMETER" | "UNEXPECTED_PARAMETER" | "INVALID_INPUT" | "WRONG_INPUT_TYPE" | "UNKNOWN_INSTRUCTION" | "NOT_A_PDF" | "BODY_TOO_LARGE" | "UNKNOWN_INPUT" | "CONSENT_OF_ANOTHER_COMPANY" | "UNKNOWN_CONSENT" | "UNKNOWN_COMPANY" | "LOGIN_METHOD_NOT_IN_PRODUCTION" | "PRODUCT_NOT_SUPPORTED" | "STORED_CONSENT_NOT_SUPPORTED"

/** The request is invalid. */
export interface BadRequestProblem {
  /** A stable identifier for the code, as a relative reference. */
  readonly type: string
  /** A short name for the problem, the same for every occurrence. */
  readonly title: string
  /** The HTTP status of the response: always `400`. */
  readonly status: 400
  /** An explanation of this occurrence, for developers. */
  readonly detail: string
  /**
   * A stable error code. Branch on this. Later releases may add codes: handle an unknown code by its HTTP status.
   *
   * - `MALFORMED_REQUEST`: Malformed HTTP request.
   * - `MALFORMED_JSON`: Malformed JSON.
   * - `DUPLICATE_MEMBER`: Duplicate member.
   * - `INVALID_TEXT`: Invalid text.
   * - `INVALID_FIELD`: Invalid field.
   * - `MISSING_FIELD`: Missing field.
   * - `UNKNOWN_FIELD`: Unknown field.
   * - `UNKNOWN_QUERY`: Unknown or repeated query parameter.
   * - `INVALID_CURSOR`: Invalid cursor.
   * - `UNKNOWN_PARAMETER`: Unknown parameter type.
   * - `DUPLICATE_PARAMETER`: Duplicate parameter.
   * - `MISSING_PARAMETER`: Missing parameter.
   * - `UNEXPECTED_PARAMETER`: Unexpected parameter.
   * - `UNKNOWN_INPUT`: Unknown input key.
   * - `NOT_A_PDF`: Not a PDF.
   * - `LOGIN_METHOD_NOT_IN_PRODUCTION`: Login method only in the sandbox.
   * - `PRODUCT_NOT_SUPPORTED`: Product not supported.
   * - `STORED_CONSENT_NOT_SUPPORTED`: No stored consents at this company.
   * - `CONSENT_OF_ANOTHER_COMPANY`: Consent for another company.
   * - `UNSUPPORTED_VERSION`: Unsupported version.
   * - `INVALID_IDEMPOTENCY_KEY`: Invalid idempotency key.
   * - `IDEMPOTENCY_KEY_NOT_SUPPORTED`: Idempotency key not supported.
   */
  readonly code: "MALFORMED_REQUEST" | "MALFORMED_JSON" | "DUPLICATE_MEMBER" | "INVALID_TEXT" | "INVALID_FIELD" | "MISSING_FIELD" | "UNKNOWN_FIELD" | "UNKNOWN_QUERY" | "INVALID_CURSOR" | "UNKNOWN_PARAMETER" | "DUPLICATE_PARAMETER" | "MISSING_PARAMETER" | "UNEXPECTED_PARAMETER" | "UNKNOWN_INPUT" | "NOT_A_PDF" | "LOGIN_METHOD_NOT_IN_PRODUCTION" | "PRODUCT_NOT_SUPPORTED" | "STORED_CONSENT_NOT_SUPPORTED" | "CONSENT_OF_ANOTHER_COMPANY" | "UNSUPPORTED_VERSION" | "INVALID_IDEMPOTENCY_KEY" | "IDEMPOTENCY_KEY_NOT_SUPPORTED"
  /** The value of the `X-Request-Id` header. Quote it when you report the problem. */
  readonly requestId: string
  /** All rule violations in the request, each with its location. The first violation determines the problem's code. */
  readonly errors?: ReadonlyArray<Violation>
}

/** An ended Connect session. */
export interface FinishedConnectSession {
  readonly status: ConnectSessionStatus
  /** The address to send the person to: the client's return address with `state`, `connectSessionId` and, if the person finished, a one-time `code`. Absent if the session has no return address. */
  readonly returnTo?: string
}

/**
 * The status of a Connect session.
 *
 * - `OPEN`: The person can open the link, or continue in the browser that opened it.
 * - `COMPLETED`: The person finished.
 * - `ABANDONED`: The person left without finishing, or the return address was removed before the person finished.
 * - `EXPIRED`: The link was not opened in time, or the person did not finish in time.
 */
export type ConnectSessionStatus = "OPEN" | "COMPLETED" | "ABANDONED" | "EXPIRED"

/** A request to end a Connect session. */
export interface FinishConnectSessionRequest {
  readonly outcome: ConnectOutcome
}

/**
 * The person's way to end the session.
 *
 * - `COMPLETED`: The person finished.
 * - `ABANDONED`: The person left without finishing.
 */
export type ConnectOutcome = "COMPLETED" | "ABANDONED"

/** The status of the collection or consent does not allow the request, or a request with the same `Idempotency-Key` is still running. */
export interface ConflictProblem {
  /** A stable identifier for the code, as a relative reference. */
  readonly type: string
  /** A short name for the problem, the same for every occurrence. */
  readonly title: string
  /** The HTTP status of the response: always `409`. */
  readonly status: 409
  /** An explanation of this occurrence, for developers. */
  readonly detail: string
  /**
   * A stable error code. Branch on this. Later releases may add codes: handle an unknown code by its HTTP status.
   *
   * - `COLLECTION_NOT_COMPLETED`: Collection not completed.
   * - `COLLECTION_NOT_ENDED`: Collection not ended.
   * - `CONSENT_NOT_USABLE`: Consent not authorized.
   * - `CONSENT_NOT_CONFIRMED`: Consent not confirmed.
   * - `NOT_AWAITING_CONFIRMATION`: No confirmation awaited.
   * - `NOT_AWAITING_INPUT`: No input requested.
   * - `INPUT_NO_LONGER_PENDING`: Question no longer open.
   * - `NOTHING_TO_EXPIRE`: Nothing to expire.
   * - `IDEMPOTENCY_KEY_IN_USE`: Idempotency key in use.
   * - `TOO_MANY_WEBHOOK_ENDPOINTS`: Too many webhook endpoints.
   * - `TOO_MANY_WEBHOOK_SECRETS`: Too many webhook secrets.
   * - `WEBHOOK_ENDPOINT_DISABLED`: Webhook endpoint disabled.
   * - `CONNECT_SESSION_ELSEWHERE`: Connect session open in another browser.
   * - `CONNECT_SESSION_ENDED`: Connect session ended.
   * - `CONNECT_PURPOSE_MISMATCH`: Operation outside the session's purpose.
   * - `CONNECT_SESSION_NOT_CONFIRMED`: Connect session not confirmed.
   * - `CONNECT_SESSION_UNCONFIRMED`: Connect session awaits confirmation.
   */
  readonly code: "COLLECTION_NOT_COMPLETED" | "COLLECTION_NOT_ENDED" | "CONSENT_NOT_USABLE" | "CONSENT_NOT_CONFIRMED" | "NOT_AWAITING_CONFIRMATION" | "NOT_AWAITING_INPUT" | "INPUT_NO_LONGER_PENDING" | "NOTHING_TO_EXPIRE" | "IDEMPOTENCY_KEY_IN_USE" | "TOO_MANY_WEBHOOK_ENDPOINTS" | "TOO_MANY_WEBHOOK_SECRETS" | "WEBHOOK_ENDPOINT_DISABLED" | "CONNECT_SESSION_ELSEWHERE" | "CONNECT_SESSION_ENDED" | "CONNECT_PURPOSE_MISMATCH" | "CONNECT_SESSION_NOT_CONFIRMED" | "CONNECT_SESSION_UNCONFIRMED"
  /** The value of the `X-Request-Id` header. Quote it when you report the problem. */
  readonly requestId: string
}

/** The client's access to the person's data, now and in the past. */
export interface ConnectPermissions {
  /** The collections and consents, newest first. */
  readonly permissions: ReadonlyArray<ConnectPermission>
}

/** The client's access to data at one company. */
export interface ConnectPermission {
  /** The company. */
  readonly company: CompanyId
  /** The company's name. */
  readonly companyDisplayName: string
  /** The collection that read the data. Absent for a consent. */
  readonly collectionId?: CollectionId
  /** The consent. Absent for a collection. */
  readonly consentId?: ConsentId
  /** The status of the collection or consent. */
  readonly status: CollectionStatusValue | ConsentStatusValue
  readonly counts: ConnectCounts
  /** The method by which the person logged in. */
  readonly loginMethod?: LoginMethod
  /** The time of the last read. */
  readonly lastReadAt?: Timestamp
  /** The time at which the consent ends, or at which the data is erased. */
  readonly validUntil?: Timestamp
  readonly scope?: Psd2AisConsentScope
  /** True if the person can erase the collection's data. */
  readonly erasable: boolean
  /** True if the person can revoke the consent. */
  readonly revocable: boolean
}

/** The consent's scope. Without accountIds, it covers all accounts available at the bank. */
export interface Psd2AisConsentScope {
  /** Always `PSD2_AIS`. */
  readonly type: "PSD2_AIS"
  /** The accounts that can be read; absent if the consent covers all accounts available at the bank. */
  readonly accountIds?: ReadonlyArray<string>
  /** True if balances can be read. */
  readonly balances: boolean
  /** True if transactions can be read. */
  readonly transactions: boolean
}

/**
 * A method for logging in to a company. `GET /companies/availability` lists each company's methods. SWEDISH_MOBILE_EID_SAME_DEVICE_CLIENT_SIDE_AUTHENTICATION works in native apps only, because browsers block its cross-origin requests. Browser-based clients use SWEDISH_MOBILE_EID_OTHER_DEVICE.
 *
 * - `PDF_UPLOAD`: No login. The service reads the insurance from an uploaded PDF.
 * - `USERNAME_AND_PASSWORD`: Username and password.
 * - `EMAIL`: Email address. The company sends the login code or link to this address.
 * - `SWEDISH_SECURITY_TOKEN`: Personal number, and the security token's reply to REFERENCE_NUMBER.
 * - `SWEDISH_MOBILE_EID_SAME_DEVICE`: Electronic ID app on the device that runs the client. Open the app with SWEDISH_MOBILE_EID_AUTOSTART_TOKEN.
 * - `SWEDISH_MOBILE_EID_SAME_DEVICE_TEST`: Sandbox only. Works like the method without the suffix, with realistic delays.
 * - `SWEDISH_MOBILE_EID_SAME_DEVICE_MOCK`: Sandbox only. Works like the method without the suffix, but deterministically and without delays.
 * - `SWEDISH_MOBILE_EID_OTHER_DEVICE`: Electronic ID app on another device. The user scans the QR code in SWEDISH_MOBILE_EID_ANIMATED_QR_DATA.
 * - `SWEDISH_MOBILE_EID_OTHER_DEVICE_TEST`: Sandbox only. Works like the method without the suffix, with realistic delays.
 * - `SWEDISH_MOBILE_EID_OTHER_DEVICE_MOCK`: Sandbox only. Works like the method without the suffix, but deterministically and without delays.
 * - `SWEDISH_MOBILE_EID_ANY_DEVICE`: Electronic ID app on the same device or another, as the user prefers.
 * - `SWEDISH_MOBILE_EID_ANY_DEVICE_TEST`: Sandbox only. Works like the method without the suffix, with realistic delays.
 * - `SWEDISH_MOBILE_EID_ANY_DEVICE_MOCK`: Sandbox only. Works like the method without the suffix, but deterministically and without delays.
 * - `SWEDISH_MOBILE_EID_SAME_DEVICE_CLIENT_SIDE_AUTHENTICATION`: Electronic ID app on the same device. The client executes the requests in INSTRUCTIONS on that device.
 * - `SWEDISH_MOBILE_EID_SAME_DEVICE_CLIENT_SIDE_AUTHENTICATION_TEST`: Sandbox only. Works like the method without the suffix, with realistic delays.
 * - `SWEDISH_MOBILE_EID_SAME_DEVICE_CLIENT_SIDE_AUTHENTICATION_MOCK`: Sandbox only. Works like the method without the suffix, but deterministically and without delays.
 */
export type LoginMethod = "PDF_UPLOAD" | "USERNAME_AND_PASSWORD" | "EMAIL" | "SWEDISH_SECURITY_TOKEN" | "SWEDISH_MOBILE_EID_SAME_DEVICE" | "SWEDISH_MOBILE_EID_SAME_DEVICE_TEST" | "SWEDISH_MOBILE_EID_SAME_DEVICE_MOCK" | "SWEDISH_MOBILE_EID_OTHER_DEVICE" | "SWEDISH_MOBILE_EID_OTHER_DEVICE_TEST" | "SWEDISH_MOBILE_EID_OTHER_DEVICE_MOCK" | "SWEDISH_MOBILE_EID_ANY_DEVICE" | "SWEDISH_MOBILE_EID_ANY_DEVICE_TEST" | "SWEDISH_MOBILE_EID_ANY_DEVICE_MOCK" | "SWEDISH_MOBILE_EID_SAME_DEVICE_CLIENT_SIDE_AUTHENTICATION" | "SWEDISH_MOBILE_EID_SAME_DEVICE_CLIENT_SIDE_AUTHENTICATION_TEST" | "SWEDISH_MOBILE_EID_SAME_DEVICE_CLIENT_SIDE_AUTHENTICATION_MOCK"

/** The number of records by kind. Kinds without records are absent. */
export interface ConnectCounts {
  /** Insurance policies. */
  readonly insurances?: number
  /** Pensions, including public pensions. */
  readonly pensions?: number
  /** Insurance contracts with savings. */
  readonly savings?: number
  /** Investment and securities accounts. */
  readonly investments?: number
  /** Bank accounts. */
  readonly accounts?: number
}

/**
 * The status of a consent. Accounts can be read only in AUTHORIZED.
 *
 * - `INITIATED`: The consent was created. The service has not reached the bank yet.
 * - `AWAITING_AUTHORIZATION`: The user must authorize the consent at the bank.
 * - `AUTHORIZED`: The consent is in force. Accounts can be read until it expires or is revoked.
 * - `REVOKED`: The user, the client or the bank ended the consent.
 * - `EXPIRED`: The consent has expired.
 * - `FAILED`: The consent was not authorized: it was rejected, canceled or not authorized in time.
 */
export type ConsentStatusValue = "INITIATED" | "AWAITING_AUTHORIZATION" | "AUTHORIZED" | "REVOKED" | "EXPIRED" | "FAILED"

/**
 * The status of a collection. New values can be added without a new API version. If the status is unknown, treat the collection as in progress while `pollingInterval` is present, and as failed otherwise.
 *
 * - `RUNNING`: The collection has started.
 * - `LOGIN`: The service is authenticating the user and signing in to the company.
 * - `CUSTOMER_ENROLLMENT_CHECK`: The service is checking if the user is a customer of the company.
 * - `TWO_FACTOR_PENDING`: The collection is waiting for the user's two-factor code, or for the choice of a two-factor method.
 * - `TWO_FACTOR_METHOD_SELECTION_TIMEOUT`: The user did not choose a two-factor method in time.
 * - `CONTACT_FORM_PENDING`: The company asked for contact details during login.
 * - `COLLECTION_INPUT_PENDING`: The collection needs more input from the user.
 * - `COLLECTION_INPUT_TIMEOUT`: The user did not supply the input requested by COLLECTION_INPUT_PENDING in time.
 * - `WAITING_FOR_USER_ACTION`: The user must act before authentication can continue, for example by signing with an authenticator app.
 * - `COLLECTING`: The service is collecting the data.
 * - `COMPLETED`: The collection has finished and its data is available.
 * - `COMPLETED_PARTIAL`: The collection has finished, but some data could not be collected.
 * - `COMPLETED_EMPTY`: The collection has finished and found no data: the user is not a customer, or has none of the products.
 * - `FAILED`: The collection failed, for example because of a timeout, an unavailable site or a temporary error.
 * - `FAILED_PDF_PARSE`: The insurance details in the uploaded PDF could not be read.
 * - `FAILED_PDF_USER_INPUT`: This kind of PDF is not supported.
 * - `INCORRECT_CREDENTIALS`: The login credentials are wrong.
 * - `INCORRECT_TWO_FACTOR_CODE`: The two-factor code is wrong.
 * - `AUTHENTICATION_TIMEOUT`: The user did not authenticate in time.
 * - `AUTHENTICATION_CANCELLED`: The user canceled the authentication.
 * - `AUTHENTICATION_CONFLICT`: The authentication was canceled because several authentications were in progress at once.
 * - `AUTHENTICATION_MISMATCH`: The person who authenticated is not the person who started the collection.
 * - `AUTHENTICATION_ERROR`: The authentication failed for a reason other than incorrect credentials.
 * - `LOGIN_METHOD_NOT_APPLICABLE`: The requested login method cannot be used for this company.
 * - `ACCOUNT_TEMPORARILY_LOCKED`: The company has temporarily locked the user out, for example after repeated wrong credentials.
 * - `KYC_FORM`: The company blocks the login until the user completes a know-your-customer form.
 * - `CONTACT_FORM`: The company blocks the login until the user completes a contact details form.
 * - `CUSTOMER_ENROLLMENT_REQUIRED`: The user must become a customer of the company first.
 * - `THIRD_PARTY_ERROR`: The company's systems failed.
 */
export type CollectionStatusValue = "RUNNING" | "LOGIN" | "CUSTOMER_ENROLLMENT_CHECK" | "TWO_FACTOR_PENDING" | "TWO_FACTOR_METHOD_SELECTION_TIMEOUT" | "CONTACT_FORM_PENDING" | "COLLECTION_INPUT_PENDING" | "COLLECTION_INPUT_TIMEOUT" | "WAITING_FOR_USER_ACTION" | "COLLECTING" | "COMPLETED" | "COMPLETED_PARTIAL" | "COMPLETED_EMPTY" | "FAILED" | "FAILED_PDF_PARSE" | "FAILED_PDF_USER_INPUT" | "INCORRECT_CREDENTIALS" | "INCORRECT_TWO_FACTOR_CODE" | "AUTHENTICATION_TIMEOUT" | "AUTHENTICATION_CANCELLED" | "AUTHENTICATION_CONFLICT" | "AUTHENTICATION_MISMATCH" | "AUTHENTICATION_ERROR" | "LOGIN_METHOD_NOT_APPLICABLE" | "ACCOUNT_TEMPORARILY_LOCKED" | "KYC_FORM" | "CONTACT_FORM" | "CUSTOMER_ENROLLMENT_REQUIRED" | "THIRD_PARTY_ERROR"

/** Identifier of a consent. */
export type ConsentId = string

/** Identifier of a collection: a UUID, version 7. */
export type CollectionId = string

/** Company identifier: the market, a hyphen, and the company's short name. */
export type CompanyId = string

/** The number of records that the session's collections found, by kind. Never the data itself. */
export interface ConnectSummary {
  /** The session's collections, oldest first. */
  readonly collections: ReadonlyArray<ConnectSummaryEntry>
}

/** The number of records that a collection found, by kind. */
export interface ConnectSummaryEntry {
  readonly collectionId: CollectionId
  /** The company. */
  readonly company: CompanyId
  readonly status: CollectionStatusValue
  readonly counts: ConnectCounts
  /** The products that could not be collected completely. Absent if nothing is missing. */
  readonly partial?: ReadonlyArray<Product>
}

/**
 * A product that can be collected from a company.
 *
 * - `INSURANCE`: Insurance. The person logs in to the company.
 * - `WEALTH`: Pensions and investments. The person logs in to the company.
 * - `PSD2_AIS`: Bank accounts, under a consent at the account-holding bank.
 */
export type Product = "INSURANCE" | "WEALTH" | "PSD2_AIS"

/** No such object, or it belongs to another client. */
export interface NotFoundProblem {
  /** A stable identifier for the code, as a relative reference. */
  readonly type: string
  /** A short name for the problem, the same for every occurrence. */
  readonly title: string
  /** The HTTP status of the response: always `404`. */
  readonly status: 404
  /** An explanation of this occurrence, for developers. */
  readonly detail: string
  /**
   * A stable error code. Branch on this. Later releases may add codes: handle an unknown code by its HTTP status.
   *
   * - `UNKNOWN_ROUTE`: Unknown path.
   * - `NOT_IN_THIS_VERSION`: Path not in this version.
   * - `NOT_FOUND`: Not found.
   * - `UNKNOWN_COMPANY`: Unknown company.
   * - `UNKNOWN_CONSENT`: Unknown consent.
   * - `PRODUCT_NOT_COLLECTED`: Product not collected.
   * - `CONNECT_SESSION_NOT_FOUND`: Connect session not found.
   */
  readonly code: "UNKNOWN_ROUTE" | "NOT_IN_THIS_VERSION" | "NOT_FOUND" | "UNKNOWN_COMPANY" | "UNKNOWN_CONSENT" | "PRODUCT_NOT_COLLECTED" | "CONNECT_SESSION_NOT_FOUND"
  /** The value of the `X-Request-Id` header. Quote it when you report the problem. */
  readonly requestId: string
  /** All rule violations in the request, each with its location. The first violation determines the problem's code. */
  readonly errors?: ReadonlyArray<Violation>
}

/** A consent's status, and the action that the consent is waiting for. */
export interface ConsentStatus {
  /** The bank that holds the accounts. */
  readonly company: CompanyId
  /** The consent's identifier. */
  readonly consentId: ConsentId
  /** The consent's status. */
  readonly status: ConsentStatusValue
  /** The time the consent was created. */
  readonly createdAt: Timestamp
  /** The time of the last status change. */
  readonly statusChangedAt: Timestamp
  /** The requested scope; once the consent is authorized, the granted scope. */
  readonly scope: Psd2AisConsentScope
  /** Milliseconds to wait before the next poll; absent once the consent is authorized or has ended. */
  readonly pollingInterval?: number
  /** The action that the person must take now. Present in AWAITING_AUTHORIZATION, until the person returns from the bank's page. */
  readonly authInstructions?: AuthInstructions
  /** The consent's expiration time. */
  readonly expiresAt: Timestamp
  /** The time the consent was revoked; present only in REVOKED. */
  readonly revokedAt?: Timestamp
  /** The reason why the consent was not authorized; present only in FAILED. */
  readonly error?: ConsentError
  /** The address of the sandbox page that replaces the authenticator app. Present only in the sandbox, while an electronic ID order is open. */
  readonly sandboxPageUrl?: string
}

/** The reason why the consent was not authorized. */
export interface ConsentError {
  /** A stable code. Branch on this. */
  readonly code: ConsentErrorCode
  /** An explanation of the code for developers, the same for every occurrence. */
  readonly message: string
}

/**
 * The reason why a consent was not authorized.
 *
 * - `USER_CANCELLED`: The user canceled the authorization, or another authorization replaced it.
 * - `AUTHENTICATION_TIMEOUT`: The user did not authorize the consent in time.
 * - `PERSON_MISMATCH`: The person who authenticated is not the person named in the consent request.
 * - `NOT_CONFIRMED`: The authorization was not confirmed with the right code in time.
 * - `REJECTED_BY_BANK`: The bank or the electronic-ID provider rejected the consent.
 * - `BANK_UNAVAILABLE`: The bank or the electronic-ID provider could not be reached.
 */
export type ConsentErrorCode = "USER_CANCELLED" | "AUTHENTICATION_TIMEOUT" | "PERSON_MISMATCH" | "NOT_CONFIRMED" | "REJECTED_BY_BANK" | "BANK_UNAVAILABLE"

/** The way to authorize the consent: an electronic ID or the bank's page. */
export interface AuthInstructions {
  /** The token that opens the electronic ID app on the same device; present with the SAME_DEVICE and ANY_DEVICE methods. */
  readonly autoStartToken?: string
  /** The text to show as a QR code, which the user scans with the electronic ID app on another device; present with the OTHER_DEVICE and ANY_DEVICE methods. It changes every second: redraw the code after each poll. */
  readonly animatedQrData?: string
  /** The address of the bank page to open for the person; absent with an electronic ID. */
  readonly redirectUrl?: string
}

/** The collection asked for different input, or the `Idempotency-Key` belongs to a different request. */
export interface UnprocessableProblem {
  /** A stable identifier for the code, as a relative reference. */
  readonly type: string
  /** A short name for the problem, the same for every occurrence. */
  readonly title: string
  /** The HTTP status of the response: always `422`. */
  readonly status: 422
  /** An explanation of this occurrence, for developers. */
  readonly detail: string
  /**
   * A stable error code. Branch on this. Later releases may add codes: handle an unknown code by its HTTP status.
   *
   * - `WRONG_INPUT_TYPE`: Wrong input type.
   * - `INVALID_INPUT`: Invalid input.
   * - `UNKNOWN_INSTRUCTION`: Unknown instruction.
   * - `IDEMPOTENCY_KEY_REUSED`: Idempotency key reused.
   */
  readonly code: "WRONG_INPUT_TYPE" | "INVALID_INPUT" | "UNKNOWN_INSTRUCTION" | "IDEMPOTENCY_KEY_REUSED"
  /** The value of the `X-Request-Id` header. Quote it when you report the problem. */
  readonly requestId: string
  /** All rule violations in the request, each with its location. The first violation determines the problem's code. */
  readonly errors?: ReadonlyArray<Violation>
}

/** Proof that the token's user is the person who returned from the bank's page. */
export interface ConfirmConsentRequest {
  /** The `code` query parameter from the redirect to the consent's `returnUrl`. */
  readonly code: string
}

/** A consent to read accounts. Until the user authorizes it, scope and expiresAt have the requested values. */
export interface Consent {
  /** The bank that holds the accounts. */
  readonly company: CompanyId
  readonly consentId: ConsentId
  /** The consent's expiration time, ISO 8601 in UTC. */
  readonly expiresAt: Timestamp
  readonly scope: Psd2AisConsentScope
  readonly status: ConsentStatusValue
}

/** A request for a consent in a Connect session. The bank's page sends the person back to the Connect page. */
export interface CreateConnectConsentRequest {
  /** The company. */
  readonly company: CompanyId
  /** The login method. Required with SWEDISH_EID. */
  readonly loginMethod?: LoginMethod
  /** The person's inputs. Each type can appear once. */
  readonly parameters: ReadonlyArray<ConnectParameter>
}

/** A typed parameter, identified by `type`. */
export type ConnectParameter = SwedishEidParameter | EmailParameter | UsernamePasswordParameter | PdfDocumentParameter | ConnectPsd2AisParameter | ConnectStoredConsentParameter | AccountOwnerNameParameter | CollectionFilterParameter

/** The data to collect, for any login method. products selects products; insuranceTypes and insuranceSubTypes select insurance policies; productTypes selects wealth records. An omitted member does not restrict the collection. */
export interface CollectionFilterParameter {
  /** Always `COLLECTION_FILTER`. */
  readonly type: "COLLECTION_FILTER"
  /** The products to collect. Default: everything that the login gives access to, or only accounts if the request has a consent parameter. With PSD2_AIS_CONSENT, list PSD2_AIS and any other products to collect. */
  readonly products?: ReadonlyArray<Product>
  /** The insurance types to collect. Default: all. */
  readonly insuranceTypes?: ReadonlyArray<InsuranceType>
  /** The insurance subtypes to collect. Default: all. */
  readonly insuranceSubTypes?: ReadonlyArray<InsuranceSubType>
  /** The types of pensions, investments and accounts to collect. Default: all. */
  readonly productTypes?: ReadonlyArray<WealthType>
}

/**
 * The type of a wealth record.
 *
 * - `KF`: A capital insurance policy (Sweden).
 * - `ISK`: An investment savings account (Sweden).
 * - `CUSTODY_ACCOUNT`: A custody account (Sweden).
 * - `UNKNOWN_INVESTMENT_TYPE`: An account whose kind the company does not specify.
 * - `IPS_PENSION`: Individual pension savings (Sweden).
 * - `PRIVATE_PENSION`: A private pension (Sweden).
 * - `OCCUPATIONAL_PENSION`: An occupational pension (Sweden) outside a collective agreement.
 * - `COLLECTIVE_OCCUPATIONAL_PENSION`: An occupational pension (Sweden) under a collective agreement.
 * - `UNKNOWN_PENSION_TYPE`: A pension whose kind the company does not specify.
 * - `PER`: A retirement savings plan (France).
 * - `LIFE_INSURANCE`: A life insurance policy with savings (France).
 * - `PEA`: An equity savings plan (France).
 * - `CTO`: An ordinary securities account (France).
 * - `PUBLIC_PENSION`: The Swedish public pension.
 * - `FRENCH_PUBLIC_PENSION`: The French public pension.
 * - `PSD2_CHECKING_ACCOUNT`: A payment account.
 * - `PSD2_SAVINGS_ACCOUNT`: A savings account.
 * - `PSD2_CREDIT_CARD`: A credit card account.
 */
export type WealthType = "KF" | "ISK" | "CUSTODY_ACCOUNT" | "UNKNOWN_INVESTMENT_TYPE" | "IPS_PENSION" | "PRIVATE_PENSION" | "OCCUPATIONAL_PENSION" | "COLLECTIVE_OCCUPATIONAL_PENSION" | "UNKNOWN_PENSION_TYPE" | "PER" | "LIFE_INSURANCE" | "PEA" | "CTO" | "PUBLIC_PENSION" | "FRENCH_PUBLIC_PENSION" | "PSD2_CHECKING_ACCOUNT" | "PSD2_SAVINGS_ACCOUNT" | "PSD2_CREDIT_CARD"

/**
 * The subtype of an insurance, from the subtypes of all insurance types.
 *
 * - `car`: A car.
 * - `motorcycle`: A motorcycle.
 * - `moped`: A moped.
 * - `caravan`: A caravan.
 * - `motorhome`: A motorhome.
 * - `trailer`: A trailer.
 * - `boat`: A boat.
 * - `snowmobile`: A snowmobile.
 * - `other`: Any other subtype.
 * - `villa`: A house.
 * - `cottage`: A holiday home.
 * - `condo`: An owned apartment.
 * - `home`: A home whose kind the company does not specify.
 * - `dog`: A dog.
 * - `cat`: A cat.
 * - `horse`: A horse.
 * - `accident`: Accidents.
 * - `travel`: Incidents while traveling.
 * - `health`: Illness and its treatment.
 * - `life`: Death.
 * - `child`: A child's accidents and illnesses.
 * - `income`: Loss of income.
 */
export type InsuranceSubType = "car" | "motorcycle" | "moped" | "caravan" | "motorhome" | "trailer" | "boat" | "snowmobile" | "other" | "villa" | "cottage" | "condo" | "home" | "dog" | "cat" | "horse" | "accident" | "travel" | "health" | "life" | "child" | "income"

/**
 * The type of insurance.
 *
 * - `vehicleInsurance`: Vehicle insurance.
 * - `houseContentInsurance`: Insurance for a home and its contents.
 * - `animalInsurance`: Animal insurance.
 * - `personInsurance`: Insurance for a person. Pensions are wealth records.
 */
export type InsuranceType = "vehicleInsurance" | "houseContentInsurance" | "animalInsurance" | "personInsurance"

/** The full name of the account owner, for any login method. The service compares it with a pension's insured person to set otherInsuredPerson. */
export interface AccountOwnerNameParameter {
  /** Always `ACCOUNT_OWNER_NAME`. */
  readonly type: "ACCOUNT_OWNER_NAME"
  /** The full name. */
  readonly name: string
}

/** An authorized consent of this session, which replaces the login. */
export interface ConnectStoredConsentParameter {
  /** Always `STORED_CONSENT`. */
  readonly type: "STORED_CONSENT"
  readonly consentId: ConsentId
}

/** A consent to read accounts. The service adds the person's address and language. */
export interface ConnectPsd2AisParameter {
  /** Always `PSD2_AIS_CONSENT`. */
  readonly type: "PSD2_AIS_CONSENT"
  /** The accounts to grant access to, for a stored consent by IBAN, national account number or masked card number. Default: all of the person's accounts at the bank. */
  readonly accountIds?: ReadonlyArray<string>
  /** True to read balances. Default: true. Balances and transactions cannot both be false. */
  readonly balances?: boolean
  /** True to read transactions. Default: true. */
  readonly transactions?: boolean
  /** The last day of the consent, as YYYY-MM-DD, later than today (UTC). Default: 90 days from today. The bank can choose an earlier day; 9999-12-31 requests the longest possible period. */
  readonly validUntil?: CalendarDate
}

/** A calendar date, as YYYY-MM-DD. */
export type CalendarDate = string

/** The file for the PDF_UPLOAD login method. */
export interface PdfDocumentParameter {
  /** Always `PDF_DOCUMENT`. */
  readonly type: "PDF_DOCUMENT"
  /** The name of the file. */
  readonly fileName: string
  /** The base64-encoded file, which must begin with %PDF- and be at most 10 MiB. */
  readonly content: string
  /** The type of insurance in the file, if known to the user. */
  readonly insuranceType?: string
}

/** The credentials for the USERNAME_AND_PASSWORD login method. */
export interface UsernamePasswordParameter {
  /** Always `USERNAME_PASSWORD`. */
  readonly type: "USERNAME_PASSWORD"
  /** The person's username at the company. */
  readonly username: string
  /** The person's password at the company. No response ever contains it. */
  readonly password: string
}

/** The email address for the EMAIL login method. */
export interface EmailParameter {
  /** Always `EMAIL`. */
  readonly type: "EMAIL"
  /** The email address that the company has on file for the person. */
  readonly email: EmailAddress
}

/** An email address. */
export type EmailAddress = string

/** The personal number for every Swedish electronic ID method, including _TEST and _MOCK, and for SWEDISH_SECURITY_TOKEN. */
export interface SwedishEidParameter {
  /** Always `SWEDISH_EID`. */
  readonly type: "SWEDISH_EID"
  /** The personal number of the person who logs in: YYYYMMDDNNNC. Shorter and hyphenated forms are normalized. */
  readonly personalNumber: PersonalNumber
}

/** A Swedish personal or coordination number: YYYYMMDDNNNC. Shorter and hyphenated forms are normalized. */
export type PersonalNumber = string

/** The status of a collection. Poll again after `pollingInterval`. If `pollingInterval` is absent, the collection has ended. */
export interface CollectionStatus {
  /** The collection's identifier. */
  readonly collectionId: CollectionId
  /** The same value as `collectionId`. */
  readonly id: CollectionId
  /** The company to collect from. */
  readonly company: CompanyId
  /** The products that the collection covers. */
  readonly products: ReadonlyArray<Product>
  readonly status: CollectionStatusValue
  /** The time the collection started, ISO 8601 in UTC. */
  readonly createdAt: Timestamp
  /** The time of the last status change, ISO 8601 in UTC. */
  readonly statusChangedAt: Timestamp
  /** Milliseconds to wait before the next poll; absent once the collection has ended. */
  readonly pollingInterval?: number
  /** The open question; absent if the collection is not waiting for input. */
  readonly pendingInput?: PendingInput
  /** Information that the client needs in addition to the status, such as a QR code to show. Optional. */
  readonly extraInformation?: ExtraInformation
  /** The EXTERNAL_REFERENCE from the start request; absent if the request had none. `GET /collections?externalReference=` finds the collection. */
  readonly externalReference?: string
  /** The attributes from the start request's SESSION_METADATA; absent if the request had none. */
  readonly sessionMetadata?: Readonly<Record<string, string>>
  /** The address of the sandbox page that replaces the authenticator app. On the page, a person presses **Sign**, **Cancel** or **Let it expire**. Present only in the sandbox, while an electronic ID order is open. */
  readonly sandboxPageUrl?: string
}

/** Information that the client needs in addition to the status. New keys can appear at any time. Ignore any that you do not recognize. */
export interface ExtraInformation {
  /** The token that opens the authenticator app on the same device. The app then shows the order to sign. */
  readonly SWEDISH_MOBILE_EID_AUTOSTART_TOKEN?: string
  /** The text to show as a QR code, which the user scans with the authenticator app on another device. It changes every second: poll at `pollingInterval` and redraw the code after each poll. */
  readonly SWEDISH_MOBILE_EID_ANIMATED_QR_DATA?: string
  /** The bank's page on which the person authorizes a one-time consent; present in WAITING_FOR_USER_ACTION. Open it in the person's browser, and keep polling. The person returns to a plain page of this service. */
  readonly REDIRECT_URL?: string
  /** The methods to offer to the user; present while the company waits for a choice. */
  readonly AVAILABLE_TWO_FACTOR_METHODS?: ReadonlyArray<TwoFactorMethod>
  readonly TWO_FACTOR_AUTHENTICATION_INSTRUCTION?: TwoFactorInstruction
  /** The number to compare with the number on the other device, or to enter in the security token. Post the token's reply as the code. */
  readonly REFERENCE_NUMBER?: string
  /** The types of input to ask the user for, all of them required; present in CONTACT_FORM_PENDING and COLLECTION_INPUT_PENDING. */
  readonly REQUIRED_INPUT_TYPES?: ReadonlyArray<InputType>
  /** The requests to execute on the user's device. Each poll returns the requests again until the client has posted every response. */
  readonly INSTRUCTIONS?: ReadonlyArray<Request>
  readonly FAILURE_REASON?: FailureReason
}

/** The reason for the final status. The set of codes is fixed. The message is for developers. */
export interface FailureReason {
  /**
   * A stable code. Branch on this.
   *
   * - `COLLECTION_TIMEOUT`: The collection exceeded its time limit.
   * - `CONNECTOR_ERROR`: The connector to the company failed.
   * - `UNEXPECTED_STATUS`: The connector reported a status that cannot follow the previous one.
   * - `COMPANY_UNREACHABLE`: The company could not be reached, or did not respond in time.
   * - `COMPANY_ERROR`: The company responded with an error.
   * - `COMPANY_MAINTENANCE`: The company is down for maintenance.
   * - `INCORRECT_CREDENTIALS`: The company rejected the credentials.
   * - `INCORRECT_TWO_FACTOR_CODE`: The company rejected the two-factor code.
   * - `AUTHENTICATION_TIMEOUT`: The user did not authenticate in time.
   * - `AUTHENTICATION_CANCELLED`: The user canceled the authentication.
   * - `AUTHENTICATION_CONFLICT`: Several authentications for the same person were in progress at once.
   * - `AUTHENTICATION_MISMATCH`: The person who authenticated is not the person who started the collection.
   * - `AUTHENTICATION_REFUSED`: The authentication was rejected.
   * - `TWO_FACTOR_METHOD_NOT_CHOSEN`: The user did not choose a two-factor method in time.
   * - `COLLECTION_INPUT_NOT_SUPPLIED`: The user did not supply the requested input in time.
   * - `CONTACT_DETAILS_REQUIRED`: The company requires contact details before it lets the user in.
   * - `KYC_REQUIRED`: The company requires answers to its know-your-customer questions first.
   * - `CUSTOMER_ENROLLMENT_REQUIRED`: The user is not yet a customer of the company.
   * - `ACCOUNT_TEMPORARILY_LOCKED`: The company has temporarily locked the user out.
   * - `LOGIN_METHOD_NOT_SUPPORTED`: The company does not support the login method.
   * - `PDF_NOT_READABLE`: The insurance in the PDF could not be read.
   * - `PDF_NOT_SUPPORTED`: This kind of PDF is not supported.
   * - `PDF_ENCRYPTED`: The PDF needs a password to open. Ask the user for a copy without a password.
   * - `PDF_WITHOUT_TEXT`: The PDF contains no text, for example because it is a scan or a photo. Ask the user for the file that the company issued.
   * - `PDF_UNKNOWN_LAYOUT`: The PDF is not a recognized document from this company. Ask the user for the insurance policy itself.
   * - `PDF_INCOMPLETE`: The PDF lacks a required value, or the value is not readable. Ask the user for the complete document.
   * - `PDF_CONTRADICTORY`: Values in the PDF are impossible or contradict each other. Ask the user for another copy of the document.
   * - `PARTIAL_DATA`: Some data could not be collected.
   * - `CONSENT_REFUSED`: The bank rejected the consent, or no longer accepts it.
   * - `CONSENT_ENDED`: The consent ended before the accounts were read.
   * - `USER_ERASED`: The user was erased.
   * - `SUPERSEDED`: A newer collection with the same SESSION_ID replaced this one.
   */
  readonly code: "COLLECTION_TIMEOUT" | "CONNECTOR_ERROR" | "UNEXPECTED_STATUS" | "COMPANY_UNREACHABLE" | "COMPANY_ERROR" | "COMPANY_MAINTENANCE" | "INCORRECT_CREDENTIALS" | "INCORRECT_TWO_FACTOR_CODE" | "AUTHENTICATION_TIMEOUT" | "AUTHENTICATION_CANCELLED" | "AUTHENTICATION_CONFLICT" | "AUTHENTICATION_MISMATCH" | "AUTHENTICATION_REFUSED" | "TWO_FACTOR_METHOD_NOT_CHOSEN" | "COLLECTION_INPUT_NOT_SUPPLIED" | "CONTACT_DETAILS_REQUIRED" | "KYC_REQUIRED" | "CUSTOMER_ENROLLMENT_REQUIRED" | "ACCOUNT_TEMPORARILY_LOCKED" | "LOGIN_METHOD_NOT_SUPPORTED" | "PDF_NOT_READABLE" | "PDF_NOT_SUPPORTED" | "PDF_ENCRYPTED" | "PDF_WITHOUT_TEXT" | "PDF_UNKNOWN_LAYOUT" | "PDF_INCOMPLETE" | "PDF_CONTRADICTORY" | "PARTIAL_DATA" | "CONSENT_REFUSED" | "CONSENT_ENDED" | "USER_ERASED" | "SUPERSEDED"
  /** An explanation of the code for developers, the same for every occurrence. */
  readonly message: string
  /** Seconds to wait before trying again; present with the code ACCOUNT_TEMPORARILY_LOCKED, and with COMPANY_ERROR if a bank limits readings. */
  readonly retryAfterSeconds?: number
  /** The products with missing data; present only if the status is COMPLETED_PARTIAL. */
  readonly missing?: ReadonlyArray<MissingData>
}

/** A product with data that could not be collected, and the reason. */
export interface MissingData {
  readonly product: Product
  /**
   * The reason why data is missing.
   *
   * - `COMPANY_ERROR`: The company responded with an error.
   * - `COMPANY_UNREACHABLE`: The company could not be reached, or did not respond in time.
   * - `NOT_SUPPORTED`: This data cannot be collected from this company.
   */
  readonly reason: "COMPANY_ERROR" | "COMPANY_UNREACHABLE" | "NOT_SUPPORTED"
}

/** A request to execute on the user's device, once per etag. Post the outcome as a RESPONSE_OBJECT. */
export interface Request {
  /** An identifier for the request, unique within the list. */
  readonly id: string
  /** The identifier to repeat in the response. Execute requests with the same etag only once. */
  readonly etag: string
  /** The https URL to call. New hosts and paths can appear at any time. */
  readonly url: string
  /** The HTTP method. */
  readonly method: string
  /** The header fields to send, by name. */
  readonly headers: Readonly<Record<string, string>>
  /** The body to send, unchanged. */
  readonly body?: string
  /** The cookies to send. Optional. */
  readonly cookies?: ReadonlyArray<RequestCookie>
}

/** A cookie to send with the request (RFC 6265). */
export interface RequestCookie {
  /** The cookie's name. */
  readonly name: string
  /** The cookie's value, to be sent unchanged. */
  readonly value: string
  /** The host that the cookie belongs to. */
  readonly domain: string
  /** The path that the cookie belongs to. */
  readonly path: string
  /** True if the cookie is sent over https only. */
  readonly secure: boolean
  /** True if scripts on a page cannot read the cookie. */
  readonly httpOnly: boolean
}

/**
 * A kind of input to ask the user for.
 *
 * - `EMAIL`: An email address: `<address>@<domain>`.
 * - `MOBILE_PHONE_NUMBER`: A mobile phone number: digits only, including the country prefix, without separators.
 * - `SWEDISH_PERSONAL_NUMBER`: A Swedish personal number, in any accepted format.
 * - `ACCOUNT_OWNER_NAME`: The full name of the account owner.
 */
export type InputType = "EMAIL" | "MOBILE_PHONE_NUMBER" | "SWEDISH_PERSONAL_NUMBER" | "ACCOUNT_OWNER_NAME"

/** The text to show the user, and the format of the code. Post the code as TWO_FACTOR_CODE. */
export interface TwoFactorInstruction {
  /** The text to show the user. */
  readonly authenticationInstruction: string
  /**
   * The format of the code.
   *
   * - `NUMBER_CODE`: Digits. Sheaf removes spaces and hyphens.
   * - `ALPHANUMERIC_CODE`: Letters and digits, in general. Sheaf accepts any visible characters.
   * - `NONE`: Unspecified by the company: any visible characters.
   */
  readonly responseType: "NUMBER_CODE" | "ALPHANUMERIC_CODE" | "NONE"
}

/** A two-factor method that the user can choose. Post the id of the chosen method as TWO_FACTOR_CHOICE. */
export interface TwoFactorMethod {
  /** The method's identifier; post it as the methodId in TWO_FACTOR_CHOICE. */
  readonly id: string
  /**
   * The channel that delivers the code.
   *
   * - `SMS`: A text message.
   * - `EMAIL`: An email.
   * - `APP`: The company's own app.
   * - `TOTP`: An authenticator app that computes codes (RFC 6238).
   */
  readonly type: "SMS" | "EMAIL" | "APP" | "TOTP"
  /** A label to show the user, such as the last digits of a phone number. */
  readonly label: string
}

/** The collection's open question. Post the answer to supplement-info before `expiresAt`. */
export interface PendingInput {
  /** The question's identifier, to send back with the answer. Each new question has a new identifier. */
  readonly inputId: string
  /**
   * The type of the answer.
   *
   * - `COLLECTION_INPUT`: The values that REQUIRED_INPUT_TYPES lists.
   * - `TWO_FACTOR_CODE`: The code that TWO_FACTOR_AUTHENTICATION_INSTRUCTION describes.
   * - `TWO_FACTOR_CHOICE`: One of AVAILABLE_TWO_FACTOR_METHODS.
   * - `RESPONSE_OBJECT`: One response for each request in INSTRUCTIONS. Responses are matched to requests by `etag`, not by `inputId`.
   */
  readonly type: "COLLECTION_INPUT" | "TWO_FACTOR_CODE" | "TWO_FACTOR_CHOICE" | "RESPONSE_OBJECT"
  /** The time at which the question times out, ISO 8601 in UTC. */
  readonly expiresAt: Timestamp
}

/** The input that the collection asked for, identified by `type`. */
export type SupplementInfo = CollectionInput | TwoFactorCode | TwoFactorChoice | ResponseObject

/** The outcome of one Request in INSTRUCTIONS. */
export interface ResponseObject {
  /** Always `RESPONSE_OBJECT`. */
  readonly type: "RESPONSE_OBJECT"
  /** The executed request's etag. */
  readonly etag: string
  /** The HTTP status of the response; absent if the platform does not expose it. */
  readonly statusCode?: number
  /** The response's header fields, by name, each with all its values. */
  readonly headers: Readonly<Record<string, ReadonlyArray<string>>>
  /** The response body: JSON if possible, otherwise text. */
  readonly response: unknown
}

/** The user's choice from AVAILABLE_TWO_FACTOR_METHODS. */
export interface TwoFactorChoice {
  /** Always `TWO_FACTOR_CHOICE`. */
  readonly type: "TWO_FACTOR_CHOICE"
  /** The `id` of the method that the user chose. */
  readonly methodId: string
  /** The `inputId` of the question, from `pendingInput`. With an `inputId`, the answer can be sent again safely, and is never taken as the answer to a later question. */
  readonly inputId?: string
}

/** The two-factor code that the user received: 1 to 64 visible characters. */
export interface TwoFactorCode {
  /** Always `TWO_FACTOR_CODE`. */
  readonly type: "TWO_FACTOR_CODE"
  /** The code, in the format given by `responseType`: 1 to 64 visible characters. Leading and trailing white space is ignored. */
  readonly value: string
  /** The `inputId` of the question, from `pendingInput`. With an `inputId`, the answer can be sent again safely, and is never taken as the answer to a later question. */
  readonly inputId?: string
}

/** The values for REQUIRED_INPUT_TYPES, all in one request. */
export interface CollectionInput {
  /** Always `COLLECTION_INPUT`. */
  readonly type: "COLLECTION_INPUT"
  readonly inputs: CollectionInputs
  /** The `inputId` of the question, from `pendingInput`. With an `inputId`, the answer can be sent again safely, and is never taken as the answer to a later question. */
  readonly inputId?: string
}

/** The values by input type: exactly the types in REQUIRED_INPUT_TYPES. */
export interface CollectionInputs {
  /** The user's email address, with one @ and a dot in the domain. */
  readonly EMAIL?: string
  /** The user's mobile phone number: digits only, including the country prefix, without separators. */
  readonly MOBILE_PHONE_NUMBER?: string
  /** The user's Swedish personal number: YYYYMMDDNNNC. Shorter and hyphenated forms are normalized. */
  readonly SWEDISH_PERSONAL_NUMBER?: string
  /** The full name of the account owner. */
  readonly ACCOUNT_OWNER_NAME?: string
}

/** A request to start a collection in a Connect session. */
export interface StartConnectCollectionRequest {
  /** The company. */
  readonly company: CompanyId
  /** The login method. Required without STORED_CONSENT. */
  readonly loginMethod?: LoginMethod
  /** The person's inputs. Each type can appear once. */
  readonly parameters: ReadonlyArray<ConnectParameter>
}

/** A company that a Connect session can use. */
export interface ConnectCompany {
  /** The company. */
  readonly company: CompanyId
  /** The company's name. */
  readonly companyDisplayName: string
  readonly market: Market
  /** True if collections from the company are currently expected to work. */
  readonly functional: boolean
  readonly status: CompanyStatus
  /** An explanation of the status. Optional. */
  readonly statusMessage?: string
  /** The products that the session can collect from the company. */
  readonly products: ReadonlyArray<Product>
  /** The login methods that the session can use. */
  readonly loginMethods: ReadonlyArray<ConnectLoginMethod>
  /** Absent if the company holds no accounts. */
  readonly accounts?: {
    /** True if the company offers balances. */
    readonly balances: boolean
    /** True if the company offers transactions. */
    readonly transactions: boolean
    /** True if the person can create a consent at the company. */
    readonly storedConsents: boolean
    /** The longest consent, in days. */
    readonly maximumConsentValidityDays: number
  }
}

/** A login method of a company, with the inputs that it needs. */
export interface ConnectLoginMethod {
  readonly loginMethod: LoginMethod
  /** The inputs that the person enters. */
  readonly fields: ReadonlyArray<ConnectField>
  /** True if the method uses the mobile electronic ID. */
  readonly electronicId: boolean
  /** True if the person can open the app on this device. */
  readonly sameDevice: boolean
  /** True if the person can scan a code with another device. */
  readonly otherDevice: boolean
}

/**
 * An input for a login method.
 *
 * - `personalNumber`: The Swedish personal number, for a parameter of type SWEDISH_EID.
 * - `username`: The username, for a parameter of type USERNAME_PASSWORD.
 * - `password`: The password, for a parameter of type USERNAME_PASSWORD.
 * - `email`: The email address, for a parameter of type EMAIL.
 * - `file`: The PDF file, for a parameter of type PDF_DOCUMENT.
 */
export type ConnectField = "personalNumber" | "username" | "password" | "email" | "file"

/**
 * The current availability of a company. OPERATIONAL and DEGRADED count as functional.
 *
 * - `OPERATIONAL`: Collections are expected to work.
 * - `DEGRADED`: Collections work, but more slowly or with more failures than usual.
 * - `MAINTENANCE`: The company is down for maintenance.
 * - `UNAVAILABLE`: The company cannot be reached.
 */
export type CompanyStatus = "OPERATIONAL" | "DEGRADED" | "MAINTENANCE" | "UNAVAILABLE"

/**
 * A company's country, as a lowercase ISO 3166-1 code.
 *
 * - `se`: Sweden.
 * - `ee`: Estonia.
 * - `lt`: Lithuania.
 * - `lv`: Latvia.
 * - `fr`: France.
 */
export type Market = "se" | "ee" | "lt" | "lv" | "fr"

/** A Connect session as its page sees it. */
export interface ConnectPageSession {
  readonly connectSessionId: ConnectSessionId
  readonly purpose: ConnectPurpose
  readonly status: ConnectSessionStatus
  /** The client that created the session. */
  readonly client: {
    /** The name of the client that asks. */
    readonly name: string
  }
  /** The language that the client chose. */
  readonly locale?: ConnectLocale
  /** The only company to offer. Default: the person chooses a company. */
  readonly company?: CompanyId
  /** The only market to offer. Default: all markets. */
  readonly market?: Market
  /** The only products to collect. Default: all products that the company offers. */
  readonly products?: ReadonlyArray<Product>
  /** The only login methods to offer. Default: all methods except client-side ones. */
  readonly loginMethods?: ReadonlyArray<LoginMethod>
  readonly psd2Ais?: ConnectPsd2Ais
  /** True if the page sends the person back to the client at the end. */
  readonly returns: boolean
  /** True if the session is abandoned and the client's return address is no longer registered. Sheaf discards the session's data. Absent otherwise, and for the purpose PERMISSIONS. */
  readonly returnRemoved?: boolean
  /** The time the session expires. */
  readonly expiresAt: Timestamp
  /** The session's collections, oldest first. */
  readonly collections: ReadonlyArray<ConnectCollection>
  /** The session's consents, oldest first. */
  readonly consents: ReadonlyArray<ConnectConsent>
}

/** A consent of a Connect session. */
export interface ConnectConsent {
  readonly consentId: ConsentId
  /** The company. */
  readonly company: CompanyId
  readonly status: ConsentStatusValue
  /** The time the consent was created. */
  readonly startedAt: Timestamp
}

/** A collection of a Connect session. */
export interface ConnectCollection {
  readonly collectionId: CollectionId
  /** The company. */
  readonly company: CompanyId
  /** The products that the collection covers. */
  readonly products: ReadonlyArray<Product>
  readonly status: CollectionStatusValue
  /** The time the collection started. */
  readonly startedAt: Timestamp
}

/** The account data to ask for, and until when. The person can choose less. */
export interface ConnectPsd2Ais {
  /** True to ask for balances. Default: true. */
  readonly balances?: boolean
  /** True to ask for transactions. Default: true. */
  readonly transactions?: boolean
  /** The last day of the consent. Default: 90 days from today. */
  readonly validUntil?: CalendarDate
}

/**
 * A language of the page.
 *
 * - `sv`: Swedish.
 * - `et`: Estonian.
 * - `lt`: Lithuanian.
 * - `lv`: Latvian.
 * - `fr`: French.
 * - `en`: English.
 */
export type ConnectLocale = "sv" | "et" | "lt" | "lv" | "fr" | "en"

/**
 * The task of a Connect session.
 *
 * - `COLLECT`: The person links companies, and Sheaf collects the data.
 * - `CONSENT`: The person consents that the client reads accounts at a bank.
 * - `PERMISSIONS`: The person sees what the client can read, revokes consents and erases data.
 */
export type ConnectPurpose = "COLLECT" | "CONSENT" | "PERMISSIONS"

/** Identifier of a Connect session: a UUID, version 7. */
export type ConnectSessionId = string

/** An open Connect session, with the page's token. */
export interface OpenedConnectSession {
  /** The page's token. It works only in the browser that opened the session, and only for `/connect/…`. */
  readonly token: string
  /** The time the token expires. */
  readonly expiresAt: Timestamp
  readonly session: ConnectPageSession
}

/** A request to open a Connect session in a browser. */
export interface OpenConnectSessionRequest {
  /** Identifier of the session, from the path of the link. */
  readonly connectSessionId: ConnectSessionId
  /** The secret from the fragment of the link. Optional in the browser that opened the session before. */
  readonly secret?: string
}

/** The problem document of a rejected request. */
export type ProblemDocument = ForbiddenProblem | UnavailableProblem | GoneProblem | UnauthorizedProblem | TooManyRequestsProblem | NotAcceptableProblem | InternalProblem | UnsupportedMediaTypeProblem | TooLargeProblem | BadRequestProblem | ConflictProblem | NotFoundProblem | UnprocessableProblem

/** The stable codes of problems. Later releases can add codes. */
export type ProblemCode = ProblemDocument["code"]
