/** Driving port: what clients can do with consents to read accounts (spec 2.4, 3.4, 4). */
import type { Consent, ConsentDetails } from "@sheaf/domain/Consent"
import { ConsentStatus } from "@sheaf/domain/ConsentStatus"
import type { ConsentStatusObject } from "@sheaf/domain/ConsentStatusObject"
import type { CreateConsent } from "@sheaf/domain/CreateConsent"
import type { RenewConsent } from "@sheaf/domain/RenewConsent"
import type { ConsentAnswer } from "@sheaf/domain/SupplementInfo"
import { Context, Schema } from "effect"
import type { Effect, Redacted } from "effect"
import type { InvalidSupplementInfo, PollState } from "../collections/Collections.ts"
import type { ListRequest, ListPage } from "../stores/ListQuery.ts"
import type { ReturnResult, ReturnVisit } from "../banks/BankReturn.ts"
import type { IdempotencyKeyReused } from "../idempotency/IdempotencyKeys.ts"
import type {
  InvalidCursor,
  InvalidParameters,
  ProductNotSupported,
  StoredConsentNotSupported,
  TooManyAttempts,
  UnknownCompany
} from "../errors/RequestErrors.ts"
import type { Caller, UserCaller } from "../auth/Caller.ts"
import type { UserErasedError, UserNotFound } from "../users/Users.ts"

/** The consent does not exist, or belongs to another client or user. */
export class ConsentNotFound extends Schema.TaggedError<ConsentNotFound>()("ConsentNotFound", {}) {}

export class ConsentNotExpirable extends Schema.TaggedError<ConsentNotExpirable>()("ConsentNotExpirable", {
  status: ConsentStatus
}) {}

/**
 * The consent cannot be renewed: its status does not permit it, it is too early (before `from`), or a renewal already
 * exists.
 */
export class ConsentNotRenewable extends Schema.TaggedError<ConsentNotRenewable>()("ConsentNotRenewable", {
  status: Schema.optionalKey(ConsentStatus),
  from: Schema.optionalKey(Schema.Finite)
}) {
  /** The reason, as a sentence for the client. */
  get words(): string {
    const { from, status } = this
    if (status === undefined) return "Another renewal of the consent is open or authorized."
    return from === undefined
      ? `The consent is in status ${status}.`
      : `The consent can be renewed from ${new Date(from).toISOString()}.`
  }
}

/** The code was wrong or late, so the consent has failed. */
export class ConsentNotConfirmed extends Schema.TaggedError<ConsentNotConfirmed>()("ConsentNotConfirmed", {}) {}

export class ConsentNotAwaitingConfirmation extends Schema.TaggedError<ConsentNotAwaitingConfirmation>()(
  "ConsentNotAwaitingConfirmation",
  {
    status: ConsentStatus
  }
) {}

export class ConsentNotAwaitingInput extends Schema.TaggedError<ConsentNotAwaitingInput>()("ConsentNotAwaitingInput", {
  status: ConsentStatus
}) {}

export interface CurrentConsentStatus extends PollState {
  readonly body: ConsentStatusObject
}

export type ConsentListRequest = ListRequest<ConsentStatus>

type CreateError =
  | UnknownCompany
  | InvalidParameters
  | ProductNotSupported
  | StoredConsentNotSupported
  | TooManyAttempts
  | UserErasedError
  | ConsentNotFound
  | IdempotencyKeyReused

export class Consents extends Context.Service<
  Consents,
  {
    readonly create: (caller: UserCaller, request: CreateConsent) => Effect.Effect<Consent, CreateError>
    /**
     * Creates a consent with the scope of an earlier consent. The earlier consent ends once the new one is authorized.
     */
    readonly renew: (
      caller: UserCaller,
      consentId: string,
      request: RenewConsent
    ) => Effect.Effect<ConsentDetails, CreateError | ConsentNotRenewable>
    readonly read: (caller: Caller, consentId: string) => Effect.Effect<ConsentDetails, ConsentNotFound>
    readonly status: (caller: Caller, consentId: string) => Effect.Effect<CurrentConsentStatus, ConsentNotFound>
    readonly list: (
      caller: Caller,
      request: ConsentListRequest
    ) => Effect.Effect<ListPage<ConsentDetails>, InvalidCursor>
    readonly listOfUser: (
      caller: Caller,
      userId: string,
      request: ConsentListRequest
    ) => Effect.Effect<ListPage<ConsentDetails>, InvalidCursor | UserNotFound>
    /**
     * The consent ends immediately for the client, and at the bank as soon as the bank can be reached. Has no effect if
     * it has already ended.
     */
    readonly revoke: (caller: Caller, consentId: string) => Effect.Effect<CurrentConsentStatus, ConsentNotFound>
    /**
     * Activates a consent that the bank has granted, if the code from the redirect is right. A wrong or late code ends
     * the consent. Repeating the right code has no effect.
     */
    readonly confirm: (
      caller: UserCaller,
      consentId: string,
      code: Redacted.Redacted
    ) => Effect.Effect<
      CurrentConsentStatus,
      ConsentNotFound | ConsentNotConfirmed | ConsentNotAwaitingConfirmation | IdempotencyKeyReused
    >
    /** Answers the bank's question. A wrong code ends the consent. */
    readonly supply: (
      caller: UserCaller,
      consentId: string,
      answer: ConsentAnswer
    ) => Effect.Effect<
      CurrentConsentStatus,
      ConsentNotFound | ConsentNotAwaitingInput | InvalidSupplementInfo | IdempotencyKeyReused
    >
    /** Triggers the current timeout now. For tests only. */
    readonly expire: (
      caller: Caller,
      consentId: string
    ) => Effect.Effect<CurrentConsentStatus, ConsentNotFound | ConsentNotExpirable | IdempotencyKeyReused>
    /**
     * Handles a person's return from a bank. The outcome depends only on the consent's status at the bank. The consent
     * ends if the person returns to another bank's URL or, in a Connect session, in another browser.
     */
    readonly handleReturn: (visit: ReturnVisit) => Effect.Effect<ReturnResult>
  }
>()("@sheaf/ports/Consents") {}
