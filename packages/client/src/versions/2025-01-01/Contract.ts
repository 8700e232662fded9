/** The types of API version 2025-01-01. `npm run generate` writes this file from docs/openapi/2025-01-01.json. */

/** The full name of the account owner, for any login method. The service compares it with a pension's insured person to set otherInsuredPerson. */
export interface AccountOwnerNameParameter {
  /** Always `ACCOUNT_OWNER_NAME`. */
  readonly type: "ACCOUNT_OWNER_NAME"
  /** The full name. */
  readonly name: string
}

/** An additional cover in the insurance policy. */
export interface AddOn {
  /** The company's identifier for the cover. */
  readonly addOnId: string
  /** The company's name for the cover. */
  readonly addOnName: string
}

/** An age range of the insured person, in whole years. */
export interface AgeRange {
  /** Always `AGE_RANGE`. */
  readonly type: "AGE_RANGE"
  /** The insured person's age at the first payment, in whole years. */
  readonly fromAge: number
  /** The insured person's age at the last payment, in whole years; absent if open-ended or unknown. */
  readonly toAge?: number
}

/**
 * An animal's sex.
 *
 * - `FEMALE`: Female.
 * - `MALE`: Male.
 */
export type AnimalGender = "FEMALE" | "MALE"

/** Insurance for an animal. */
export interface AnimalInsurance {
  /** Always `animalInsurance`. */
  readonly insuranceType: "animalInsurance"
  readonly insuranceSubType: AnimalSubType
  /** The policy's country, as a lowercase ISO 3166-1 code. */
  readonly market: Market
  /** The name of the insurer, which can differ from the company that returned the record. */
  readonly insuranceCompany: string
  /** The company's name for the insurance. */
  readonly insuranceName?: string
  /** The company's number for the insurance, the same in every collection. */
  readonly insuranceNumber?: string
  /** The first day of cover, as YYYY-MM-DD. */
  readonly startDate?: CalendarDate
  /** The end date, as YYYY-MM-DD; absent if open-ended or unknown. */
  readonly endDate?: CalendarDate
  /** The next renewal date, as YYYY-MM-DD. */
  readonly renewalDate?: CalendarDate
  readonly premium?: Premium
  /** The discount on the premium; 0 means no discount. */
  readonly discountAmount?: MonetaryAmount
  readonly holder?: InsuranceHolder
  /** The animal's name. */
  readonly animalName?: string
  /** The breed, in the company's words. */
  readonly animalBreed?: string
  readonly animalGender?: AnimalGender
  /** The animal's date of birth, as YYYY-MM-DD. */
  readonly dateOfBirth?: CalendarDate
  /** The animal's microchip number. */
  readonly chipNumber?: string
  /** The maximum payment for veterinary care in one insurance year. */
  readonly veterinaryCareAmount?: MonetaryAmount
  /** The part of veterinaryCareAmount that remains for this insurance year. */
  readonly veterinaryCareAmountRemaining?: MonetaryAmount
}

/**
 * The kind of insured animal.
 *
 * - `dog`: A dog.
 * - `cat`: A cat.
 * - `horse`: A horse.
 * - `other`: Any other animal.
 */
export type AnimalSubType = "dog" | "cat" | "horse" | "other"

/**
 * A collection status from any version.
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
 * - `REJECTED_INCORRECT_LOGIN_METHOD`: The company does not support the requested login method.
 * - `ACCOUNT_TEMPORARILY_LOCKED`: The company has temporarily locked the user out, for example after repeated wrong credentials.
 * - `KYC_FORM`: The company blocks the login until the user completes a know-your-customer form.
 * - `CONTACT_FORM`: The company blocks the login until the user completes a contact details form.
 * - `CUSTOMER_ENROLLMENT_REQUIRED`: The user must become a customer of the company first.
 * - `THIRD_PARTY_ERROR`: The company's systems failed.
 */
export type AnyStatus = "RUNNING" | "LOGIN" | "CUSTOMER_ENROLLMENT_CHECK" | "TWO_FACTOR_PENDING" | "TWO_FACTOR_METHOD_SELECTION_TIMEOUT" | "CONTACT_FORM_PENDING" | "COLLECTION_INPUT_PENDING" | "COLLECTION_INPUT_TIMEOUT" | "WAITING_FOR_USER_ACTION" | "COLLECTING" | "COMPLETED" | "COMPLETED_PARTIAL" | "COMPLETED_EMPTY" | "FAILED" | "FAILED_PDF_PARSE" | "FAILED_PDF_USER_INPUT" | "INCORRECT_CREDENTIALS" | "INCORRECT_TWO_FACTOR_CODE" | "AUTHENTICATION_TIMEOUT" | "AUTHENTICATION_CANCELLED" | "AUTHENTICATION_CONFLICT" | "AUTHENTICATION_MISMATCH" | "AUTHENTICATION_ERROR" | "LOGIN_METHOD_NOT_APPLICABLE" | "REJECTED_INCORRECT_LOGIN_METHOD" | "ACCOUNT_TEMPORARILY_LOCKED" | "KYC_FORM" | "CONTACT_FORM" | "CUSTOMER_ENROLLMENT_REQUIRED" | "THIRD_PARTY_ERROR"

/**
 * A running version of the API, identified by its date.
 *
 * - `2025-01-01`: Deprecated. Replaced by 2026-04-01. Requests without Service-Version use this version.
 * - `2026-04-01`: The newest version.
 */
export type ApiVersion = "2025-01-01" | "2026-04-01"

/** The way to authorize the consent: an electronic ID or the bank's page. */
export interface AuthInstructions {
  /** The token that opens the electronic ID app on the same device; present with the SAME_DEVICE and ANY_DEVICE methods. */
  readonly autoStartToken?: string
  /** The text to show as a QR code, which the user scans with the electronic ID app on another device; present with the OTHER_DEVICE and ANY_DEVICE methods. It changes every second: redraw the code after each poll. */
  readonly animatedQrData?: string
  /** The address of the bank page to open for the person; absent with an electronic ID. */
  readonly redirectUrl?: string
}

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

/** A bank account, read under a PSD2 consent. Data outside the consent's scope is absent. */
export interface BankAccount {
  readonly type: BankAccountType
  /** The record's identifier. Later collections of the same contract for the same user return the same identifier, if the company identifies the contract. */
  readonly id: string
  /** The identifier of the company that returned the record. */
  readonly company: CompanyId
  /** The company's name, to show to users. */
  readonly companyDisplayName: string
  /** The company's name for the product. */
  readonly productName?: string
  /** The company's number for the product, the same in every collection. */
  readonly productNumber?: string
  readonly holder?: Holder
  readonly financialInformation?: FinancialInformation
  readonly fees: Fees
  /** The product's documents, such as a yearly statement. */
  readonly documents?: ReadonlyArray<DocumentReference>
  /** The account's identifier, as used in a consent's accountIds: its number, with the currency if several accounts share a number. */
  readonly accountId: string
  /** The account name given by the bank or the holder. */
  readonly accountName?: string
  /** The IBAN, without spaces (ISO 13616). */
  readonly iban?: string
  /** The bank's BIC (ISO 9362). */
  readonly bic?: string
  /** The account currency (ISO 4217). */
  readonly currency: Currency
  /** The balance of all booked transactions; absent if the consent does not cover balances. */
  readonly bookedBalance?: MonetaryAmount
  /** The amount that can be spent now, including credit; absent if the consent does not cover balances. */
  readonly availableBalance?: MonetaryAmount
  /** The transactions; empty if there were none, absent if the consent does not cover them. */
  readonly transactions?: ReadonlyArray<Transaction>
}

/**
 * The type of a bank account.
 *
 * - `PSD2_CHECKING_ACCOUNT`: A payment account.
 * - `PSD2_SAVINGS_ACCOUNT`: A savings account.
 * - `PSD2_CREDIT_CARD`: A credit card account.
 */
export type BankAccountType = "PSD2_CHECKING_ACCOUNT" | "PSD2_SAVINGS_ACCOUNT" | "PSD2_CREDIT_CARD"

/** A person or group, such as spouse or children, that receives the product after the insured person's death. */
export interface Beneficiary {
  /** A person's name, or a group such as spouse or children. */
  readonly name: string
  /** The beneficiary's share, as a decimal ratio: 0.5 is half. */
  readonly share?: Ratio
}

/**
 * The kind of benefit that a pension promises.
 *
 * - `DEFINED_BENEFIT`: The future payments are guaranteed.
 * - `DEFINED_CONTRIBUTION`: The contributions are fixed. Future payments depend on investment returns.
 */
export type BenefitType = "DEFINED_BENEFIT" | "DEFINED_CONTRIBUTION"

/** The French bonus-malus coefficient, from 0.5 (best) to 3.5. */
export interface BonusMalus {
  /** The factor applied to the premium: 0.5 halves it, 1 leaves it unchanged. */
  readonly coefficient: number
}

/** A calendar date, as YYYY-MM-DD. */
export type CalendarDate = string

/** The members of a webhook endpoint to change. */
export interface ChangeWebhookEndpointRequest {
  /** The event types to deliver from now on; null for all types. */
  readonly types?: ReadonlyArray<EventType> | null
  /** True to stop deliveries, false to continue with events from now on. */
  readonly disabled?: boolean
}

/** The new availability of a company. */
export interface ChangedAvailability {
  /** The company. */
  readonly company: CompanyId
  /** True if collections from the company are currently expected to work. */
  readonly functional: boolean
  readonly status: CompanyStatus
  /** The time of the change. */
  readonly updatedAt: Timestamp
}

/** The number of claims in the last periodInMonths months. */
export interface ClaimsHistory {
  /** The number of claims; 0 means no claims. */
  readonly numberOfClaims: number
  /** The length of the period before the collection, in months. */
  readonly periodInMonths: number
}

/** An event about a collection. `data` is the status object at the time of the change, without `externalReference` and `sessionMetadata`. Of `extraInformation`, it has only REQUIRED_INPUT_TYPES and FAILURE_REASON. */
export interface CollectionEvent {
  readonly eventId: EventId
  /**
   * The type of the event. New types can be added without a new API version. Ignore unknown types.
   *
   * - `collection.input_required`: The collection asks for input: `pendingInput` has a new `inputId`.
   * - `collection.completed`: The collection ended with a result. Fetch its data.
   * - `collection.failed`: The collection ended without a result.
   * - `collection.data_expired`: Sheaf erased the data and documents of a completed collection.
   */
  readonly type: "collection.input_required" | "collection.completed" | "collection.failed" | "collection.data_expired"
  /** Always `2025-01-01`. */
  readonly version: "2025-01-01"
  /** The time of the change. */
  readonly timestamp: Timestamp
  /** The collection. */
  readonly subject: {
    readonly collectionId: CollectionId
    /** The company. */
    readonly company: CompanyId
  }
  readonly data: CollectionStatus
}

/** The data to collect. An omitted member does not restrict the collection. */
export interface CollectionFilter {
  /** The insurance types to collect. Default: all. */
  readonly insuranceTypes?: ReadonlyArray<InsuranceType>
  /** The insurance subtypes to collect. Default: all. */
  readonly insuranceSubTypes?: ReadonlyArray<InsuranceSubType>
  /** The types of pensions, investments and accounts to collect. Default: all. */
  readonly productTypes?: ReadonlyArray<WealthType>
}

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

/** Identifier of a collection: a UUID, version 7. */
export type CollectionId = string

/** The values for REQUIRED_INPUT_TYPES, all in one request. */
export interface CollectionInput {
  /** Always `COLLECTION_INPUT`. */
  readonly type: "COLLECTION_INPUT"
  readonly inputs: CollectionInputs
}

/** The credentials for the login method: SWEDISH_PERSONAL_NUMBER for electronic ID; USERNAME (an email address) for EMAIL; USERNAME and PASSWORD for USERNAME_AND_PASSWORD; PDF_FILE_NAME and PDF_CONTENT (base64) for PDF_UPLOAD. Any method also allows ACCOUNT_OWNER_NAME, SESSION_ID, ADVISOR_HANDLE and EXTERNAL_REFERENCE. */
export interface CollectionInputMap {
  /** The personal number of the person who logs in: YYYYMMDDNNNC. Shorter and hyphenated forms are normalized. */
  readonly SWEDISH_PERSONAL_NUMBER?: PersonalNumber
  /** The person's username at the company; with EMAIL, the email address. */
  readonly USERNAME?: string
  /** The person's password at the company. No response ever contains it. */
  readonly PASSWORD?: string
  /** The name of the file. */
  readonly PDF_FILE_NAME?: string
  /** The base64-encoded file, which must begin with %PDF- and be at most 10 MiB. */
  readonly PDF_CONTENT?: string
  /** The full name of the account owner. The service compares it with the name of a pension's insured person to set otherInsuredPerson. */
  readonly ACCOUNT_OWNER_NAME?: string
  /** The client's identifier for the user's session. */
  readonly SESSION_ID?: string
  /** The client's identifier for the advisor who assists the user. */
  readonly ADVISOR_HANDLE?: string
  /** The client's identifier for the collection or case. In newer versions, `GET /collections` can filter by this value. */
  readonly EXTERNAL_REFERENCE?: string
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

/** The status of a collection. Poll again after `pollingInterval`. If `pollingInterval` is absent, the collection has ended. */
export interface CollectionStatus {
  /** The collection's identifier. */
  readonly id: CollectionId
  /** The company to collect from. */
  readonly company: CompanyId
  readonly status: CollectionStatusValue
  /** Milliseconds to wait before the next poll; absent once the collection has ended. */
  readonly pollingInterval?: number
  /** Information that the client needs in addition to the status, such as a QR code to show. Optional. */
  readonly extraInformation?: ExtraInformation
}

/**
 * The status of a collection. If the status is unknown, treat the collection as in progress while `pollingInterval` is present, and as failed otherwise. Only companies in Estonia, Latvia and Lithuania return REJECTED_INCORRECT_LOGIN_METHOD.
 *
 * - `RUNNING`: The collection has started.
 * - `LOGIN`: The service is authenticating the user and signing in to the company.
 * - `CUSTOMER_ENROLLMENT_CHECK`: The service is checking if the user is a customer of the company.
 * - `TWO_FACTOR_PENDING`: The collection is waiting for the user's two-factor code, or for the choice of a two-factor method.
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
 * - `ACCOUNT_TEMPORARILY_LOCKED`: The company has temporarily locked the user out, for example after repeated wrong credentials.
 * - `KYC_FORM`: The company blocks the login until the user completes a know-your-customer form.
 * - `CONTACT_FORM`: The company blocks the login until the user completes a contact details form.
 * - `CUSTOMER_ENROLLMENT_REQUIRED`: The user must become a customer of the company first.
 * - `THIRD_PARTY_ERROR`: The company's systems failed.
 * - `REJECTED_INCORRECT_LOGIN_METHOD`: The company does not support the requested login method.
 */
export type CollectionStatusValue = "RUNNING" | "LOGIN" | "CUSTOMER_ENROLLMENT_CHECK" | "TWO_FACTOR_PENDING" | "CONTACT_FORM_PENDING" | "COLLECTION_INPUT_PENDING" | "COLLECTION_INPUT_TIMEOUT" | "WAITING_FOR_USER_ACTION" | "COLLECTING" | "COMPLETED" | "COMPLETED_PARTIAL" | "COMPLETED_EMPTY" | "FAILED" | "FAILED_PDF_PARSE" | "FAILED_PDF_USER_INPUT" | "INCORRECT_CREDENTIALS" | "INCORRECT_TWO_FACTOR_CODE" | "AUTHENTICATION_TIMEOUT" | "AUTHENTICATION_CANCELLED" | "AUTHENTICATION_CONFLICT" | "AUTHENTICATION_MISMATCH" | "ACCOUNT_TEMPORARILY_LOCKED" | "KYC_FORM" | "CONTACT_FORM" | "CUSTOMER_ENROLLMENT_REQUIRED" | "THIRD_PARTY_ERROR" | "REJECTED_INCORRECT_LOGIN_METHOD"

/** The current availability of a company, and its login methods. */
export interface CompanyAvailability {
  readonly company: CompanyId
  /** The company's name, to show to users. */
  readonly companyDisplayName: string
  readonly market: Market
  /** True if collections from the company are currently expected to work. */
  readonly functional: boolean
  readonly status: CompanyStatus
  /** A human-readable explanation of the status. Optional. */
  readonly statusMessage?: string
  /** The login methods that the company supports. */
  readonly loginMethods: ReadonlyArray<LoginMethod>
  /** The products that can be collected from the company. */
  readonly products: ReadonlyArray<Product>
  /** The maximum validity of a consent at this bank, in days. If the bank states no maximum, the member is absent and the limit is 180 days. */
  readonly maximumConsentValidityDays?: number
  /** The time of the last availability check, ISO 8601 in UTC. */
  readonly updatedAt: Timestamp
}

/** An event about a company. Every client receives it. */
export interface CompanyEvent {
  readonly eventId: EventId
  /**
   * The type of the event. New types can be added without a new API version. Ignore unknown types.
   *
   * - `company.availability_changed`: The company became available or unavailable.
   */
  readonly type: "company.availability_changed"
  /** Always `2025-01-01`. */
  readonly version: "2025-01-01"
  /** The time of the change. */
  readonly timestamp: Timestamp
  /** The company. */
  readonly subject: {
    /** The company. */
    readonly company: CompanyId
  }
  readonly data: ChangedAvailability
}

/** Company identifier: the market, a hyphen, and the company's short name. */
export type CompanyId = string

/**
 * The current availability of a company. OPERATIONAL and DEGRADED count as functional.
 *
 * - `OPERATIONAL`: Collections are expected to work.
 * - `DEGRADED`: Collections work, but more slowly or with more failures than usual.
 * - `MAINTENANCE`: The company is down for maintenance.
 * - `UNAVAILABLE`: The company cannot be reached.
 */
export type CompanyStatus = "OPERATIONAL" | "DEGRADED" | "MAINTENANCE" | "UNAVAILABLE"

/** Proof that the person who finished the session is the user who is logged in at the client. */
export interface ConfirmConnectSessionRequest {
  /** The `code` query parameter from the redirect to the session's `returnUrl`. */
  readonly code: string
}

/** Proof that the token's user is the person who returned from the bank's page. */
export interface ConfirmConsentRequest {
  /** The `code` query parameter from the redirect to the consent's `returnUrl`. */
  readonly code: string
}

/**
 * The code to confirm the consent with.
 *
 * - `code`: The code from the redirect to `returnUrl`.
 * - `another-code`: Any other code.
 */
export type ConfirmationChoice = "code" | "another-code"

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
   * - `CONSENT_NOT_USABLE`: Consent not authorized.
   * - `CONSENT_NOT_CONFIRMED`: Consent not confirmed.
   * - `NOT_AWAITING_CONFIRMATION`: No confirmation awaited.
   * - `NOT_AWAITING_INPUT`: No input requested.
   * - `NOTHING_TO_EXPIRE`: Nothing to expire.
   * - `IDEMPOTENCY_KEY_IN_USE`: Idempotency key in use.
   * - `TOO_MANY_WEBHOOK_ENDPOINTS`: Too many webhook endpoints.
   * - `TOO_MANY_WEBHOOK_SECRETS`: Too many webhook secrets.
   * - `WEBHOOK_ENDPOINT_DISABLED`: Webhook endpoint disabled.
   * - `CONNECT_SESSION_NOT_CONFIRMED`: Connect session not confirmed.
   * - `CONNECT_SESSION_UNCONFIRMED`: Connect session awaits confirmation.
   */
  readonly code: "COLLECTION_NOT_COMPLETED" | "CONSENT_NOT_USABLE" | "CONSENT_NOT_CONFIRMED" | "NOT_AWAITING_CONFIRMATION" | "NOT_AWAITING_INPUT" | "NOTHING_TO_EXPIRE" | "IDEMPOTENCY_KEY_IN_USE" | "TOO_MANY_WEBHOOK_ENDPOINTS" | "TOO_MANY_WEBHOOK_SECRETS" | "WEBHOOK_ENDPOINT_DISABLED" | "CONNECT_SESSION_NOT_CONFIRMED" | "CONNECT_SESSION_UNCONFIRMED"
  /** The value of the `X-Request-Id` header. Quote it when you report the problem. */
  readonly requestId: string
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
 * The task of a Connect session.
 *
 * - `COLLECT`: The person links companies, and Sheaf collects the data.
 * - `CONSENT`: The person consents that the client reads accounts at a bank.
 * - `PERMISSIONS`: The person sees what the client can read, revokes consents and erases data.
 */
export type ConnectPurpose = "COLLECT" | "CONSENT" | "PERMISSIONS"

/** A Connect session, with the collections and consents that it started. */
export interface ConnectSession {
  /** Identifier of the session. */
  readonly connectSessionId: ConnectSessionId
  readonly purpose: ConnectPurpose
  readonly status: ConnectSessionStatus
  /** The user that owns the collections and consents. */
  readonly userId?: UserId
  /** The time the session was created. */
  readonly createdAt: Timestamp
  /** The time the session expires, or expired, if the person does not finish. */
  readonly expiresAt: Timestamp
  /** True if the client confirmed the session. Absent if the session has no `returnUrl`, and needs no confirmation. */
  readonly confirmed?: boolean
  /** The session's collections, oldest first. */
  readonly collectionIds: ReadonlyArray<CollectionId>
  /** The session's consents, oldest first. */
  readonly consentIds: ReadonlyArray<ConsentId>
  /** The steps so far, oldest first. */
  readonly steps: ReadonlyArray<ConnectStep>
}

/** An event about a Connect session. */
export interface ConnectSessionEvent {
  readonly eventId: EventId
  /**
   * The type of the event. New types can be added without a new API version. Ignore unknown types.
   *
   * - `connect_session.completed`: The person finished a Connect session.
   * - `connect_session.abandoned`: The person left a Connect session, or it expired.
   */
  readonly type: "connect_session.completed" | "connect_session.abandoned"
  /** Always `2025-01-01`. */
  readonly version: "2025-01-01"
  /** The time of the change. */
  readonly timestamp: Timestamp
  /** The session. */
  readonly subject: {
    readonly connectSessionId: ConnectSessionId
  }
  readonly data: EndedConnectSession
}

/** Identifier of a Connect session: a UUID, version 7. */
export type ConnectSessionId = string

/** A new Connect session with its link. The service does not return the link again. */
export interface ConnectSessionLink {
  /** Identifier of the session. */
  readonly connectSessionId: ConnectSessionId
  /** The link for the person. It has a secret. Send it only to the person, and do not log it. */
  readonly url: string
  /** The time by which the link must be opened. */
  readonly expiresAt: Timestamp
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

/** A step of a Connect session, with its time. */
export interface ConnectStep {
  /** The time of the step. */
  readonly at: Timestamp
  readonly step: ConnectStepName
}

/**
 * A step of a Connect session.
 *
 * - `OPENED`: The person opened the link.
 * - `COLLECTION_STARTED`: The person started a collection.
 * - `CONSENT_STARTED`: The person started a consent.
 * - `COMPLETED`: The person finished.
 * - `ABANDONED`: The person left without finishing, or the return address was removed before the person finished.
 * - `EXPIRED`: The time for the session ended.
 * - `CONFIRMED`: The client confirmed the session.
 * - `NOT_CONFIRMED`: Another user confirmed the session, so its data and consents cannot be used.
 */
export type ConnectStepName = "OPENED" | "COLLECTION_STARTED" | "CONSENT_STARTED" | "COMPLETED" | "ABANDONED" | "EXPIRED" | "CONFIRMED" | "NOT_CONFIRMED"

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

/** An event about a consent. `data` is the status object at the time of the change, without `authInstructions` and the account numbers of the scope. */
export interface ConsentEvent {
  readonly eventId: EventId
  /**
   * The type of the event. New types can be added without a new API version. Ignore unknown types.
   *
   * - `consent.awaiting_authorization`: The person must authorize the consent. Poll its status for instructions.
   * - `consent.authorized`: The consent is in force.
   * - `consent.expiring`: The consent expires in 7 days, or in 1 day.
   * - `consent.ended`: The consent was revoked, has expired, or was not authorized.
   */
  readonly type: "consent.awaiting_authorization" | "consent.authorized" | "consent.expiring" | "consent.ended"
  /** Always `2025-01-01`. */
  readonly version: "2025-01-01"
  /** The time of the change. */
  readonly timestamp: Timestamp
  /** The consent. */
  readonly subject: {
    readonly consentId: ConsentId
    /** The company. */
    readonly company: CompanyId
  }
  readonly data: ConsentStatus
}

/** Identifier of a consent. */
export type ConsentId = string

/** A scenario for a consent, selected by the consent's parameters. Create the consent at `company` with one of `loginMethods`, if any. If `redirect` is present, wait until the consent has a `redirectUrl`, then post `redirect` to it. If `returnUrl` is present, send it with the request, and confirm the consent as `confirm` says. Then collect under the consent, revoke it, or let it expire, as the entry requires. */
export interface ConsentScenario {
  /** The scenario's name. */
  readonly scenario: string
  /** A one-sentence summary of the scenario. */
  readonly description: string
  /** The bank to create the consent at. */
  readonly company: CompanyId
  /** The consent's last status in the scenario. */
  readonly finalStatus: ConsentStatusValue
  /** The consent's statuses, in order. */
  readonly visits: ReadonlyArray<ConsentStatusValue>
  /** The login methods that the scenario supports; empty if the person authorizes on the bank's page. */
  readonly loginMethods: ReadonlyArray<LoginMethod>
  /** The parameters that select the scenario, ready to be sent. */
  readonly parameters: ReadonlyArray<Parameter>
  /** The value to post to `redirectUrl` as the form field `decision`; absent with an electronic ID. */
  readonly redirect?: string
  /** The `returnUrl` to send with the request; present if the consent needs a confirmation. */
  readonly returnUrl?: string
  /** The code to send as the confirmation after the redirect to `returnUrl`. */
  readonly confirm?: ConfirmationChoice
  /** `true` if the client must collect the accounts once under the authorized consent; otherwise absent. */
  readonly collect?: true
  /** `true` if the client must revoke the consent as the last step; otherwise absent. */
  readonly revoke?: true
  /** `true` if the scenario ends when the consent expires or times out; otherwise absent. */
  readonly expire?: true
  /** The code in the consent's `error`; present if the consent ends in FAILED. */
  readonly errorCode?: ConsentErrorCode
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

/** The values that the company's contact form requires. */
export interface ContactFormInput {
  /** The value for EMAIL in REQUIRED_INPUT_TYPES: one @, and a dot in the domain. */
  readonly email?: string
  /** The value for MOBILE_PHONE_NUMBER in REQUIRED_INPUT_TYPES: digits only, including the country prefix. */
  readonly phoneNumber?: string
}

/** A request for a link to the Connect page. */
export interface CreateConnectSessionRequest {
  readonly purpose: ConnectPurpose
  /** The user that owns the collections and consents. Required for the purposes CONSENT and PERMISSIONS. */
  readonly userId?: UserId
  /** The only company to offer. Default: the person chooses a company. */
  readonly company?: CompanyId
  /** The only market to offer. Default: all markets. */
  readonly market?: Market
  /** The only products to collect. Default: all products that the company offers. */
  readonly products?: ReadonlyArray<Product>
  /** The only login methods to offer. Default: all methods except client-side ones. */
  readonly loginMethods?: ReadonlyArray<LoginMethod>
  readonly psd2Ais?: ConnectPsd2Ais
  /** The language of the page. Default: the language of the person's browser. */
  readonly locale?: ConnectLocale
  /** The address to which the page sends the person at the end. It must exactly match one of the client's registered return addresses. In the sandbox, loopback addresses need no registration. The session's data and consents can be used only after the client confirms the `code` from the redirect. */
  readonly returnUrl?: string
  /** The client's own value, returned unchanged in the redirect to `returnUrl`. Allowed only with `returnUrl`. */
  readonly state?: string
  /** The client's own references, which all collections of the session repeat. */
  readonly sessionMetadata?: SessionAttributes
}

/** A request for a consent to read accounts. The person authorizes it with the electronic ID if SWEDISH_EID is present with a mobile method, otherwise on the bank's page. */
export interface CreateConsentRequest {
  /** The bank that holds the accounts. */
  readonly company: CompanyId
  /** One of the company's login methods. Required with SWEDISH_EID, which accepts only the Swedish methods. Without SWEDISH_EID, or with SWEDISH_SECURITY_TOKEN or a client-side method, the service only records the method, and the person authorizes the consent on the bank's page. */
  readonly loginMethod?: LoginMethod
  /** Exactly one PSD2_AIS_CONSENT, and at most one each of SWEDISH_EID and SESSION_METADATA. The service does not store the session metadata of a consent. */
  readonly parameters: ReadonlyArray<Parameter>
  /** The address to redirect the person to after the bank's page. It must exactly match one of the client's registered return addresses. In the sandbox, loopback addresses need no registration. Not allowed with SWEDISH_EID. A consent with a return address is authorized only once the client confirms the `code` from the redirect with the user's token. */
  readonly returnUrl?: string
  /** The client's own value, returned unchanged in the redirect to `returnUrl`: 1 to 255 printable characters, at least one of them visible. Control characters, line separators and invisible formatting characters are rejected. Allowed only with `returnUrl`. */
  readonly state?: string
}

/** A request to create a user. Repeating it with the same externalId returns the same user. */
export interface CreateUserRequest {
  /** The client's identifier for the user. */
  readonly externalId: ExternalId
}

/** A request to create a webhook endpoint. */
export interface CreateWebhookEndpointRequest {
  /** The https address that receives the events, at most 2,000 characters. It must not contain a username, a password or a fragment, or point to a private network. */
  readonly url: string
  /** The event types to deliver; all types if absent. */
  readonly types?: ReadonlyArray<EventType>
  /** The API version in whose terms events are delivered. By default, the version of this request. */
  readonly version?: ApiVersion
}

/** A three-letter ISO 4217 currency code, in capitals. */
export type Currency = string

/** A date range. Both ends are inclusive. */
export interface DateRange {
  /** Always `DATE_RANGE`. */
  readonly type: "DATE_RANGE"
  /** The first day, as YYYY-MM-DD. */
  readonly from: CalendarDate
  /** The last day, as YYYY-MM-DD; absent if open-ended or unknown. */
  readonly to?: CalendarDate
}

/** The part of a claim that the holder pays. */
export interface Deductible {
  /** The company's identifier for the deductible. */
  readonly deductibleId: string
  /** The kind of claim, in the company's words. */
  readonly deductibleName: string
  /** The holder's share of one claim. */
  readonly deductibleAmount: MonetaryAmount
}

/**
 * The media type of a document.
 *
 * - `application/pdf`: A PDF.
 * - `image/png`: A PNG image.
 * - `image/jpeg`: A JPEG image.
 * - `text/plain`: Text.
 * - `application/octet-stream`: Any other type.
 */
export type DocumentContentType = "application/pdf" | "image/png" | "image/jpeg" | "text/plain" | "application/octet-stream"

/** A reference to a collected record's document. Fetch the document by its documentId from the collection that found it. */
export interface DocumentReference {
  /** The identifier for fetching the document from the collection that found it. */
  readonly documentId: string
  /** The company's name for the document. */
  readonly name: string
  readonly contentType: DocumentContentType
}

/** A driver named in the policy, with the date of the driving license. */
export interface Driver {
  /** The full name. */
  readonly name: string
  /** The date of birth, as YYYY-MM-DD. */
  readonly dateOfBirth?: CalendarDate
  /** The date of the driving license, as YYYY-MM-DD. */
  readonly drivingLicenceDate?: CalendarDate
}

/** An email address. */
export type EmailAddress = string

/** The email address for the EMAIL login method. */
export interface EmailParameter {
  /** Always `EMAIL`. */
  readonly type: "EMAIL"
  /** The email address that the company has on file for the person. */
  readonly email: EmailAddress
}

/** A Connect session that has ended. `GET /connect-sessions/{connectSessionId}` lists its collections and consents. */
export interface EndedConnectSession {
  /** The session. */
  readonly connectSessionId: ConnectSessionId
  readonly purpose: ConnectPurpose
  readonly status: ConnectSessionStatus
  /** The user that owns the session's collections and consents. */
  readonly userId?: UserId
  /** The time the session was created. */
  readonly createdAt: Timestamp
  /** The time the session ended. */
  readonly endedAt: Timestamp
}

/** A user whose data Sheaf has erased. */
export interface ErasedUser {
  /** The erased user. */
  readonly userId: UserId
  /** The time at which the erasure was complete. */
  readonly erasedAt: Timestamp
}

/** Identifier of an event: a UUID, version 7. Repeated deliveries of an event have the same identifier. */
export type EventId = string

/**
 * The type of the event. New types can be added without a new API version. Ignore unknown types.
 *
 * - `collection.input_required`: The collection asks for input: `pendingInput` has a new `inputId`.
 * - `collection.completed`: The collection ended with a result. Fetch its data.
 * - `collection.failed`: The collection ended without a result.
 * - `collection.data_expired`: Sheaf erased the data and documents of a completed collection.
 * - `consent.awaiting_authorization`: The person must authorize the consent. Poll its status for instructions.
 * - `consent.authorized`: The consent is in force.
 * - `consent.expiring`: The consent expires in 7 days, or in 1 day.
 * - `consent.ended`: The consent was revoked, has expired, or was not authorized.
 * - `user.erased`: Sheaf has erased the user, with the user's collections and consents, and their events.
 * - `connect_session.completed`: The person finished a Connect session.
 * - `connect_session.abandoned`: The person left a Connect session, or it expired.
 * - `company.availability_changed`: The company became available or unavailable.
 */
export type EventType = "collection.input_required" | "collection.completed" | "collection.failed" | "collection.data_expired" | "consent.awaiting_authorization" | "consent.authorized" | "consent.expiring" | "consent.ended" | "user.erased" | "connect_session.completed" | "connect_session.abandoned" | "company.availability_changed"

/** The client's identifier for the user, unique among the client's users: 1 to 255 visible characters, without leading or trailing white space. */
export type ExternalId = string

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
   * - `PARTIAL_DATA`: Some data could not be collected.
   * - `CONSENT_REFUSED`: The bank rejected the consent, or no longer accepts it.
   * - `CONSENT_ENDED`: The consent ended before the accounts were read.
   * - `USER_ERASED`: The user was erased.
   */
  readonly code: "COLLECTION_TIMEOUT" | "CONNECTOR_ERROR" | "UNEXPECTED_STATUS" | "COMPANY_UNREACHABLE" | "COMPANY_ERROR" | "COMPANY_MAINTENANCE" | "INCORRECT_CREDENTIALS" | "INCORRECT_TWO_FACTOR_CODE" | "AUTHENTICATION_TIMEOUT" | "AUTHENTICATION_CANCELLED" | "AUTHENTICATION_CONFLICT" | "AUTHENTICATION_MISMATCH" | "AUTHENTICATION_REFUSED" | "TWO_FACTOR_METHOD_NOT_CHOSEN" | "COLLECTION_INPUT_NOT_SUPPLIED" | "CONTACT_DETAILS_REQUIRED" | "KYC_REQUIRED" | "CUSTOMER_ENROLLMENT_REQUIRED" | "ACCOUNT_TEMPORARILY_LOCKED" | "LOGIN_METHOD_NOT_SUPPORTED" | "PDF_NOT_READABLE" | "PDF_NOT_SUPPORTED" | "PARTIAL_DATA" | "CONSENT_REFUSED" | "CONSENT_ENDED" | "USER_ERASED"
  /** An explanation of the code for developers, the same for every occurrence. */
  readonly message: string
  /** Seconds to wait before trying again; present with the code ACCOUNT_TEMPORARILY_LOCKED, and with COMPANY_ERROR if a bank limits readings. */
  readonly retryAfterSeconds?: number
  /** The products with missing data; present only if the status is COMPLETED_PARTIAL. */
  readonly missing?: ReadonlyArray<MissingData>
}

/** The product's fees; unknown if no figure is present. */
export interface Fees {
  /** True if the figures are personalized, with actual discounts; false if they are generic. */
  readonly feesCollected: boolean
  /** The fixed fee, independent of the product's value; absent if unknown. */
  readonly feeFixed?: MonetaryAmount
  /** The variable fee, as a decimal ratio of the product's value: 0.0065 means 0.65 percent. */
  readonly feeVariable?: Ratio
  /** The total fees that the holder paid last year; absent if unknown. */
  readonly feesPreviousYear?: MonetaryAmount
}

/** The product's value, deposits and performance. */
export interface FinancialInformation {
  /** The current value of the whole product. */
  readonly currentValue?: MonetaryAmount
  /** The total paid in since the product was opened. */
  readonly totalDeposits?: MonetaryAmount
  /** The gain or loss since the product was opened, as a decimal ratio: 0.12 is a gain of 12 percent, -0.05 a loss of 5 percent. */
  readonly performanceSinceStart?: number
}

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
   */
  readonly code: "INSUFFICIENT_SCOPE" | "NETWORK_NOT_ALLOWED" | "CERTIFICATE_NOT_ACCEPTED" | "CERTIFICATE_OUT_OF_DATE" | "CERTIFICATE_REVOKED" | "CERTIFICATE_MISMATCH" | "WRONG_ENVIRONMENT" | "MUTUAL_TLS_REQUIRED"
  /** The value of the `X-Request-Id` header. Quote it when you report the problem. */
  readonly requestId: string
}

/** An account's details other than its holdings. */
export interface FrenchAccountInformation {
  /** The cash in the account, available to invest or withdraw. */
  readonly availableBalance?: MonetaryAmount
  /** The yearly interest rate on the cash, as a decimal ratio: 0.025 means 2.5 percent. */
  readonly interestRate?: number
}

/** A holding. value and acquisitionValue are totals for all of its units. */
export interface FrenchHolding {
  /** The name of the fund or security. */
  readonly name: string
  /** The ISIN of the security (ISO 6166). */
  readonly isin?: string
  readonly type: HoldingType
  /** The number of units, including fractions. */
  readonly quantity?: number
  /** The current value of the whole holding. */
  readonly value?: MonetaryAmount
  /** The price paid for the whole holding. */
  readonly acquisitionValue?: MonetaryAmount
  /** The variable fee of the holding, as a decimal ratio of its value: 0.0025 means 0.25 percent. */
  readonly feeVariable?: Ratio
  /** The market identifier code (MIC) of the security's trading venue (ISO 10383). */
  readonly marketIdentifierCode?: string
}

/** An insurance contract with savings: a French retirement savings plan (PER) or life insurance. */
export interface FrenchInsurance {
  readonly type: InsuranceSavingsType
  /** The record's identifier. Later collections of the same contract for the same user return the same identifier, if the company identifies the contract. */
  readonly id: string
  /** The identifier of the company that returned the record. */
  readonly company: CompanyId
  /** The company's name, to show to users. */
  readonly companyDisplayName: string
  /** The company's name for the product. */
  readonly productName?: string
  /** The company's number for the product, the same in every collection. */
  readonly productNumber?: string
  readonly holder?: Holder
  readonly financialInformation?: FinancialInformation
  readonly fees: Fees
  /** The product's documents, such as a yearly statement. */
  readonly documents?: ReadonlyArray<DocumentReference>
  /** The company's name for the insurance behind the pension. */
  readonly insuranceName?: string
  /** The full name of the insured person, as recorded by the company. */
  readonly insuredPersonName?: string
  /** True if the insured person appears to differ from the person who started the collection, false if they appear to be the same person, absent if unclear. */
  readonly otherInsuredPerson?: boolean
  readonly classification?: PensionClassification
  readonly benefitType?: BenefitType
  /** True if premiums are currently being paid. */
  readonly activePayment?: boolean
  /** True if the pension is currently being paid out. */
  readonly activePayout?: boolean
  /** The beneficiaries after the insured person's death. */
  readonly beneficiaries?: ReadonlyArray<Beneficiary>
  /** The product's investments. */
  readonly holdings?: ReadonlyArray<FrenchHolding>
  /** The current and future payouts. */
  readonly payoutDetails?: ReadonlyArray<FrenchPayoutDetail>
  readonly movability?: Movability
}

/** A current or future payout. amount is one payment, and frequency is the number of payments per year. */
export interface FrenchPayoutDetail {
  /** True if the payout has begun, false if it starts in the future. */
  readonly active: boolean
  /** The amount of one payment. */
  readonly amount?: MonetaryAmount
  readonly frequency?: PaymentFrequency
  /** True if the payout lasts for the insured person's lifetime; absent if unknown. */
  readonly lifelongPayout?: boolean
  /** The payout period, as ages or dates depending on `type`. */
  readonly period?: AgeRange | DateRange
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
   */
  readonly code: "DATA_EXPIRED" | "EVENTS_EXPIRED"
  /** The value of the `X-Request-Id` header. Quote it when you report the problem. */
  readonly requestId: string
  /** The time from which on all events are kept; present only with the code EVENTS_EXPIRED. */
  readonly oldestAvailable?: Timestamp
}

/** The process is running. */
export interface Health {
  /** Always `healthy`. */
  readonly status: "healthy"
}

/** The product's owner, as recorded by the company. All texts are in the company's words. */
export interface Holder {
  /** The full name. */
  readonly name: string
  /** The email address, as recorded by the company. The service does not check its format. */
  readonly email?: string
  /** The phone number, as recorded by the company. */
  readonly phoneNumber?: string
  /** The street and house number. */
  readonly streetAddress?: string
  /** The postal code, as recorded by the company. */
  readonly postalCode?: string
  /** The city of the postal address. */
  readonly city?: string
  /** The date of birth, as YYYY-MM-DD. */
  readonly dateOfBirth?: CalendarDate
}

/**
 * The type of a holding.
 *
 * - `FUND`: A fund bought from the fund company.
 * - `ETF`: An exchange-traded fund.
 * - `EQUITY`: Shares of a company.
 * - `UNKNOWN`: Any other kind, or a kind that the company does not specify.
 */
export type HoldingType = "FUND" | "ETF" | "EQUITY" | "UNKNOWN"

/** Insurance for a home and its contents. French policies can have additionalAmenities, numberOfRooms, ownershipStatus and residentialStatus. */
export interface HouseContentInsurance {
  /** Always `houseContentInsurance`. */
  readonly insuranceType: "houseContentInsurance"
  readonly insuranceSubType: HouseContentSubType
  /** The policy's country, as a lowercase ISO 3166-1 code. */
  readonly market: Market
  /** The name of the insurer, which can differ from the company that returned the record. */
  readonly insuranceCompany: string
  /** The company's name for the insurance. */
  readonly insuranceName?: string
  /** The company's number for the insurance, the same in every collection. */
  readonly insuranceNumber?: string
  /** The first day of cover, as YYYY-MM-DD. */
  readonly startDate?: CalendarDate
  /** The end date, as YYYY-MM-DD; absent if open-ended or unknown. */
  readonly endDate?: CalendarDate
  /** The next renewal date, as YYYY-MM-DD. */
  readonly renewalDate?: CalendarDate
  readonly premium?: Premium
  /** The discount on the premium; 0 means no discount. */
  readonly discountAmount?: MonetaryAmount
  readonly holder?: InsuranceHolder
  /** The street and house number of the insured home. */
  readonly insuranceObjectStreetAddress?: string
  /** The postal code of the insured home. */
  readonly insuranceObjectPostalCode?: string
  /** The city of the insured home. */
  readonly insuranceObjectCity?: string
  /** The living area, in square meters. */
  readonly livingArea?: number
  /** The ancillary area, such as a cellar or a garage, in square meters. */
  readonly ancillaryArea?: number
  /** The year of construction. */
  readonly constructionYear?: number
  /** The number of floors; a half floor counts as 0.5. */
  readonly numberOfFloors?: number
  /** The number of bathrooms; 0 means none. */
  readonly numberOfBathrooms?: number
  /** True if the building has a basement. */
  readonly hasBasement?: boolean
  /** The insured sum for the contents of the home. */
  readonly insuredMovablesAmount?: MonetaryAmount
  /** France only: other insured amenities, such as a swimming pool, in the company's words. */
  readonly additionalAmenities?: ReadonlyArray<string>
  /** France only: the number of main rooms. */
  readonly numberOfRooms?: number
  /** France only: the holder's right to the home. */
  readonly ownershipStatus?: OwnershipStatus
  /** France only: the holder's use of the home. */
  readonly residentialStatus?: ResidentialStatus
}

/**
 * The kind of insured home.
 *
 * - `villa`: A house.
 * - `cottage`: A holiday home.
 * - `condo`: An owned apartment.
 * - `home`: A home whose kind the company does not specify.
 */
export type HouseContentSubType = "villa" | "cottage" | "condo" | "home"

/** A request to start a collection. `loginMethod` is required unless a stored consent replaces the login. */
export interface InitiateCollectionRequest {
  /** The company to collect from. */
  readonly company: CompanyId
  /** The login method. SWEDISH_MOBILE_EID_OTHER_DEVICE shows a QR code to scan with another device. Optional with a stored consent, which replaces the login. */
  readonly loginMethod?: LoginMethod
  readonly input?: CollectionInputMap
  /** Consents to read bank accounts: new consents for this collection, or authorized consents. */
  readonly consents?: ReadonlyArray<StoredConsentEntry | NewConsentEntry>
  readonly filter?: CollectionFilter
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

/** The policyholder, as recorded by the company. */
export interface InsuranceHolder {
  /** The full name. */
  readonly name: string
  /** The email address, as recorded by the company. The service does not check its format. */
  readonly email?: string
  /** The phone number, as recorded by the company. */
  readonly phoneNumber?: string
  /** The street and house number. */
  readonly streetAddress?: string
  /** The postal code, as recorded by the company. */
  readonly postalCode?: string
  /** The city of the postal address. */
  readonly city?: string
  /** The date of birth, as YYYY-MM-DD. */
  readonly dateOfBirth?: CalendarDate
  /** True if the policyholder appears to differ from the person who started the collection, false if they appear to be the same person, absent if unclear. */
  readonly otherInsuranceHolder?: boolean
}

/** An insurance policy, with its covers, deductibles and documents. A member is absent if its value is unknown. */
export interface InsuranceRecord {
  /** The record's identifier. Later collections of the same contract for the same user return the same identifier, if the company identifies the contract. */
  readonly id: string
  /** The insurance itself; `insuranceType` identifies the kind of insurance. */
  readonly insurance: VehicleInsurance | HouseContentInsurance | AnimalInsurance | PersonInsurance
  /** The additional covers of the insurance. */
  readonly addons?: ReadonlyArray<AddOn>
  /** The deductibles, one for each kind of claim. */
  readonly deductibles?: ReadonlyArray<Deductible>
  /** The insurance documents, such as the policy. */
  readonly documents?: ReadonlyArray<DocumentReference>
  readonly personalInformation?: PersonalInformation
  /** The http or https address of the insurance terms. */
  readonly termsUrl?: string
}

/**
 * The type of an insurance contract with savings.
 *
 * - `PER`: A retirement savings plan (France).
 * - `LIFE_INSURANCE`: A life insurance policy with savings (France).
 */
export type InsuranceSavingsType = "PER" | "LIFE_INSURANCE"

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

/** The insured sum for one event. */
export interface InsuredAmount {
  /** The insured event, in the company's words. */
  readonly name: string
  /** The sum paid if the event occurs. */
  readonly amount: MonetaryAmount
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

/** An investment account: an investment savings account, a capital insurance policy or a custody account. */
export interface InvestmentAccount {
  readonly type: InvestmentAccountType
  /** The record's identifier. Later collections of the same contract for the same user return the same identifier, if the company identifies the contract. */
  readonly id: string
  /** The identifier of the company that returned the record. */
  readonly company: CompanyId
  /** The company's name, to show to users. */
  readonly companyDisplayName: string
  /** The company's name for the product. */
  readonly productName?: string
  /** The company's number for the product, the same in every collection. */
  readonly productNumber?: string
  readonly holder?: Holder
  readonly financialInformation?: FinancialInformation
  readonly fees: Fees
  /** The product's documents, such as a yearly statement. */
  readonly documents?: ReadonlyArray<DocumentReference>
  readonly accountInformation?: FrenchAccountInformation
  /** The product's investments. */
  readonly holdings?: ReadonlyArray<FrenchHolding>
  /** The holder's agreed monthly deposit. */
  readonly monthlySavingsAmount?: MonetaryAmount
}

/**
 * The type of an investment account.
 *
 * - `KF`: A capital insurance policy (Sweden).
 * - `ISK`: An investment savings account (Sweden).
 * - `CUSTODY_ACCOUNT`: A custody account (Sweden).
 * - `UNKNOWN_INVESTMENT_TYPE`: An account whose kind the company does not specify.
 */
export type InvestmentAccountType = "KF" | "ISK" | "CUSTODY_ACCOUNT" | "UNKNOWN_INVESTMENT_TYPE"

/** An IPv4 or IPv6 address. */
export type IpAddress = string

/** Public keys as a JWK Set (RFC 7517). */
export interface KeySet {
  /** The current signing key and the previous one. */
  readonly keys: ReadonlyArray<PublicKey>
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

/** An amount of money, in its currency's main unit. Zero means zero; unknown amounts are absent. */
export interface MonetaryAmount {
  /** The amount in the currency's main unit: 12.5 is twelve kronor and fifty öre. */
  readonly amount: number
  readonly currency: Currency
}

/** The pension's transferability to another company, with the reason. */
export interface Movability {
  /** True if the pension can be moved to another company. */
  readonly movable: boolean
  /** The reason, in the company's words. */
  readonly reason?: string
}

/** A new consent to read accounts, for this collection. Without accountIds, the consent covers all accounts. */
export interface NewConsentEntry {
  /** The accounts to grant access to, for a stored consent by IBAN, national account number or masked card number. Default: all of the person's accounts at the bank. */
  readonly accountIds?: ReadonlyArray<string>
  /** True to read balances. Default: true. Balances and transactions cannot both be false. */
  readonly balances?: boolean
  /** True to read transactions. Default: true. */
  readonly transactions?: boolean
  /** The IPv4 or IPv6 address of the person's device. */
  readonly psuIpAddress: IpAddress
  /** The person's language and region, such as sv-se, for pages and messages. Default: the language of the bank's market. */
  readonly psuLocale?: string
  /** The last day of the consent, as YYYY-MM-DD, later than today (UTC). Default: 90 days from today. The bank can choose an earlier day; 9999-12-31 requests the longest possible period. */
  readonly validUntil?: CalendarDate
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
   */
  readonly code: "UNKNOWN_ROUTE" | "NOT_IN_THIS_VERSION" | "NOT_FOUND" | "UNKNOWN_COMPANY" | "UNKNOWN_CONSENT" | "PRODUCT_NOT_COLLECTED"
  /** The value of the `X-Request-Id` header. Quote it when you report the problem. */
  readonly requestId: string
  /** All rule violations in the request, each with its location. The first violation determines the problem's code. */
  readonly errors?: ReadonlyArray<Violation>
}

/**
 * The holder's right to the home.
 *
 * - `OWNER`: The holder is the sole owner.
 * - `CO_OWNER`: The holder owns the home jointly with others.
 * - `TENANT`: The holder rents the home.
 * - `OTHER`: Any other right.
 */
export type OwnershipStatus = "OWNER" | "CO_OWNER" | "TENANT" | "OTHER"

/** A typed parameter, identified by `type`. */
export type Parameter = SwedishEidParameter | EmailParameter | UsernamePasswordParameter | PdfDocumentParameter | Psd2AisConsentParameter | StoredConsentParameter | SessionMetadataParameter | AccountOwnerNameParameter | CollectionFilterParameter

/**
 * The number of payments per year.
 *
 * - `0`: A single payment.
 * - `1`: Once a year.
 * - `2`: Every six months.
 * - `4`: Every quarter.
 * - `12`: Every month.
 */
export type PaymentFrequency = 0 | 1 | 2 | 4 | 12

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

/** A private or occupational pension. */
export interface Pension {
  readonly type: PensionType
  /** The record's identifier. Later collections of the same contract for the same user return the same identifier, if the company identifies the contract. */
  readonly id: string
  /** The identifier of the company that returned the record. */
  readonly company: CompanyId
  /** The company's name, to show to users. */
  readonly companyDisplayName: string
  /** The company's name for the product. */
  readonly productName?: string
  /** The company's number for the product, the same in every collection. */
  readonly productNumber?: string
  readonly holder?: Holder
  readonly financialInformation?: FinancialInformation
  readonly fees: Fees
  /** The product's documents, such as a yearly statement. */
  readonly documents?: ReadonlyArray<DocumentReference>
  /** The company's name for the insurance behind the pension. */
  readonly insuranceName?: string
  /** The full name of the insured person, as recorded by the company. */
  readonly insuredPersonName?: string
  /** True if the insured person appears to differ from the person who started the collection, false if they appear to be the same person, absent if unclear. */
  readonly otherInsuredPerson?: boolean
  readonly classification?: PensionClassification
  readonly benefitType?: BenefitType
  /** True if premiums are currently being paid. */
  readonly activePayment?: boolean
  /** True if the pension is currently being paid out. */
  readonly activePayout?: boolean
  /** The beneficiaries after the insured person's death. */
  readonly beneficiaries?: ReadonlyArray<Beneficiary>
  /** The product's investments. */
  readonly holdings?: ReadonlyArray<FrenchHolding>
  /** The current and future payouts. */
  readonly payoutDetails?: ReadonlyArray<FrenchPayoutDetail>
  readonly movability?: Movability
}

/**
 * The Swedish collective agreement that governs an occupational pension, or the relevant part of the agreement.
 *
 * - `ITP`: Salaried employees in the private sector, if the company specifies neither ITP1 nor ITP2.
 * - `ITP1`: Salaried employees in the private sector (defined contribution).
 * - `ITP2`: Salaried employees in the private sector (defined benefit).
 * - `ITPK`: The part of ITP2 that the employee chooses how to invest.
 * - `SAF-LO`: Blue-collar workers in the private sector.
 * - `KAP-KL`: Municipal and regional employees (2006 agreement).
 * - `AKAP-KL`: Municipal and regional employees (2014 agreement).
 * - `AKAP-KR`: Municipal and regional employees (2023 agreement).
 * - `PA03`: Government employees (2003 agreement).
 * - `PA16`: Government employees (2016 agreement).
 * - `BTP`: Bank employees.
 * - `FTP`: Insurance company employees.
 * - `KTP`: Employees of the cooperative movement.
 */
export type PensionClassification = "ITP" | "ITP1" | "ITP2" | "ITPK" | "SAF-LO" | "KAP-KL" | "AKAP-KL" | "AKAP-KR" | "PA03" | "PA16" | "BTP" | "FTP" | "KTP"

/**
 * The type of a pension.
 *
 * - `IPS_PENSION`: Individual pension savings (Sweden).
 * - `PRIVATE_PENSION`: A private pension (Sweden).
 * - `OCCUPATIONAL_PENSION`: An occupational pension (Sweden) outside a collective agreement.
 * - `COLLECTIVE_OCCUPATIONAL_PENSION`: An occupational pension (Sweden) under a collective agreement.
 * - `UNKNOWN_PENSION_TYPE`: A pension whose kind the company does not specify.
 */
export type PensionType = "IPS_PENSION" | "PRIVATE_PENSION" | "OCCUPATIONAL_PENSION" | "COLLECTIVE_OCCUPATIONAL_PENSION" | "UNKNOWN_PENSION_TYPE"

/** Insurance for a person, such as accident or travel insurance. */
export interface PersonInsurance {
  /** Always `personInsurance`. */
  readonly insuranceType: "personInsurance"
  readonly insuranceSubType: PersonSubType
  /** The policy's country, as a lowercase ISO 3166-1 code. */
  readonly market: Market
  /** The name of the insurer, which can differ from the company that returned the record. */
  readonly insuranceCompany: string
  /** The company's name for the insurance. */
  readonly insuranceName?: string
  /** The company's number for the insurance, the same in every collection. */
  readonly insuranceNumber?: string
  /** The first day of cover, as YYYY-MM-DD. */
  readonly startDate?: CalendarDate
  /** The end date, as YYYY-MM-DD; absent if open-ended or unknown. */
  readonly endDate?: CalendarDate
  /** The next renewal date, as YYYY-MM-DD. */
  readonly renewalDate?: CalendarDate
  readonly premium?: Premium
  /** The discount on the premium; 0 means no discount. */
  readonly discountAmount?: MonetaryAmount
  readonly holder?: InsuranceHolder
  /** The full name of the insured person, as recorded by the company. */
  readonly insuredPersonName?: string
  /** The insured sums, one for each event. */
  readonly insuredAmounts?: ReadonlyArray<InsuredAmount>
}

/**
 * The risk that the person is insured against.
 *
 * - `accident`: Accidents.
 * - `travel`: Incidents while traveling.
 * - `health`: Illness and its treatment.
 * - `life`: Death.
 * - `child`: A child's accidents and illnesses.
 * - `income`: Loss of income.
 * - `other`: Any other risk.
 */
export type PersonSubType = "accident" | "travel" | "health" | "life" | "child" | "income" | "other"

/** The company's data about the person who logged in. Every member is optional. */
export interface PersonalInformation {
  /** The full name. */
  readonly name?: string
  /** The email address, as recorded by the company. The service does not check its format. */
  readonly email?: string
  /** The phone number, as recorded by the company. */
  readonly phoneNumber?: string
  /** The street and house number. */
  readonly streetAddress?: string
  /** The postal code, as recorded by the company. */
  readonly postalCode?: string
  /** The city of the postal address. */
  readonly city?: string
  /** The date of birth, as YYYY-MM-DD. */
  readonly dateOfBirth?: CalendarDate
}

/** A Swedish personal or coordination number: YYYYMMDDNNNC. Shorter and hyphenated forms are normalized. */
export type PersonalNumber = string

/** The policy's cost for one period, and the number of payments per year. */
export interface Premium {
  /** The cost of one period. */
  readonly amount: MonetaryAmount
  readonly paymentFrequency: PaymentFrequency
  readonly period: PremiumPeriod
}

/**
 * The period that the premium amount covers.
 *
 * - `MONTH`: One month.
 * - `QUARTER`: Three months.
 * - `HALF_YEAR`: Six months.
 * - `YEAR`: One year.
 * - `WHOLE_TERM`: The whole term, from start date to end date.
 */
export type PremiumPeriod = "MONTH" | "QUARTER" | "HALF_YEAR" | "YEAR" | "WHOLE_TERM"

/**
 * A product that can be collected from a company.
 *
 * - `INSURANCE`: Insurance. The person logs in to the company.
 * - `WEALTH`: Pensions and investments. The person logs in to the company.
 * - `PSD2_AIS`: Bank accounts, under a consent at the account-holding bank.
 */
export type Product = "INSURANCE" | "WEALTH" | "PSD2_AIS"

/** A request for a new consent to read accounts. Without accountIds, the consent covers all accounts. In a collection, send this parameter together with the login parameter. The collection then covers only accounts, unless COLLECTION_FILTER selects more products. The consent restricts only account data. */
export interface Psd2AisConsentParameter {
  /** Always `PSD2_AIS_CONSENT`. */
  readonly type: "PSD2_AIS_CONSENT"
  /** The accounts to grant access to, for a stored consent by IBAN, national account number or masked card number. Default: all of the person's accounts at the bank. */
  readonly accountIds?: ReadonlyArray<string>
  /** True to read balances. Default: true. Balances and transactions cannot both be false. */
  readonly balances?: boolean
  /** True to read transactions. Default: true. */
  readonly transactions?: boolean
  /** The IPv4 or IPv6 address of the person's device. */
  readonly psuIpAddress: IpAddress
  /** The person's language and region, such as sv-se, for pages and messages. Default: the language of the bank's market. */
  readonly psuLocale?: string
  /** The last day of the consent, as YYYY-MM-DD, later than today (UTC). Default: 90 days from today. The bank can choose an earlier day; 9999-12-31 requests the longest possible period. */
  readonly validUntil?: CalendarDate
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

/** A public key as a JWK (RFC 7517). `kid` identifies the key, and `alg` is its signature algorithm. */
export type PublicKey = Readonly<Record<string, string>>

/** A public pension, with the amount that the authority reports for each part of it. */
export interface PublicPension {
  readonly type: PublicPensionType
  /** The record's identifier. Later collections of the same contract for the same user return the same identifier, if the company identifies the contract. */
  readonly id: string
  /** The identifier of the company that returned the record. */
  readonly company: CompanyId
  /** The company's name, to show to users. */
  readonly companyDisplayName: string
  /** The company's name for the product. */
  readonly productName?: string
  /** The company's number for the product, the same in every collection. */
  readonly productNumber?: string
  readonly holder?: Holder
  readonly financialInformation?: FinancialInformation
  readonly fees: Fees
  /** The product's documents, such as a yearly statement. */
  readonly documents?: ReadonlyArray<DocumentReference>
  /** The income pension (Sweden), as stated by the authority. */
  readonly incomePension?: MonetaryAmount
  /** The premium pension (Sweden), as stated by the authority. */
  readonly premiumPension?: MonetaryAmount
  /** The guarantee pension (Sweden), as stated by the authority. */
  readonly guaranteePension?: MonetaryAmount
  /** The date of the stated amounts, as YYYY-MM-DD. */
  readonly updatedDate?: CalendarDate
}

/**
 * The type of a public pension, by country.
 *
 * - `PUBLIC_PENSION`: The Swedish public pension.
 * - `FRENCH_PUBLIC_PENSION`: The French public pension.
 */
export type PublicPensionType = "PUBLIC_PENSION" | "FRENCH_PUBLIC_PENSION"

/** A decimal ratio from 0 to 1: 0.0065 means 0.65 percent. */
export type Ratio = number

/** The service accepts requests. */
export interface Readiness {
  /** Always `ready`. */
  readonly status: "ready"
}

/** The endpoint that receives the event again. Default: all of the client's endpoints. */
export interface RedeliverEventRequest {
  /** The only endpoint to which to send the event again. */
  readonly endpointId?: WebhookEndpointId
}

/** An event that is sent again. */
export interface Redelivery {
  /** The event's id, which is also the `webhook-id` of the delivery. */
  readonly eventId: EventId
  /** The endpoints to which the event is sent again. */
  readonly endpointIds: ReadonlyArray<WebhookEndpointId>
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
 * The holder's use of the home.
 *
 * - `PRIMARY`: The holder's main home.
 * - `SECONDARY`: The holder's second home, such as a holiday home.
 * - `RENTED_OUT`: A home that the holder rents out.
 * - `VACANT`: A vacant home.
 */
export type ResidentialStatus = "PRIMARY" | "SECONDARY" | "RENTED_OUT" | "VACANT"

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

/** A collection scenario, selected by the credentials. Start a collection at `company` with one of `loginMethods`. Send the parameter for that method's family and the parameters that apply to every method. Each time the collection asks for input, post the next entry of `supplements`. If `expire` is true, let the collection time out. */
export interface Scenario {
  /** The scenario's name. */
  readonly scenario: string
  /** A one-sentence summary of the scenario. */
  readonly description: string
  /** The company to collect from. */
  readonly company: CompanyId
  /** The collection's final status. */
  readonly finalStatus: AnyStatus
  /** The collection's statuses, in order. */
  readonly visits: ReadonlyArray<AnyStatus>
  /** The login methods that the scenario supports. */
  readonly loginMethods: ReadonlyArray<LoginMethod>
  /** The parameters that select the scenario: one for each family of login methods, and any that apply to every method. */
  readonly parameters: ReadonlyArray<Parameter>
  /** The input to post to supplement-info, in this order; absent if the scenario asks for none. */
  readonly supplements?: ReadonlyArray<SupplementInfo>
  /** True if the collection must time out; otherwise absent. */
  readonly expire?: boolean
}

/** A French securities account: an equity savings plan (PEA) or an ordinary account (CTO). */
export interface SecuritiesAccount {
  readonly type: SecuritiesAccountType
  /** The record's identifier. Later collections of the same contract for the same user return the same identifier, if the company identifies the contract. */
  readonly id: string
  /** The identifier of the company that returned the record. */
  readonly company: CompanyId
  /** The company's name, to show to users. */
  readonly companyDisplayName: string
  /** The company's name for the product. */
  readonly productName?: string
  /** The company's number for the product, the same in every collection. */
  readonly productNumber?: string
  readonly holder?: Holder
  readonly financialInformation?: FinancialInformation
  readonly fees: Fees
  /** The product's documents, such as a yearly statement. */
  readonly documents?: ReadonlyArray<DocumentReference>
  readonly accountInformation?: FrenchAccountInformation
  /** The product's investments. */
  readonly holdings?: ReadonlyArray<FrenchHolding>
  /** The holder's agreed monthly deposit. */
  readonly monthlySavingsAmount?: MonetaryAmount
}

/**
 * The type of a securities account.
 *
 * - `PEA`: An equity savings plan (France).
 * - `CTO`: An ordinary securities account (France).
 */
export type SecuritiesAccountType = "PEA" | "CTO"

/** The client's own references: 1 to 255 characters each, without control characters. Names consist of at most 64 capital letters, digits and underscores. */
export interface SessionAttributes {
  /** The client's identifier for the user's session. A new collection replaces a running collection with the same session and login, so that the user can reload the page. */
  readonly SESSION_ID?: string
  /** The client's identifier for the advisor who assists the user. */
  readonly ADVISOR_HANDLE?: string
  /** The client's identifier for the collection or case. If the response to a start request is lost, `GET /collections?externalReference=` finds the collection. */
  readonly EXTERNAL_REFERENCE?: string
  readonly [name: string]: string | undefined
}

/** The client's own references, for any login method. The status object and the list repeat them as `sessionMetadata`, and `GET /collections` can filter by EXTERNAL_REFERENCE. */
export interface SessionMetadataParameter {
  /** Always `SESSION_METADATA`. */
  readonly type: "SESSION_METADATA"
  readonly attributes: SessionAttributes
}

/**
 * The kind of status.
 *
 * - `IN_PROGRESS`: The collection continues on its own.
 * - `WAITING_FOR_USER`: The collection continues once the user has acted.
 * - `OUTCOME`: The collection has ended successfully.
 * - `FAILURE`: The collection has ended without data.
 * - `BLOCKING`: The collection has ended. The user must take action at the company before a new collection can succeed.
 */
export type StatusClass = "IN_PROGRESS" | "WAITING_FOR_USER" | "OUTCOME" | "FAILURE" | "BLOCKING"

/** A collection status, with its meaning. */
export interface StatusEntry {
  readonly status: AnyStatus
  readonly class: StatusClass
  /** True if a collection in this status has ended. */
  readonly final: boolean
  /** The running versions that return the status. */
  readonly versions: ReadonlyArray<ApiVersion>
  /** The markets in which collections return the status. */
  readonly markets: ReadonlyArray<Market>
  /** The meaning of the status. */
  readonly meaning: string
  /** The recommended client action. */
  readonly clientAction: string
}

/** An authorized consent, which replaces the login. */
export interface StoredConsentEntry {
  readonly consentId: ConsentId
  /** The address of the person's device. Omit it if the person is not present. */
  readonly psuIpAddress?: IpAddress
  /** The `User-Agent` of the person's browser or app. Omit it if unknown. */
  readonly psuUserAgent?: string
}

/** An authorized consent, which replaces the login. */
export interface StoredConsentParameter {
  /** Always `STORED_CONSENT`. */
  readonly type: "STORED_CONSENT"
  readonly consentId: ConsentId
  /** The address of the person's device. Omit it if the person is not present. */
  readonly psuIpAddress?: IpAddress
  /** The `User-Agent` of the person's browser or app. Omit it if unknown. */
  readonly psuUserAgent?: string
}

/** The input that the collection asked for, identified by `type`. */
export type SupplementInfo = CollectionInput | TwoFactorCode | TwoFactorChoice | ResponseObject

/** An insurance type that can be collected from a company, with its subtypes. */
export interface SupportedInsurance {
  /** The insurance type, as in an insurance's `insuranceType`. */
  readonly insuranceType: string
  /** The insurance subtypes, with the values of `insuranceSubType` in an insurance record. */
  readonly insuranceSubTypes: ReadonlyArray<string>
}

/** The products that can be collected from a company. */
export interface SupportedProducts {
  readonly company: CompanyId
  /** The company's name, to show to users. */
  readonly companyDisplayName: string
  readonly market: Market
  /** The insurance types; empty if insurance cannot be collected. */
  readonly insurance: ReadonlyArray<SupportedInsurance>
  /** The types of pensions, investments and accounts, as in a wealth record's `type`. */
  readonly wealth: ReadonlyArray<string>
  readonly psd2Ais?: SupportedPsd2Ais
}

/** The account data that can be read under a consent; absent if the company holds no accounts. */
export interface SupportedPsd2Ais {
  /** True if balances can be read. */
  readonly balances: boolean
  /** True if transactions can be read. */
  readonly transactions: boolean
  /** False if the company does not support stored consents, so that each collection needs a new consent; otherwise absent. */
  readonly storedConsents?: boolean
}

/** The personal number for every Swedish electronic ID method, including _TEST and _MOCK, and for SWEDISH_SECURITY_TOKEN. */
export interface SwedishEidParameter {
  /** Always `SWEDISH_EID`. */
  readonly type: "SWEDISH_EID"
  /** The personal number of the person who logs in: YYYYMMDDNNNC. Shorter and hyphenated forms are normalized. */
  readonly personalNumber: PersonalNumber
}

/** An event that a test sends to an endpoint. No list of events contains it. */
export interface TestEvent {
  readonly eventId: EventId
  /** Always `endpoint.test`. */
  readonly type: "endpoint.test"
  readonly version: ApiVersion
  /** The time of the test. */
  readonly timestamp: Timestamp
  /** The tested endpoint. */
  readonly data: {
    /** The endpoint's identifier. */
    readonly endpointId: WebhookEndpointId
  }
}

/** A point in time, ISO 8601 in UTC. */
export type Timestamp = string

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

/** A bank account transaction. */
export interface Transaction {
  /** The bank's identifier for the transaction. */
  readonly transactionId: string
  /** The actual or expected booking date, as YYYY-MM-DD. */
  readonly bookingDate: CalendarDate
  /** The date from which the transaction counts toward interest, as YYYY-MM-DD. */
  readonly valueDate?: CalendarDate
  /** The amount; negative if money leaves the account. */
  readonly amount: MonetaryAmount
  /** The recipient of the money. */
  readonly creditorName?: string
  /** The payer. */
  readonly debtorName?: string
  /** The payer's message. */
  readonly remittanceInformation?: string
  readonly status: TransactionStatus
}

/**
 * The booking status of a transaction.
 *
 * - `BOOKED`: The bank has booked the transaction.
 * - `PENDING`: The bank expects the transaction, and can still change or drop it.
 */
export type TransactionStatus = "BOOKED" | "PENDING"

/** The user's choice from AVAILABLE_TWO_FACTOR_METHODS. */
export interface TwoFactorChoice {
  /** Always `TWO_FACTOR_CHOICE`. */
  readonly type: "TWO_FACTOR_CHOICE"
  /** The `id` of the method that the user chose. */
  readonly methodId: string
}

/** The two-factor code that the user received: 1 to 64 visible characters. */
export interface TwoFactorCode {
  /** Always `TWO_FACTOR_CODE`. */
  readonly type: "TWO_FACTOR_CODE"
  /** The code, in the format given by `responseType`: 1 to 64 visible characters. Leading and trailing white space is ignored. */
  readonly value: string
}

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

/** A person registered by the client. */
export interface User {
  /** The service's identifier for the user. */
  readonly userId: UserId
  /** The client's identifier for the user. */
  readonly externalId: ExternalId
  /** The time the user was created. */
  readonly createdAt: Timestamp
}

/** An event about a user. */
export interface UserEvent {
  readonly eventId: EventId
  /**
   * The type of the event. New types can be added without a new API version. Ignore unknown types.
   *
   * - `user.erased`: Sheaf has erased the user, with the user's collections and consents, and their events.
   */
  readonly type: "user.erased"
  /** Always `2025-01-01`. */
  readonly version: "2025-01-01"
  /** The time of the change. */
  readonly timestamp: Timestamp
  /** The user. */
  readonly subject: {
    readonly userId: UserId
  }
  readonly data: ErasedUser
}

/** Identifier of a user: a UUID, version 7. */
export type UserId = string

/** A token that acts for a user. Store it: the service does not return it again. */
export interface UserSession {
  /** A signed token (JWT). Send it as `Authorization: Bearer <token>`. */
  readonly token: string
  /** The time the token expires. */
  readonly expiresAt: Timestamp
  /** The user that the token acts for. */
  readonly userId: UserId
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

/**
 * The coverage level of car insurance, in the market's own terms.
 *
 * - `CASCO`: Damage to the car itself (Estonia, Latvia, Lithuania).
 * - `MTPL`: Compulsory insurance for harm to others (Estonia, Latvia, Lithuania).
 * - `THIRD_PARTY`: Compulsory insurance for harm to others (France).
 * - `THIRD_PARTY_PLUS`: Liability, and some damage to the car, such as theft, fire or broken glass (France).
 * - `COMPREHENSIVE`: Liability, and all damage to the car (France).
 * - `TRAFFIC`: Compulsory liability for injuries and harm to others (Sweden).
 * - `HALF`: Liability, and some damage to the car, such as theft, fire or broken glass (Sweden).
 * - `FULL`: Liability, and all damage to the car (Sweden).
 */
export type VehicleCoverage = "CASCO" | "MTPL" | "THIRD_PARTY" | "THIRD_PARTY_PLUS" | "COMPREHENSIVE" | "TRAFFIC" | "HALF" | "FULL"

/** Insurance for a vehicle. Cars can have coverage, maxMileage and usedForWork; cars in France can also have bonusMalus, claims, primaryDriver and additionalDrivers. */
export interface VehicleInsurance {
  /** Always `vehicleInsurance`. */
  readonly insuranceType: "vehicleInsurance"
  readonly insuranceSubType: VehicleSubType
  /** The policy's country, as a lowercase ISO 3166-1 code. */
  readonly market: Market
  /** The name of the insurer, which can differ from the company that returned the record. */
  readonly insuranceCompany: string
  /** The company's name for the insurance. */
  readonly insuranceName?: string
  /** The company's number for the insurance, the same in every collection. */
  readonly insuranceNumber?: string
  /** The first day of cover, as YYYY-MM-DD. */
  readonly startDate?: CalendarDate
  /** The end date, as YYYY-MM-DD; absent if open-ended or unknown. */
  readonly endDate?: CalendarDate
  /** The next renewal date, as YYYY-MM-DD. */
  readonly renewalDate?: CalendarDate
  readonly premium?: Premium
  /** The discount on the premium; 0 means no discount. */
  readonly discountAmount?: MonetaryAmount
  readonly holder?: InsuranceHolder
  /** The vehicle's make. */
  readonly brand?: string
  /** The model, in the company's words. */
  readonly model?: string
  /** The registration number, as recorded by the company. */
  readonly registrationNo?: string
  readonly coverage?: VehicleCoverage
  /** Cars: the maximum insured distance per year, in kilometers. */
  readonly maxMileage?: number
  /** Cars: true if the car is used for work, beyond commuting. */
  readonly usedForWork?: boolean
  readonly bonusMalus?: BonusMalus
  readonly claims?: ClaimsHistory
  /** Cars in France: the main driver. */
  readonly primaryDriver?: Driver
  /** Cars in France: the other named drivers. */
  readonly additionalDrivers?: ReadonlyArray<Driver>
}

/**
 * The kind of insured vehicle.
 *
 * - `car`: A car.
 * - `motorcycle`: A motorcycle.
 * - `moped`: A moped.
 * - `caravan`: A caravan.
 * - `motorhome`: A motorhome.
 * - `trailer`: A trailer.
 * - `boat`: A boat.
 * - `snowmobile`: A snowmobile.
 * - `other`: Any other vehicle.
 */
export type VehicleSubType = "car" | "motorcycle" | "moped" | "caravan" | "motorhome" | "trailer" | "boat" | "snowmobile" | "other"

/** A running version of the API. */
export interface Version {
  readonly version: ApiVersion
  readonly status: VersionStatus
  /** The time of deprecation, ISO 8601 in UTC; absent for the newest version. */
  readonly deprecatedAt?: Timestamp
  /** The time at which the version ends, ISO 8601 in UTC; absent until a date is set. */
  readonly sunsetAt?: Timestamp
  /** The differences from the previous version; empty for the oldest running version. */
  readonly changes: ReadonlyArray<VersionChange>
}

/** A difference from the previous version. */
export interface VersionChange {
  /** The change in one sentence. */
  readonly title: string
  /** The effect on clients, and the reason for the change. */
  readonly description: string
  /** The affected operations of this version or the previous one, as `METHOD /path`. */
  readonly affects: ReadonlyArray<string>
}

/**
 * An API version's status.
 *
 * - `CURRENT`: The newest version.
 * - `DEPRECATED`: An older version. It works as before, but clients should migrate.
 */
export type VersionStatus = "CURRENT" | "DEPRECATED"

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

/** A pension, investment or bank account. A member is absent if its value is unknown. */
export type WealthRecord = Pension | FrenchInsurance | InvestmentAccount | SecuritiesAccount | PublicPension | BankAccount

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

/** An attempt to deliver an event to an endpoint. Without `error`, it succeeded. */
export interface WebhookAttempt {
  /** The event's id, which is also the `webhook-id` of the delivery. */
  readonly eventId: EventId
  /**
   * The type of the event. New types can be added without a new API version. Ignore unknown types.
   *
   * - `collection.input_required`: The collection asks for input: `pendingInput` has a new `inputId`.
   * - `collection.completed`: The collection ended with a result. Fetch its data.
   * - `collection.failed`: The collection ended without a result.
   * - `collection.data_expired`: Sheaf erased the data and documents of a completed collection.
   * - `consent.awaiting_authorization`: The person must authorize the consent. Poll its status for instructions.
   * - `consent.authorized`: The consent is in force.
   * - `consent.expiring`: The consent expires in 7 days, or in 1 day.
   * - `consent.ended`: The consent was revoked, has expired, or was not authorized.
   * - `user.erased`: Sheaf has erased the user, with the user's collections and consents, and their events.
   * - `connect_session.completed`: The person finished a Connect session.
   * - `connect_session.abandoned`: The person left a Connect session, or it expired.
   * - `company.availability_changed`: The company became available or unavailable.
   * - `endpoint.test`: A test of the endpoint.
   */
  readonly type: "collection.input_required" | "collection.completed" | "collection.failed" | "collection.data_expired" | "consent.awaiting_authorization" | "consent.authorized" | "consent.expiring" | "consent.ended" | "user.erased" | "connect_session.completed" | "connect_session.abandoned" | "company.availability_changed" | "endpoint.test"
  /** The number of the attempt, from 1. A redelivery starts again at 1. */
  readonly attempt: number
  /** The time of the attempt. */
  readonly at: Timestamp
  /** The duration of the attempt, in milliseconds. */
  readonly durationMillis: number
  /** The HTTP status of the receiver's response, if there was one. */
  readonly status?: number
  readonly error?: WebhookDeliveryFault
  /** The system's code of a failed connection, such as `ECONNREFUSED`. */
  readonly errorCode?: string
}

/**
 * The cause for which an attempt failed.
 *
 * - `UNEXPECTED_STATUS`: The receiver responded with a status other than 2xx.
 * - `REDIRECTED`: The receiver responded with a redirect, which is not followed.
 * - `TIMEOUT`: The receiver did not respond within 15 seconds.
 * - `UNREACHABLE`: No connection, an untrusted certificate, or a connection that broke before the response.
 * - `FORBIDDEN_ADDRESS`: The host resolves to an address that endpoints cannot have. Nothing was sent.
 * - `UNREADABLE_EVENT`: Sheaf could not read the stored event. Nothing was sent, and nothing will be.
 */
export type WebhookDeliveryFault = "UNEXPECTED_STATUS" | "REDIRECTED" | "TIMEOUT" | "UNREACHABLE" | "FORBIDDEN_ADDRESS" | "UNREADABLE_EVENT"

/**
 * The cause for which an endpoint was disabled.
 *
 * - `BY_CLIENT`: The client disabled the endpoint.
 * - `ENDPOINT_GONE`: The receiver responded with 410.
 * - `ENDPOINT_FAILING`: No delivery succeeded for five days.
 */
export type WebhookDisabledReason = "BY_CLIENT" | "ENDPOINT_GONE" | "ENDPOINT_FAILING"

/** An address to which the client's events are delivered. */
export interface WebhookEndpoint {
  /** Identifier of the endpoint. */
  readonly endpointId: WebhookEndpointId
  /** The https address that receives the events, at most 2,000 characters. It must not contain a username, a password or a fragment, or point to a private network. */
  readonly url: string
  /** The event types to deliver; all types if absent. */
  readonly types?: ReadonlyArray<EventType>
  /** The API version in whose terms events are delivered. */
  readonly version: ApiVersion
  /** The time the endpoint was created. */
  readonly createdAt: Timestamp
  /** True if the endpoint receives no events. */
  readonly disabled: boolean
  readonly disabledReason?: WebhookDisabledReason
  /** The time the endpoint was disabled. */
  readonly disabledAt?: Timestamp
}

/** Identifier of a webhook endpoint: a UUID, version 7. */
export type WebhookEndpointId = string

/** A webhook endpoint with its new secret. Store the secret: the service does not return it again. */
export interface WebhookEndpointWithSecret {
  /** Identifier of the endpoint. */
  readonly endpointId: WebhookEndpointId
  /** The https address that receives the events, at most 2,000 characters. It must not contain a username, a password or a fragment, or point to a private network. */
  readonly url: string
  /** The event types to deliver; all types if absent. */
  readonly types?: ReadonlyArray<EventType>
  /** The API version in whose terms events are delivered. */
  readonly version: ApiVersion
  /** The time the endpoint was created. */
  readonly createdAt: Timestamp
  /** True if the endpoint receives no events. */
  readonly disabled: boolean
  readonly disabledReason?: WebhookDisabledReason
  /** The time the endpoint was disabled. */
  readonly disabledAt?: Timestamp
  /** The secret that signs deliveries: `whsec_` and the Base64 form of 32 bytes. */
  readonly secret: string
}

/** The result of a test. Without `error`, the test succeeded. */
export interface WebhookTestOutcome {
  /** The event's id, which is also the `webhook-id` of the delivery. */
  readonly eventId: EventId
  /** The time of the attempt. */
  readonly at: Timestamp
  /** The duration of the attempt, in milliseconds. */
  readonly durationMillis: number
  /** The HTTP status of the receiver's response, if there was one. */
  readonly status?: number
  readonly error?: WebhookDeliveryFault
  /** The system's code of a failed connection, such as `ECONNREFUSED`. */
  readonly errorCode?: string
}

/** The problem document of a rejected request. */
export type ProblemDocument = BadRequestProblem | ConflictProblem | ForbiddenProblem | GoneProblem | InternalProblem | NotAcceptableProblem | NotFoundProblem | TooLargeProblem | TooManyRequestsProblem | UnauthorizedProblem | UnavailableProblem | UnprocessableProblem | UnsupportedMediaTypeProblem

/** The stable codes of problems. Later releases can add codes. */
export type ProblemCode = ProblemDocument["code"]
