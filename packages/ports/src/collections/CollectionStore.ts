/**
 * Where collections are kept. An implementation seals what is personal: the order with its credentials, the connector's
 * session, the client's input, what is shown to the client, the data and the documents (architecture 5).
 */
import type { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import type { CompanyId } from "@sheaf/domain/Company"
import type { DocumentContentType } from "@sheaf/domain/Document"
import type { ExtraInformation } from "@sheaf/domain/ExtraInformation"
import type { InsuranceRecord } from "@sheaf/domain/InsuranceRecord"
import type { LoginMethod } from "@sheaf/domain/LoginMethod"
import type { Market } from "@sheaf/domain/Market"
import type { Product } from "@sheaf/domain/Product"
import type { Order, StoredConsentOrder } from "@sheaf/domain/StartCollection"
import type { Question, SupplementInfo } from "@sheaf/domain/SupplementInfo"
import type { WealthRecord } from "@sheaf/domain/WealthRecord"
import { Context } from "effect"
import type { Effect, Option } from "effect"
import type { AnimatedQrSource } from "../companies/Connector.ts"
import type { ListQuery } from "../ListQuery.ts"
import type { NextStep, ProcessOutline, ProcessStore } from "../ProcessStore.ts"
import type { StoreError } from "../StoreError.ts"

/** What every view of a collection has. Times are milliseconds since 1970. */
export interface CollectionHead {
  readonly collectionId: string
  readonly clientId: string
  readonly company: CompanyId
  readonly market: Market
  /** Absent where a stored consent stood in its place. */
  readonly loginMethod?: LoginMethod
  /** In whose name it was started, where that was said. */
  readonly userId?: string
  readonly status: CollectionStatus
  /** Rises with every change that a client can see. */
  readonly revision: number
  readonly createdAt: number
  readonly statusChangedAt: number
  readonly externalReference?: string
}

/** What a collection is run with: credentials, or a consent that was authorised before. */
export type PlacedOrder = Order | StoredConsentOrder

export interface NewCollection {
  readonly head: CollectionHead
  readonly products: ReadonlyArray<Product>
  readonly order: PlacedOrder
  /** When the collection as a whole is given up. */
  readonly deadline: number
}

/** What is shown beside the status. */
export interface Shown {
  readonly information?: ExtraInformation
  readonly animatedQr?: AnimatedQrSource
}

export interface StatusView extends CollectionHead {
  readonly products: ReadonlyArray<Product>
  readonly shown: Shown
}

/** What a pending question asks, and the moment from which on it may not be answered any more. */
export interface Pending {
  readonly question: Question
  readonly until: number
}

/** All that the next step needs. */
export interface Work extends StatusView {
  /** Gone once the collection has ended. */
  readonly order?: PlacedOrder
  readonly deadline: number
  /** How many steps were taken: the next one has this number. */
  readonly step: number
  readonly session?: string
  readonly pending?: Pending
  /** What the client answered so far to the question that is pending, or was: the next step is taken with it. */
  readonly answers: ReadonlyArray<SupplementInfo>
  /** The requests that the client has answered, of this step and of every one before. */
  readonly answeredEtags: ReadonlyArray<string>
  /** The electronic ID told who authenticated: it is the person of the order (spec 3.2). */
  readonly identified: boolean
  /** When an authentication that is going on is given up. */
  readonly authenticateUntil?: number
  /** When the collection is to go on by itself. */
  readonly dueAt?: number
}

/** A collected document under the id that clients use. */
export interface StoredDocument {
  readonly documentId: string
  readonly product: Product
  readonly name: string
  readonly contentType: DocumentContentType
  readonly bytes: Uint8Array
}

export interface StoredData {
  readonly INSURANCE?: ReadonlyArray<InsuranceRecord>
  readonly WEALTH?: ReadonlyArray<WealthRecord>
}

/** The outcome of one step, written as a whole or not at all. */
export interface Advance extends Pick<
  Work,
  "status" | "revision" | "statusChangedAt" | "shown" | "session" | "pending" | "identified" | "authenticateUntil"
> {
  readonly at: number
  /** When the collection is to go on by itself; at once unless set. A pending question has its own time. */
  readonly dueAt?: number
  readonly data?: StoredData
  readonly documents?: ReadonlyArray<StoredDocument>
  /** The id of the consent that the data was read under: nothing is recorded when nothing may be read under it any more. */
  readonly under?: string
}

/** How a collection was found: what is written counts only as long as nobody else has changed it since. */
export interface Standing {
  readonly collectionId: string
  /** The number of the step that it is to take next. */
  readonly step: number
  readonly revision: number
}

/** What an accepted answer changes. */
export interface Answered {
  readonly revision: number
  readonly shown: Shown
  readonly at: number
  /** Every answer to the question so far, this one among them. */
  readonly answers: ReadonlyArray<SupplementInfo>
  readonly answeredEtags: ReadonlyArray<string>
  /** What is left of the question; its time stays as it was. */
  readonly remaining?: Question
}

export interface CollectionListQuery extends ListQuery<CollectionStatus> {
  /** Lists only collections that were started in the name of this user. */
  readonly userId?: string
  readonly externalReference?: string
}

/** One entry of the history of a collection: a change as its lifecycle gave it. */
export interface HistoryEntry {
  readonly revision: number
  readonly status: CollectionStatus
  readonly at: number
}

/** What the use cases need to know before they hand out data. */
export interface DataHead extends Pick<StatusView, "userId" | "company" | "status" | "products"> {
  readonly expired: boolean
}

/** The columns in clear of a collection that has not ended. */
export interface CollectionOutline extends ProcessOutline, Standing {
  readonly status: CollectionStatus
  readonly deadline: number
}

export class CollectionStore extends Context.Service<
  CollectionStore,
  ProcessStore<CollectionOutline, HistoryEntry> & {
    /**
     * Keeps a new collection; once this returns true, it survives a power cut. False, and nothing kept, when its user was
     * erased meanwhile.
     */
    readonly accept: (collection: NewCollection) => Effect.Effect<boolean, StoreError>
    readonly status: (clientId: string, collectionId: string) => Effect.Effect<Option.Option<StatusView>, StoreError>
    readonly list: (query: CollectionListQuery) => Effect.Effect<ReadonlyArray<CollectionHead>, StoreError>
    /** What the next step needs; nothing when the collection is gone. */
    readonly work: (collectionId: string) => Effect.Effect<Option.Option<Work>, StoreError>
    /**
     * Records the step that the collection is to take, and those behind it that were taken without a pause, all or none.
     * False, and nothing done, when the collection has ended, or does not stand as it did: another run took the step, or
     * the client's answer came. The same when the consent has ended that the data was read under. Erases the answers that
     * the step was taken with; and when the last status is final, the order and the session too.
     */
    readonly advance: (found: Standing, changes: ReadonlyArray<Advance>) => Effect.Effect<boolean, StoreError>
    /**
     * Accepts an answer to the question that is pending; false, and nothing done, when it is pending no more, or the
     * collection does not stand as it did. Once this returns true, the answer survives a power cut, and what it answers is
     * gone from what is shown.
     */
    readonly supply: (found: Standing, answered: Answered) => Effect.Effect<boolean, StoreError>
    /**
     * Makes the timeouts that a collection waits for fall due at the time of this entry, which joins the history. Returns
     * false and does nothing when the collection does not stand as it did.
     */
    readonly expire: (found: Standing, entry: HistoryEntry) => Effect.Effect<boolean, StoreError>
    readonly history: (collectionId: string) => Effect.Effect<ReadonlyArray<HistoryEntry>, StoreError>
    readonly dataHead: (clientId: string, collectionId: string) => Effect.Effect<Option.Option<DataHead>, StoreError>
    /** The records that were collected; nothing when there are none, or none any more. */
    readonly insuranceData: (
      collectionId: string
    ) => Effect.Effect<Option.Option<ReadonlyArray<InsuranceRecord>>, StoreError>
    readonly wealthData: (collectionId: string) => Effect.Effect<Option.Option<ReadonlyArray<WealthRecord>>, StoreError>
    readonly document: (
      collectionId: string,
      product: Product,
      documentId: string
    ) => Effect.Effect<Option.Option<StoredDocument>, StoreError>
    /** Collections whose question is answered, and which have not taken the step with the answer. */
    readonly unconsumed: Effect.Effect<ReadonlyArray<NextStep>, StoreError>
    /**
     * Erases the data and documents of a collection that has ended; false, and nothing done, when it has not. What is
     * erased already stays so. Survives a power cut.
     */
    readonly eraseData: (clientId: string, collectionId: string, at: number) => Effect.Effect<boolean, StoreError>
    /** The ids of a user's collections that have not ended. */
    readonly running: (clientId: string, userId: string) => Effect.Effect<ReadonlyArray<string>, StoreError>
    /**
     * Erases what is kept of a user's collections that have ended: data, documents, histories and references. Status and
     * reason stay, which tell nothing of anybody. Survives a power cut.
     */
    readonly eraseOfUser: (clientId: string, userId: string, at: number) => Effect.Effect<void, StoreError>
    /** Erases the data and documents of collections that ended before a time; their number. */
    readonly expireData: (endedBefore: number) => Effect.Effect<number, StoreError>
  }
>()("@sheaf/ports/CollectionStore") {}
