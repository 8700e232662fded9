/** Driving port: what clients can do with collections (spec 2.1, 2.5, 4, 10, 11). */
import { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import type { CollectionDetails, StatusObject } from "@sheaf/domain/Collection"
import { CompanyId } from "@sheaf/domain/Company"
import { ConsentStatus } from "@sheaf/domain/ConsentStatus"
import type { InsuranceRecord } from "@sheaf/domain/InsuranceRecord"
import { Product } from "@sheaf/domain/Product"
import type { RecordProduct } from "@sheaf/domain/Product"
import type { StartCommand } from "@sheaf/domain/StartCollection"
import type { SupplementInfoRequest } from "@sheaf/domain/SupplementInfo"
import type { TransactionStatus } from "@sheaf/domain/wealth/Transaction"
import { Violation } from "@sheaf/domain/Violation"
import type { AnyTransaction, WealthRecord } from "@sheaf/domain/WealthRecord"
import { Context, Schema } from "effect"
import type { Effect, Redacted } from "effect"
import type { ListRequest, ListPage } from "../stores/ListQuery.ts"
import type {
  ConnectSessionUnconfirmed,
  ConnectUserTokenRequired,
  InvalidCursor,
  InvalidParameters,
  ProductNotSupported,
  TooManyAttempts,
  UnknownCompany
} from "../errors/RequestErrors.ts"
import type { IdempotencyKeyReused } from "../idempotency/IdempotencyKeys.ts"
import type { Caller } from "../auth/Caller.ts"
import type { ReturnResult, ReturnVisit } from "../banks/BankReturn.ts"
import type { StoredDocument } from "./CollectionStore.ts"
import type { UserErasedError, UserNotFound } from "../users/Users.ts"

const conflict = { company: CompanyId, status: CollectionStatus }

export class FileTooLarge extends Schema.TaggedError<FileTooLarge>()("FileTooLarge", { pointer: Schema.String }) {}
export class UserTokenRequired extends Schema.TaggedError<UserTokenRequired>()("UserTokenRequired", {}) {}
export class UnknownConsent extends Schema.TaggedError<UnknownConsent>()("UnknownConsent", {
  pointer: Schema.String
}) {}
export class ConsentNotUsable extends Schema.TaggedError<ConsentNotUsable>()("ConsentNotUsable", {
  status: ConsentStatus
}) {}
export class ConsentOfAnotherCompany extends Schema.TaggedError<ConsentOfAnotherCompany>()("ConsentOfAnotherCompany", {
  pointer: Schema.String
}) {}
/** The bank allows no more unattended readings under this consent today (spec 2.3). */
export class UnattendedLimitExceeded extends Schema.TaggedError<UnattendedLimitExceeded>()("UnattendedLimitExceeded", {
  retryAfterSeconds: Schema.Int
}) {}
/** The collection is still running, and no client can end it early. */
export class CollectionNotEnded extends Schema.TaggedError<CollectionNotEnded>()("CollectionNotEnded", conflict) {}
/** The collection does not exist, or belongs to another client. */
export class CollectionNotFound extends Schema.TaggedError<CollectionNotFound>()("CollectionNotFound", {}) {}
export class CollectionNotCompleted extends Schema.TaggedError<CollectionNotCompleted>()(
  "CollectionNotCompleted",
  conflict
) {}
export class ProductNotCollected extends Schema.TaggedError<ProductNotCollected>()("ProductNotCollected", {
  product: Product
}) {}
/** The data was erased, on request or at the end of its retention. */
export class DataExpiredError extends Schema.TaggedError<DataExpiredError>()("DataExpiredError", {}) {}
export class AccountNotFound extends Schema.TaggedError<AccountNotFound>()("AccountNotFound", {}) {}
export class DocumentNotFound extends Schema.TaggedError<DocumentNotFound>()("DocumentNotFound", {}) {}
export class NotAwaitingInput extends Schema.TaggedError<NotAwaitingInput>()("NotAwaitingInput", conflict) {}
export class InputNoLongerPending extends Schema.TaggedError<InputNoLongerPending>()("InputNoLongerPending", {
  /**
   * REPLACED: the question ended before its deadline, without an answer. UNKNOWN: the collection never asked this
   * question.
   */
  reason: Schema.Literals(["ANSWERED", "TIMED_OUT", "REPLACED", "UNKNOWN"])
}) {}
export class InvalidSupplementInfo extends Schema.TaggedError<InvalidSupplementInfo>()("InvalidSupplementInfo", {
  violations: Schema.Array(Violation)
}) {}
export class CollectionNotConfirmed extends Schema.TaggedError<CollectionNotConfirmed>()(
  "CollectionNotConfirmed",
  {}
) {}
export class CollectionNotAwaitingConfirmation extends Schema.TaggedError<CollectionNotAwaitingConfirmation>()(
  "CollectionNotAwaitingConfirmation",
  conflict
) {}
export class CollectionNotExpirable extends Schema.TaggedError<CollectionNotExpirable>()(
  "CollectionNotExpirable",
  conflict
) {}

/** Determines a status object's ETag, and how long a request for the status can be held. */
export interface PollState {
  readonly revision: number
  readonly isFinal: boolean
  /** The second to which the status's animated QR code belongs. Absent if the status contains no such code. */
  readonly qrSecond?: number
  /** When the animated QR code next changes, in milliseconds since 1970. */
  readonly qrUntil?: number
}

export interface CurrentCollectionStatus extends PollState {
  readonly body: StatusObject
}

export interface CollectionListRequest extends ListRequest<CollectionStatus> {
  readonly externalReference?: string
}

/** Both days (`YYYY-MM-DD`) are inclusive. */
export interface TransactionsRequest {
  readonly from?: string
  readonly to?: string
  readonly status?: ReadonlyArray<typeof TransactionStatus.Type>
  readonly limit: number
  readonly cursor?: string
}

type StartError =
  | UnknownCompany
  | InvalidParameters
  | FileTooLarge
  | ProductNotSupported
  | UserTokenRequired
  | UnknownConsent
  | ConsentNotUsable
  | ConsentOfAnotherCompany
  | UnattendedLimitExceeded
  | TooManyAttempts
  | UserErasedError
  | CollectionNotFound
  | ConnectSessionUnconfirmed
  | IdempotencyKeyReused

type DataError =
  | CollectionNotFound
  | CollectionNotCompleted
  | ConnectSessionUnconfirmed
  | ProductNotCollected
  | DataExpiredError

export class Collections extends Context.Service<
  Collections,
  {
    readonly start: (caller: Caller, request: StartCommand) => Effect.Effect<CurrentCollectionStatus, StartError>
    readonly status: (
      caller: Caller,
      collectionId: string
    ) => Effect.Effect<CurrentCollectionStatus, CollectionNotFound>
    readonly list: (
      caller: Caller,
      request: CollectionListRequest
    ) => Effect.Effect<ListPage<CollectionDetails>, InvalidCursor>
    readonly listOfUser: (
      caller: Caller,
      userId: string,
      request: CollectionListRequest
    ) => Effect.Effect<ListPage<CollectionDetails>, InvalidCursor | UserNotFound>
    readonly read: (caller: Caller, collectionId: string) => Effect.Effect<CollectionDetails, CollectionNotFound>
    /** Accepts the requested input and returns the new status. Repeating an accepted answer has no effect. */
    readonly supply: (
      caller: Caller,
      collectionId: string,
      input: SupplementInfoRequest
    ) => Effect.Effect<
      CurrentCollectionStatus,
      CollectionNotFound | NotAwaitingInput | InputNoLongerPending | InvalidSupplementInfo | IdempotencyKeyReused
    >
    /**
     * Handles a person's return from a bank's page. Only the first return counts, and its effect survives a crash. The
     * collection ends if the person returns to another bank's URL or, in a Connect session, in another browser.
     */
    readonly handleReturn: (visit: ReturnVisit) => Effect.Effect<ReturnResult>
    /**
     * Confirms that the person who returned from the bank's page is the caller's user. Ends the collection if the code
     * is wrong, late or for another user. Repeating the right code has no effect.
     */
    readonly confirm: (
      caller: Caller,
      collectionId: string,
      code: Redacted.Redacted
    ) => Effect.Effect<
      CurrentCollectionStatus,
      | CollectionNotFound
      | CollectionNotConfirmed
      | CollectionNotAwaitingConfirmation
      | ConnectUserTokenRequired
      | IdempotencyKeyReused
    >
    /** Triggers the current timeout now (spec 12). For tests only. */
    readonly timeOut: (
      caller: Caller,
      collectionId: string
    ) => Effect.Effect<CurrentCollectionStatus, CollectionNotFound | CollectionNotExpirable | IdempotencyKeyReused>
    readonly erase: (
      caller: Caller,
      collectionId: string
    ) => Effect.Effect<void, CollectionNotFound | CollectionNotEnded>
    readonly insuranceData: (
      caller: Caller,
      collectionId: string
    ) => Effect.Effect<ReadonlyArray<InsuranceRecord>, DataError>
    /** Returns pensions, investments and, if there is a consent, accounts. */
    readonly wealthData: (caller: Caller, collectionId: string) => Effect.Effect<ReadonlyArray<WealthRecord>, DataError>
    /**
     * Returns one page of a record's transactions. A bank account's record can also be identified by its account id. If
     * Sheaf does not know the transactions, fails as if the record did not exist: an empty list would mean that the
     * record has no transactions.
     */
    readonly transactions: (
      caller: Caller,
      collectionId: string,
      accountId: string,
      request: TransactionsRequest
    ) => Effect.Effect<ListPage<AnyTransaction>, DataError | AccountNotFound | InvalidCursor>
    /** Returns a product's records as UTF-8 JSON in the newest version's format. */
    readonly dataJson: (
      caller: Caller,
      collectionId: string,
      product: RecordProduct
    ) => Effect.Effect<Uint8Array, DataError>
    readonly document: (
      caller: Caller,
      collectionId: string,
      product: RecordProduct,
      documentId: string
    ) => Effect.Effect<StoredDocument, DataError | DocumentNotFound>
  }
>()("@sheaf/ports/Collections") {}
