/**
 * The store of collections. Adapters seal all personal data: orders with credentials, connector sessions, client input,
 * information shown to clients, collected data and documents (architecture 6).
 */
import type * as CollectionLifecycle from "@sheaf/domain/CollectionLifecycle"
import type { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import type { ConsentTerms } from "@sheaf/domain/ConsentScope"
import type { DocumentContentType } from "@sheaf/domain/Document"
import type { ExtraInformation } from "@sheaf/domain/ExtraInformation"
import type { InsuranceRecord } from "@sheaf/domain/InsuranceRecord"
import type { LoginMethod } from "@sheaf/domain/LoginMethod"
import type { Product, RecordProduct } from "@sheaf/domain/Product"
import type { LoginRequest, Renewal, RenewalRequest, StoredConsentRequest } from "@sheaf/domain/StartCollection"
import type { Question, SupplementInfo } from "@sheaf/domain/SupplementInfo"
import type { WealthRecord } from "@sheaf/domain/WealthRecord"
import type { ReadingRule } from "@sheaf/domain/UnattendedReadings"
import { Context } from "effect"
import type { Effect, Option } from "effect"
import type { DisplayEntry, SessionMetadataAttributes } from "../companies/Connector.ts"
import type { PageVisit } from "./PageVisit.ts"
import type { StartQuotas } from "./StartQuotas.ts"
import type { ListQuery } from "../stores/ListQuery.ts"
import type { ProcessIdentity, ProcessOutline, ProcessStore } from "../processes/ProcessStore.ts"
import type { StoreError } from "../stores/StoreError.ts"
import type { ApiKeyLookup } from "../auth/ApiKeys.ts"
import type { ApiKeyHolder } from "../auth/ClientStore.ts"
import type { LoginProof } from "../companies/LoginProof.ts"
import type { UserMismatch } from "../users/UserStore.ts"

export interface CollectionIdentity extends ProcessIdentity<CollectionStatus> {
  readonly collectionId: string
  /** Optional for collections under a stored consent. */
  readonly loginMethod?: LoginMethod
  /** Present if a production service runs the collection at the company's test environment. */
  readonly test?: true
  /** The user whose token started the collection. */
  readonly userId?: string
  /** The Connect session whose page started the collection (spec 13). */
  readonly connectSessionId?: string
  /** The attributes of SESSION_METADATA. Lists can filter by EXTERNAL_REFERENCE. */
  readonly attributes?: SessionMetadataAttributes
  /** The client's own reference, which events repeat. */
  readonly clientReference?: string
}

/** An order with credentials. */
export interface LoginOrder extends LoginRequest {
  /** Present if the person authorizes one reading of the accounts. */
  readonly oneTimeConsent?: ConsentTerms
}

/** A collection's order: credentials, a consent that was authorized earlier, or what an earlier collection left for it. */
export type CollectionRequest = LoginOrder | StoredConsentRequest | RenewalRequest

export interface NewCollection {
  readonly identity: CollectionIdentity & CollectionLifecycle.State
  readonly products: ReadonlyArray<Product>
  readonly order: CollectionRequest
  /** Present if the person must visit a page outside Sheaf. */
  readonly visit?: PageVisit
  /** The time at which the whole collection times out. */
  readonly deadline: number
  /** The person's session at the client, if the collection belongs to one. */
  readonly inSession?: SupersedingStart
  /** Present if the collection reads accounts under a stored consent while the person is absent. */
  readonly unattended?: UnattendedReading
  /** The client's quotas. Without them, the store accepts any number of collections. */
  readonly quotas?: StartQuotas
}

/** A reading while the person is absent. It counts toward the bank's limit (spec 2.3). */
export interface UnattendedReading {
  readonly consentId: string
  /** In milliseconds since 1970. */
  readonly at: number
  readonly rule: ReadingRule
}

/** A start within a person's session at the client. It supersedes the session's earlier collections (spec 2.1). */
export interface SupersedingStart {
  /** A text that identifies the session and its login. Stores keep only a keyed hash of the text. */
  readonly key: string
  /** Every collection that {@link CollectionStore} found by `key`, with the step that ends it. */
  readonly superseded: ReadonlyArray<SupersededCollection>
  /** The open calls and orders of superseded collections. The new collection's first step closes them. */
  readonly cleanups: ReadonlyArray<CompanyCleanup>
}

export interface SupersededCollection {
  readonly found: CollectionPrecondition | CollectionState
  readonly end: CollectionChange
}

/** What an ended collection has left open at its company. */
export interface CompanyCleanup extends Pick<CollectionState, "collectionId" | "step" | "session" | "answers"> {
  /** Present if a call to the company can still be in progress. The call can then be repeated with the same key. */
  readonly order?: LoginOrder
}

/**
 * The result of accepting a collection. After `SESSION_CHANGED`, the caller must look up the session's collections
 * again.
 */
export type CollectionAcceptResult =
  | "ACCEPTED"
  | "USER_ERASED"
  | UserMismatch
  | "SESSION_CHANGED"
  | "UNATTENDED_LIMIT"
  | "TOO_MANY_RUNNING"
  | "TOO_MANY_ORDERS"
  | "TOO_MANY_IN_CONNECT_SESSION"
  | "TOO_MANY_MONITOR_RUNS"

/** The information shown with the status. */
export interface StatusInformation {
  readonly information?: ExtraInformation
  readonly display?: ReadonlyArray<DisplayEntry>
}

/** The open question, as the status shows it. */
export interface QuestionSummary extends Pick<PendingQuestion, "inputId" | "until"> {
  readonly type: SupplementInfo["type"]
}

/** The facts that a status object shows. */
export interface StatusObjectData extends Pick<
  CollectionIdentity,
  | "attributes"
  | "clientReference"
  | "collectionId"
  | "company"
  | "connectSessionId"
  | "createdAt"
  | "loginMethod"
  | "revision"
  | "status"
  | "statusChangedAt"
  | "test"
  | "userId"
> {
  readonly products: ReadonlyArray<Product>
  readonly shown: StatusInformation
  readonly openQuestion?: QuestionSummary
}

export interface CollectionStatusView extends CollectionIdentity, StatusObjectData {}

/** A collection's status and client. */
export interface PolledCollection extends StatusObjectData {
  readonly client: Pick<ApiKeyHolder, "environment" | "id" | "keyLimits" | "requiresMutualTls">
}

/** A question, its identifier, and its deadline: answers at or after `until` are too late. */
export interface PendingQuestion {
  /** The identifier that clients send back with the answer. It is unique within the collection. */
  readonly inputId: string
  readonly question: Question
  readonly until: number
}

/** An answered question. Sheaf keeps a keyed hash instead of the answer, to recognize a repeated answer. */
export interface AnsweredQuestion extends Pick<PendingQuestion, "inputId" | "question"> {
  /** Absent for the responses of a device, which are identified by etag. */
  readonly answerHash?: string
}

/** The input of the next step. */
export interface CollectionState extends CollectionStatusView, Pick<ProcessOutline, "step" | "dueAt"> {
  /** Sheaf erases the order when the collection ends. */
  readonly order?: CollectionRequest
  /** The shard to which the collection belongs. Absent in a row that this node has just written. */
  readonly shard?: number
  readonly deadline: number
  readonly session?: string
  /** True if the next call to the connector uses up a code or a token that works once. */
  readonly once?: true
  readonly pending?: PendingQuestion
  /** The question that was open when the collection ended. */
  readonly lapsed?: Pick<PendingQuestion, "inputId" | "until">
  readonly answeredQuestions: ReadonlyArray<AnsweredQuestion>
  /** The answers to the current question so far, for the next step. */
  readonly answers: ReadonlyArray<SupplementInfo>
  /** The ETags of all requests that the client has answered, in this step and earlier steps. */
  readonly answeredEtags: ReadonlyArray<string>
  /** True once the electronic ID has confirmed that the person in the order has authenticated (spec 3.2). */
  readonly identified: boolean
  /** The time at which the running authentication times out. */
  readonly authenticateUntil?: number
  /**
   * What the company must still close: before the first step what superseded collections left open, and after the end
   * what this collection left open.
   */
  readonly cleanups?: ReadonlyArray<CompanyCleanup>
  readonly visit?: PageVisit
  /** A proof that is not recorded yet. */
  readonly proof?: LoginProof
}

/** A collected document with its public id. */
export interface StoredDocument {
  readonly documentId: string
  readonly product: Product
  readonly name: string
  readonly contentType: DocumentContentType
  readonly bytes: Uint8Array
}

export interface StoredRecords {
  readonly INSURANCE?: ReadonlyArray<InsuranceRecord>
  readonly WEALTH?: ReadonlyArray<WealthRecord>
}

/** A history entry to add, with a status produced by a lifecycle. */
export interface NewHistoryEntry extends CollectionLifecycle.State {
  readonly at: number
}

export interface CollectionChange
  extends
    NewHistoryEntry,
    Pick<
      CollectionState,
      | "authenticateUntil"
      | "identified"
      | "cleanups"
      | "once"
      | "pending"
      | "session"
      | "shown"
      | "statusChangedAt"
      | "visit"
    > {
  /** The time at which the collection continues on its own (default: now). A pending question has its own timeout. */
  readonly dueAt?: number
  readonly data?: StoredRecords
  readonly documents?: ReadonlyArray<StoredDocument>
  /** How a later collection can begin without the person. It is erased with the data. */
  readonly renewal?: Renewal
  /** The proof of the person's authentication, if it is to be kept. A later step without one does not erase it. */
  readonly proof?: LoginProof
  /** The consent under which the data was read. The step is recorded only if the consent is still valid. */
  readonly under?: string
}

/**
 * The state in which a caller found a collection. Writes take effect only if the state has not changed. A store must
 * read the rest of the row unless it receives {@link CollectionState}.
 */
export interface CollectionPrecondition {
  readonly collectionId: string
  readonly step: number
  readonly revision: number
}

/** The changes that an accepted answer makes. */
export interface AnswerChange extends Pick<
  CollectionState,
  "revision" | "shown" | "answers" | "answeredQuestions" | "answeredEtags"
> {
  readonly at: number
  /** The part of the question that is still unanswered. The question keeps its timeout. */
  readonly remaining?: Question
}

export interface CollectionListQuery extends ListQuery<CollectionStatus> {
  readonly connectSessionId?: string
  readonly externalReference?: string
}

export interface HistoryEntry extends Pick<CollectionState, "revision" | "status"> {
  readonly at: number
}

/** The consent under which a collection reads accounts: the stored consent, or the end of a one-time consent. */
export type DataConsent =
  | { readonly _tag: "StoredConsent"; readonly consentId: string }
  | { readonly _tag: "OneTimeConsent"; readonly until: number }

/** The facts that use cases check before they return data. */
export interface DataAccessState extends Pick<
  CollectionStatusView,
  "connectSessionId" | "userId" | "company" | "status" | "products"
> {
  /** Absent while the collection runs. */
  readonly endedAt?: number
  /** True if the data has been erased. */
  readonly expired: boolean
  readonly under?: DataConsent
}

/** The unsealed columns of a collection that has not ended, or has cleanups. */
export interface CollectionOutline extends ProcessOutline, CollectionPrecondition {
  readonly status: CollectionStatus
  readonly deadline: number
}

/** A write that returns false has had no effect. */
export class CollectionStore extends Context.Service<
  CollectionStore,
  ProcessStore<CollectionOutline, NewHistoryEntry> & {
    /**
     * Stores a new collection, ends the collections that it supersedes, and counts an unattended reading and a run. Has no effect
     * if the user has been erased or is of the other kind, the session's collections have changed, or a limit is reached. Superseded
     * collections do not count against limits. An accepted collection survives a power cut.
     */
    readonly accept: (collection: NewCollection) => Effect.Effect<CollectionAcceptResult, StoreError>
    /**
     * Returns the collections of a session ({@link SupersedingStart.key}) that have neither ended nor reached COLLECTING.
     */
    readonly ofSession: (clientId: string, key: string) => Effect.Effect<ReadonlyArray<CollectionState>, StoreError>
    readonly status: (
      clientId: string,
      collectionId: string
    ) => Effect.Effect<Option.Option<CollectionStatusView>, StoreError>
    /** Returns a collection if it belongs to the client with this live key. */
    readonly poll: (
      key: ApiKeyLookup,
      collectionId: string
    ) => Effect.Effect<Option.Option<PolledCollection>, StoreError>
    readonly list: (query: CollectionListQuery) => Effect.Effect<ReadonlyArray<CollectionStatusView>, StoreError>
    readonly loadState: (collectionId: string) => Effect.Effect<Option.Option<CollectionState>, StoreError>
    /**
     * Records the next step and the steps that follow it without a pause. Returns false if the collection has changed
     * since `found`, or if the consent for the data has ended. Erases the consumed answers. If the last status is
     * final, also erases the order and the session. The collection is then due as long as it has cleanups. The change
     * survives a power cut if `isLasting` is set.
     */
    readonly advance: (
      found: CollectionPrecondition | CollectionState,
      changes: ReadonlyArray<CollectionChange>,
      options?: { readonly isLasting?: boolean }
    ) => Effect.Effect<boolean, StoreError>
    /**
     * Records what the company must still close for an ended collection, and when the next attempt is due. Returns false
     * if the collection has not ended, or has changed since `found`. This is no step of the collection.
     */
    readonly close: (
      found: CollectionPrecondition & Pick<CollectionState, "dueAt">,
      cleanups: ReadonlyArray<CompanyCleanup>,
      dueAt: number
    ) => Effect.Effect<boolean, StoreError>
    /** Erases the cleanups of collections that ended before a time. Returns the number of such collections. */
    readonly eraseCleanups: (endedBefore: number) => Effect.Effect<number, StoreError>
    /**
     * Accepts an answer to the pending question and stops showing the answered request. Returns false if the question
     * is no longer pending or the collection has changed since `found`. An accepted answer survives a power cut.
     */
    readonly supply: (
      found: CollectionPrecondition | CollectionState,
      answered: AnswerChange
    ) => Effect.Effect<boolean, StoreError>
    /**
     * Triggers the current timeouts at the time of `entry`. Returns false if the collection has changed since `found`.
     */
    readonly timeOut: (found: CollectionPrecondition, entry: NewHistoryEntry) => Effect.Effect<boolean, StoreError>
    readonly history: (collectionId: string) => Effect.Effect<ReadonlyArray<HistoryEntry>, StoreError>
    readonly dataFacts: (
      clientId: string,
      collectionId: string
    ) => Effect.Effect<Option.Option<DataAccessState>, StoreError>
    /** Returns the collected records, or none if the product has no records or Sheaf has erased them. */
    readonly insuranceData: (
      collectionId: string
    ) => Effect.Effect<Option.Option<ReadonlyArray<InsuranceRecord>>, StoreError>
    readonly wealthData: (collectionId: string) => Effect.Effect<Option.Option<ReadonlyArray<WealthRecord>>, StoreError>
    /** Returns the collected records of a product as JSON in UTF-8. */
    readonly dataJson: (
      collectionId: string,
      product: RecordProduct
    ) => Effect.Effect<Option.Option<Uint8Array>, StoreError>
    /** Returns how a later collection can begin without the person. Only a monitor can take it, and once. */
    readonly renewal: (clientId: string, collectionId: string) => Effect.Effect<Option.Option<Renewal>, StoreError>
    readonly document: (
      collectionId: string,
      product: Product,
      documentId: string
    ) => Effect.Effect<Option.Option<StoredDocument>, StoreError>
    /** Returns the proof of the person's authentication. It is kept as long as the row, unless somebody erases it. */
    readonly proof: (collectionId: string) => Effect.Effect<Option.Option<LoginProof>, StoreError>
    /** Erases a collection's data, documents and proof. Returns false if the collection has not ended. Survives a power cut. */
    readonly eraseDataOf: (clientId: string, collectionId: string, at: number) => Effect.Effect<boolean, StoreError>
    /** Returns the ids of a user's collections that have not ended. */
    readonly running: (clientId: string, userId: string) => Effect.Effect<ReadonlyArray<string>, StoreError>
    /**
     * Erases a user's ended collections. Keeps only the status and the failure reason, because they identify no one, and
     * cleanups. Returns false if cleanups remain. Survives a power cut.
     */
    readonly eraseOfUser: (clientId: string, userId: string, at: number) => Effect.Effect<boolean, StoreError>
    /**
     * Erases the data and documents of collections that ended before a time. Returns the number of such collections.
     */
    readonly eraseData: (endedBefore: number) => Effect.Effect<number, StoreError>
    /**
     * Erases the data, documents and proof of ended collections whose consent is no longer valid at the time `at`.
     * Returns the number of such collections.
     */
    readonly eraseDataWithConsent: (at: number) => Effect.Effect<number, StoreError>
  }
>()("@sheaf/ports/CollectionStore") {}
