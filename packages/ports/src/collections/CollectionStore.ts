/**
 * The store of collections. Adapters seal all personal data: orders with credentials, connector sessions, client input,
 * instructions, collected data and documents (architecture 6).
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
  /** Absent if the collection runs under a stored consent and the client named no method. */
  readonly loginMethod?: LoginMethod
  /** Present if a production service collects from the company's test environment. */
  readonly test?: true
  readonly userId?: string
  readonly connectSessionId?: string
  readonly attributes?: SessionMetadataAttributes
  /** A reference of the client's choice, which events repeat. */
  readonly clientReference?: string
}

export interface LoginOrder extends LoginRequest {
  /** Present if the person authorizes a single reading of the accounts. */
  readonly oneTimeConsent?: ConsentTerms
}

export type CollectionRequest = LoginOrder | StoredConsentRequest | RenewalRequest

export interface NewCollection {
  readonly identity: CollectionIdentity & CollectionLifecycle.State
  readonly products: ReadonlyArray<Product>
  readonly order: CollectionRequest
  readonly visit?: PageVisit
  readonly deadline: number
  readonly inSession?: SupersedingStart
  readonly unattended?: UnattendedReading
  /** If absent, the store accepts any number of collections. */
  readonly quotas?: StartQuotas
}

/** Counts the collection toward the bank's limit on unattended readings (spec 2.3). */
export interface UnattendedReading {
  readonly consentId: string
  readonly at: number
  readonly rule: ReadingRule
}

/**
 * Starts a collection within a person's session at the client. The new collection supersedes the session's earlier
 * collections (spec 2.1).
 */
export interface SupersedingStart {
  /** Identifies the session and its login. The store keeps only a keyed hash of this key. */
  readonly key: string
  readonly superseded: ReadonlyArray<SupersededCollection>
  /**
   * Calls, sessions and orders that the superseded collections left open at their companies. The new collection's first
   * step closes them.
   */
  readonly cleanups: ReadonlyArray<CompanyCleanup>
}

export interface SupersededCollection {
  readonly found: CollectionPrecondition | CollectionState
  readonly end: CollectionChange
}

export interface CompanyCleanup extends Pick<CollectionState, "collectionId" | "step" | "session" | "answers"> {
  /**
   * Present if the last call to the company may still be running. Repeating that call with the same idempotency key
   * shows what it left open.
   */
  readonly order?: LoginOrder
}

/** After `SESSION_CHANGED`, look up the session's collections again before you retry. */
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

export interface StatusInformation {
  readonly information?: ExtraInformation
  readonly display?: ReadonlyArray<DisplayEntry>
}

export interface QuestionSummary extends Pick<PendingQuestion, "inputId" | "until"> {
  readonly type: SupplementInfo["type"]
}

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

export interface PolledCollection extends StatusObjectData {
  readonly client: Pick<ApiKeyHolder, "environment" | "id" | "keyLimits" | "requiresMutualTls">
}

export interface PendingQuestion {
  readonly inputId: string
  readonly question: Question
  readonly until: number
}

export interface AnsweredQuestion extends Pick<PendingQuestion, "inputId" | "question"> {
  /** Absent for responses from a device, which are identified by their ETags. */
  readonly answerHash?: string
}

export interface CollectionState extends CollectionStatusView, Pick<ProcessOutline, "step" | "dueAt"> {
  /** Sheaf erases the request when the collection ends. It is absent from then on. */
  readonly order?: CollectionRequest
  /** Absent if this node has just written the row. */
  readonly shard?: number
  readonly deadline: number
  readonly session?: string
  /** True if the next call to the connector uses up a single-use code or token. */
  readonly once?: true
  readonly pending?: PendingQuestion
  readonly lapsed?: Pick<PendingQuestion, "inputId" | "until">
  readonly answeredQuestions: ReadonlyArray<AnsweredQuestion>
  /** The answers so far to the current question. The next step consumes them. */
  readonly answers: ReadonlyArray<SupplementInfo>
  readonly answeredEtags: ReadonlyArray<string>
  /** True once the electronic ID has authenticated the person whom the order names (spec 3.2). */
  readonly identified: boolean
  readonly authenticateUntil?: number
  readonly cleanups?: ReadonlyArray<CompanyCleanup>
  readonly visit?: PageVisit
  readonly proof?: LoginProof
}

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
  /** When the next step is due. Default: immediately. Does not change when a pending question times out. */
  readonly dueAt?: number
  readonly data?: StoredRecords
  readonly documents?: ReadonlyArray<StoredDocument>
  /** Lets a later collection start without the person. Erased with the data. */
  readonly renewal?: Renewal
  /** A step without a proof leaves an earlier step's proof in place. */
  readonly proof?: LoginProof
  /** The id of the consent under which the data was read. The consent must still be valid when the step is recorded. */
  readonly under?: string
}

/**
 * The version of a collection that the caller read. A write takes effect only if the collection has not changed since.
 * Pass a whole {@link CollectionState} to save the store another read.
 */
export interface CollectionPrecondition {
  readonly collectionId: string
  readonly step: number
  readonly revision: number
}

export interface AnswerChange extends Pick<
  CollectionState,
  "revision" | "shown" | "answers" | "answeredQuestions" | "answeredEtags"
> {
  readonly at: number
  readonly remaining?: Question
}

export interface CollectionListQuery extends ListQuery<CollectionStatus> {
  readonly connectSessionId?: string
  readonly externalReference?: string
}

export interface HistoryEntry extends Pick<CollectionState, "revision" | "status"> {
  readonly at: number
}

export type DataConsent =
  | { readonly _tag: "StoredConsent"; readonly consentId: string }
  | { readonly _tag: "OneTimeConsent"; readonly until: number }

export interface DataAccessState extends Pick<
  CollectionStatusView,
  "connectSessionId" | "userId" | "company" | "status" | "products"
> {
  readonly endedAt?: number
  /** True if the data has been erased. */
  readonly expired: boolean
  readonly erasedAt?: number
  readonly under?: DataConsent
}

/** The unsealed columns of a collection that is running or still has something to close at a company. */
export interface CollectionOutline extends ProcessOutline, CollectionPrecondition {
  readonly status: CollectionStatus
  readonly deadline: number
}

/** A write that returns false has changed nothing. */
export class CollectionStore extends Context.Service<
  CollectionStore,
  ProcessStore<CollectionOutline, NewHistoryEntry> & {
    /**
     * Stores a new collection and ends the collections that it supersedes, which then no longer count toward quotas.
     * Changes nothing if the user has been erased, if a test collection names a real user or vice versa, if the
     * session's collections have changed, or if a quota is used up. An accepted collection survives a power failure.
     */
    readonly accept: (collection: NewCollection) => Effect.Effect<CollectionAcceptResult, StoreError>
    /** Returns the running collections of a session ({@link SupersedingStart.key}) that have not reached COLLECTING. */
    readonly ofSession: (clientId: string, key: string) => Effect.Effect<ReadonlyArray<CollectionState>, StoreError>
    readonly status: (
      clientId: string,
      collectionId: string
    ) => Effect.Effect<Option.Option<CollectionStatusView>, StoreError>
    /**
     * Returns the collection if the API key belongs to the collection's client and has not been revoked. The caller
     * checks whether the key has expired.
     */
    readonly poll: (
      key: ApiKeyLookup,
      collectionId: string
    ) => Effect.Effect<Option.Option<PolledCollection>, StoreError>
    readonly list: (query: CollectionListQuery) => Effect.Effect<ReadonlyArray<CollectionStatusView>, StoreError>
    readonly loadState: (collectionId: string) => Effect.Effect<Option.Option<CollectionState>, StoreError>
    /**
     * Records a step and any steps that follow it without a pause, and erases the answers that they used. Returns false
     * if the collection has changed since `found` or if the consent for the data has ended. With `isLasting`, the
     * change survives a power failure.
     *
     * If the last status is final, also erases the order and the session. From then on, the collection is due only
     * while something must still be closed at a company.
     */
    readonly advance: (
      found: CollectionPrecondition | CollectionState,
      changes: ReadonlyArray<CollectionChange>,
      options?: { readonly isLasting?: boolean }
    ) => Effect.Effect<boolean, StoreError>
    /**
     * Records what must still be closed at companies for an ended collection, and when to try next. Returns false if
     * the collection is running or has changed since `found`. Does not count as a step.
     */
    readonly close: (
      found: CollectionPrecondition & Pick<CollectionState, "dueAt">,
      cleanups: ReadonlyArray<CompanyCleanup>,
      dueAt: number
    ) => Effect.Effect<boolean, StoreError>
    readonly eraseCleanups: (endedBefore: number) => Effect.Effect<number, StoreError>
    /**
     * Accepts an answer to the pending question and removes the answered request from the status. Returns false if the
     * question is no longer pending or the collection has changed since `found`. An accepted answer survives a power
     * failure.
     */
    readonly supply: (
      found: CollectionPrecondition | CollectionState,
      answered: AnswerChange
    ) => Effect.Effect<boolean, StoreError>
    /**
     * Makes the current timeouts elapse at `entry.at`, even if they would end later. Returns false if the collection
     * has changed since `found`.
     */
    readonly timeOut: (found: CollectionPrecondition, entry: NewHistoryEntry) => Effect.Effect<boolean, StoreError>
    readonly history: (collectionId: string) => Effect.Effect<ReadonlyArray<HistoryEntry>, StoreError>
    readonly dataFacts: (
      clientId: string,
      collectionId: string
    ) => Effect.Effect<Option.Option<DataAccessState>, StoreError>
    readonly insuranceData: (
      collectionId: string
    ) => Effect.Effect<Option.Option<ReadonlyArray<InsuranceRecord>>, StoreError>
    readonly wealthData: (collectionId: string) => Effect.Effect<Option.Option<ReadonlyArray<WealthRecord>>, StoreError>
    readonly dataJson: (
      collectionId: string,
      product: RecordProduct
    ) => Effect.Effect<Option.Option<Uint8Array>, StoreError>
    /**
     * Returns what a later collection needs to start without the person. Only one monitor can take it, and only once.
     */
    readonly renewal: (clientId: string, collectionId: string) => Effect.Effect<Option.Option<Renewal>, StoreError>
    readonly document: (
      collectionId: string,
      product: Product,
      documentId: string
    ) => Effect.Effect<Option.Option<StoredDocument>, StoreError>
    /** The proof is erased with the row, or earlier on request. */
    readonly proof: (collectionId: string) => Effect.Effect<Option.Option<LoginProof>, StoreError>
    /**
     * Erases a collection's data, documents and proof, or returns false if the collection is still running. The erasure
     * survives a power failure.
     */
    readonly eraseDataOf: (clientId: string, collectionId: string, at: number) => Effect.Effect<boolean, StoreError>
    readonly running: (clientId: string, userId: string) => Effect.Effect<ReadonlyArray<string>, StoreError>
    /**
     * Erases a user's ended collections. Keeps the status and the failure reason, which identify nobody. Also keeps
     * what Sheaf needs to close calls, sessions and orders that are still open at companies, and returns false until
     * all of them are closed. The erasure survives a power failure.
     */
    readonly eraseOfUser: (clientId: string, userId: string, at: number) => Effect.Effect<boolean, StoreError>
    readonly eraseData: (endedBefore: number) => Effect.Effect<number, StoreError>
    /**
     * Erases the data, documents and proofs of ended collections whose consent is not valid at `at`. Returns the number
     * of collections.
     */
    readonly eraseDataWithConsent: (at: number) => Effect.Effect<number, StoreError>
  }
>()("@sheaf/ports/CollectionStore") {}
