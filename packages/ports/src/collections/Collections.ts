/** Driving port: everything a client does with collections (spec 4; decisions 2, 4, 5, 10, 11). */
import { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import type { CollectionSummary, StatusObject } from "@sheaf/domain/Collection"
import { CompanyId } from "@sheaf/domain/Company"
import { ConsentStatus } from "@sheaf/domain/ConsentStatus"
import type { InsuranceRecord } from "@sheaf/domain/InsuranceRecord"
import { Product } from "@sheaf/domain/Product"
import type { RecordProduct } from "@sheaf/domain/Product"
import type { LimitedStart } from "@sheaf/domain/StartCollection"
import type { SupplementInfo } from "@sheaf/domain/SupplementInfo"
import { Violation } from "@sheaf/domain/Violation"
import type { WealthRecord } from "@sheaf/domain/WealthRecord"
import { Context, Schema } from "effect"
import type { Effect } from "effect"
import type { ListRequest, Page } from "../ListQuery.ts"
import type { Caller } from "../users/Caller.ts"
import type { StoredDocument } from "./CollectionStore.ts"
import type { UserErased } from "../users/Users.ts"

const violations = Schema.Array(Violation)

/** Where a collection stands that a conflict is about: some versions name its status by the company. */
const standing = { company: CompanyId, status: CollectionStatus }

/** The company of a start is not known. */
export class UnknownCompany extends Schema.TaggedError<UnknownCompany>()("UnknownCompany", {}) {}
/** The parameters of a start break rules among each other or against the login method. */
export class InvalidParameters extends Schema.TaggedError<InvalidParameters>()("InvalidParameters", { violations }) {}
/** A product was asked for that the company does not offer. */
export class ProductNotSupported extends Schema.TaggedError<ProductNotSupported>()("ProductNotSupported", {
  product: Product
}) {}
/** A stored consent needs the token of its user beside the API key. */
export class UserTokenRequired extends Schema.TaggedError<UserTokenRequired>()("UserTokenRequired", {}) {}
/** A stored consent was named that there is not, or that is another client's or another user's: which is not told. */
export class UnknownConsent extends Schema.TaggedError<UnknownConsent>()("UnknownConsent", {
  pointer: Schema.String
}) {}
/** The stored consent is not authorised (any more). */
export class ConsentNotUsable extends Schema.TaggedError<ConsentNotUsable>()("ConsentNotUsable", {
  status: ConsentStatus
}) {}
/** The stored consent is of another company than the one of the start. */
export class ConsentOfAnotherCompany extends Schema.TaggedError<ConsentOfAnotherCompany>()("ConsentOfAnotherCompany", {
  pointer: Schema.String
}) {}
/** The consent was used without the person as often as it may be on one day (decisions 9). */
export class UnattendedLimit extends Schema.TaggedError<UnattendedLimit>()("UnattendedLimit", {
  /** Until the next day begins, UTC. */
  retryAfterSeconds: Schema.Int
}) {}
/** The collection has not ended, and a client cannot end it. */
export class CollectionNotEnded extends Schema.TaggedError<CollectionNotEnded>()("CollectionNotEnded", standing) {}
/** No such collection, or another client's: which of the two is not told. */
export class CollectionNotFound extends Schema.TaggedError<CollectionNotFound>()("CollectionNotFound", {}) {}
/** Data was asked for in a status that has none. */
export class CollectionNotCompleted extends Schema.TaggedError<CollectionNotCompleted>()(
  "CollectionNotCompleted",
  standing
) {}
/** The collection does not cover this product. */
export class ProductNotCollected extends Schema.TaggedError<ProductNotCollected>()("ProductNotCollected", {
  product: Product
}) {}
/** The data was erased: after its retention time, or because it was asked for. */
export class DataExpired extends Schema.TaggedError<DataExpired>()("DataExpired", {}) {}
/** The collection has no such document. */
export class DocumentNotFound extends Schema.TaggedError<DocumentNotFound>()("DocumentNotFound", {}) {}
/** The collection does not wait for input, or its question was answered before. */
export class NotAwaitingInput extends Schema.TaggedError<NotAwaitingInput>()("NotAwaitingInput", standing) {}
/** The input does not answer what was asked. */
export class InvalidSupplement extends Schema.TaggedError<InvalidSupplement>()("InvalidSupplement", { violations }) {}
/** Nothing is waited for that has a timeout. */
export class NothingToExpire extends Schema.TaggedError<NothingToExpire>()("NothingToExpire", standing) {}
/** The cursor was not made for this list. */
export class InvalidCursor extends Schema.TaggedError<InvalidCursor>()("InvalidCursor", {}) {}

/** The status object with what its ETag is made of. */
export interface CurrentStatus {
  readonly body: StatusObject
  readonly products: ReadonlyArray<Product>
  readonly revision: number
  /** The second that an animated QR code shows, while one is shown. */
  readonly qrSecond?: number
}

export interface CollectionListRequest extends ListRequest<CollectionStatus> {
  readonly externalReference?: string
}

/** Why a start is refused. */
export type StartError =
  | UnknownCompany
  | InvalidParameters
  | ProductNotSupported
  | UserTokenRequired
  | UnknownConsent
  | ConsentNotUsable
  | ConsentOfAnotherCompany
  | UnattendedLimit
  | UserErased

type DataError = CollectionNotFound | CollectionNotCompleted | ProductNotCollected | DataExpired

export class Collections extends Context.Service<
  Collections,
  {
    /** Accepts a collection of what the company offers and the start admits. It survives the death of the process. */
    readonly start: (caller: Caller, request: LimitedStart) => Effect.Effect<CurrentStatus, StartError>
    readonly status: (caller: Caller, collectionId: string) => Effect.Effect<CurrentStatus, CollectionNotFound>
    readonly list: (
      caller: Caller,
      request: CollectionListRequest
    ) => Effect.Effect<Page<CollectionSummary>, InvalidCursor>
    /** Accepts what the collection asked for, once; the status as it stands right after. */
    readonly supply: (
      caller: Caller,
      collectionId: string,
      input: SupplementInfo
    ) => Effect.Effect<CurrentStatus, CollectionNotFound | NotAwaitingInput | InvalidSupplement>
    /** Makes the timeout that the collection waits for fall due now (decisions 16). For the sandbox only. */
    readonly expire: (
      caller: Caller,
      collectionId: string
    ) => Effect.Effect<CurrentStatus, CollectionNotFound | NothingToExpire>
    /** Erases the data of a collection that has ended; erased data stays erased. */
    readonly erase: (
      caller: Caller,
      collectionId: string
    ) => Effect.Effect<void, CollectionNotFound | CollectionNotEnded>
    readonly insuranceData: (
      caller: Caller,
      collectionId: string
    ) => Effect.Effect<ReadonlyArray<InsuranceRecord>, DataError>
    /** Pensions and investments, and the accounts of a collection under a consent. */
    readonly wealthData: (caller: Caller, collectionId: string) => Effect.Effect<ReadonlyArray<WealthRecord>, DataError>
    readonly document: (
      caller: Caller,
      collectionId: string,
      product: RecordProduct,
      documentId: string
    ) => Effect.Effect<StoredDocument, DataError | DocumentNotFound>
  }
>()("@sheaf/ports/Collections") {}
