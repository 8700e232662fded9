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
  /** Present if a user's token started the collection. */
  readonly userId?: string
  /** Present if a Connect page started the collection (spec 13). */
  readonly connectSessionId?: string
  /** The attributes of SESSION_METADATA. Lists can filter by EXTERNAL_REFERENCE. */
  readonly attributes?: SessionMetadataAttributes
  /** The client's own reference, which events repeat. */
  readonly clientReference?: string
}

/** An order that logs in with credentials. */
export interface LoginOrder extends LoginRequest {
  /** Present if the person authorizes a single reading of the accounts. */
  readonly oneTimeConsent?: ConsentTerms
}

/** How Sheaf gets the data: with a login, a stored consent, or what an earlier collection left for a renewal. */
export type CollectionRequest = LoginOrder | StoredConsentRequest | RenewalRequest

export interface NewCollection {
  readonly identity: CollectionIdentity & CollectionLifecycle.State
  readonly products: ReadonlyArray<Product>
  readonly order: CollectionRequest
  /** Present if the person must visit a page outside Sheaf. */
  readonly visit?: PageVisit
  /** When the whole collection times out. */
  readonly deadline: number
  /** The person's session at the client, if any. */
  readonly inSession?: SupersedingStart
  /** Present if the collection reads accounts under a stored consent while the person is absent. */
  readonly unattended?: UnattendedReading
  /** The client's quotas. If absent, the store accepts any number of collections. */
  readonly quotas?: StartQuotas
}

/** Counts the collection toward the bank's limit on readings without the person (spec 2.3). */
export interface UnattendedReading {
  readonly consentId: string
  /** In milliseconds since 1970. */
  readonly at: number
  readonly rule: ReadingRule
}

/** A start in a person's session at the client. It supersedes the session's earlier collections (spec 2.1). */
export interface SupersedingStart {
  /** Identifies the session and its login. Stored only as a keyed hash. */
  readonly key: string
  /** The session's running collections, each with the step that ends it. */
  readonly superseded: ReadonlyArray<SupersededCollection>
  /** What the superseded collections left open at their companies. The first step of the new collection closes it. */
  readonly cleanups: ReadonlyArray<CompanyCleanup>
}

export interface SupersededCollection {
  readonly found: CollectionPrecondition | CollectionState
  readonly end: CollectionChange
}

/** What an ended collection left open at its company: a call, a session or an order. */
export interface CompanyCleanup extends Pick<CollectionState, "collectionId" | "step" | "session" | "answers"> {
  /** Present if the last call may still be running. Repeating it with the same key then tells what it left open. */
  readonly order?: LoginOrder
}

/** Whether a collection was accepted. After `SESSION_CHANGED`, look up the session's collections before you retry. */
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

/** What a status poll reads: the collection's status, and the client that owns it. */
export interface PolledCollection extends StatusObjectData {
  readonly client: Pick<ApiKeyHolder, "environment" | "id" | "keyLimits" | "requiresMutualTls">
}

/** A question with its id and its deadline. An answer must come before `until`. */
export interface PendingQuestion {
  /** Unique within the collection. Clients send it back with the answer. */
  readonly inputId: string
  readonly question: Question
  readonly until: number
}

/** A question that was answered. A keyed hash of the answer remains, so that Sheaf recognizes a repetition. */
export interface AnsweredQuestion extends Pick<PendingQuestion, "inputId" | "question"> {
  /** Absent for a device's responses, which their ETags identify. */
  readonly answerHash?: string
}

/** The input of the next step. */
export interface CollectionState extends CollectionStatusView, Pick<ProcessOutline, "step" | "dueAt"> {
  /** Absent once the collection has ended, because Sheaf then erases it. */
  readonly order?: CollectionRequest
  /** The shard that the collection belongs to. Absent if this node has just written the row. */
  readonly shard?: number
  readonly deadline: number
  readonly session?: string
  /** True if the next call to the connector uses up a single-use code or token. */
  readonly once?: true
  readonly pending?: PendingQuestion
  /** The question that was open when the collection ended. */
  readonly lapsed?: Pick<PendingQuestion, "inputId" | "until">
  readonly answeredQuestions: ReadonlyArray<AnsweredQuestion>
  /** The answers so far to the current question. The next step uses them up. */
  readonly answers: ReadonlyArray<SupplementInfo>
  /** The ETags of all requests that the client has answered, in this step and earlier ones. */
  readonly answeredEtags: ReadonlyArray<string>
  /** True once the electronic ID has authenticated the person whom the order names (spec 3.2). */
  readonly identified: boolean
  /** When the current authentication times out. */
  readonly authenticateUntil?: number
  /** What must still be closed: for superseded collections and, once this collection has ended, for this one. */
  readonly cleanups?: ReadonlyArray<CompanyCleanup>
  readonly visit?: PageVisit
  /** A proof of authentication that is not stored yet. */
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

/** The next history entry, whose status comes from the lifecycle, so that the transition is valid. */
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
  /** When the next step is due; immediately by default. A pending question times out independently. */
  readonly dueAt?: number
  readonly data?: StoredRecords
  readonly documents?: ReadonlyArray<StoredDocument>
  /** What lets a later collection start without the person. Erased with the data. */
  readonly renewal?: Renewal
  /** The proof of authentication, if Sheaf keeps it. A later step without a proof does not erase an earlier one. */
  readonly proof?: LoginProof
  /** The consent that the data was read under, which must still be valid when the step is recorded. */
  readonly under?: string
}

/**
 * A collection as a caller has read it. A write takes effect only if the collection has not changed since. With a whole
 * {@link CollectionState}, the store need not read the row again.
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
  /** The part of the question that is still unanswered, with the same deadline. */
  readonly remaining?: Question
}

export interface CollectionListQuery extends ListQuery<CollectionStatus> {
  readonly connectSessionId?: string
  readonly externalReference?: string
}

export interface HistoryEntry extends Pick<CollectionState, "revision" | "status"> {
  readonly at: number
}

/** The consent that lets a collection read accounts: a stored consent, or a one-time consent that ends at `until`. */
export type DataConsent =
  | { readonly _tag: "StoredConsent"; readonly consentId: string }
  | { readonly _tag: "OneTimeConsent"; readonly until: number }

/** The facts to check before data is returned. */
export interface DataAccessState extends Pick<
  CollectionStatusView,
  "connectSessionId" | "userId" | "company" | "status" | "products"
> {
  /** Absent while the collection runs. */
  readonly endedAt?: number
  /** True if the data has been erased. */
  readonly expired: boolean
  /** When the data was erased. */
  readonly erasedAt?: number
  readonly under?: DataConsent
}

/** The unsealed columns of a collection that is running or still has something to close at a company. */
export interface CollectionOutline extends ProcessOutline, CollectionPrecondition {
  readonly status: CollectionStatus
  readonly deadline: number
}

/** Writes that return false have changed nothing. */
export class CollectionStore extends Context.Service<
  CollectionStore,
  ProcessStore<CollectionOutline, NewHistoryEntry> & {
    /**
     * Stores a new collection and ends those that it supersedes. Changes nothing if the user has been erased or is of
     * the other kind (test or real), if the session's collections have changed, or if a quota is used up. Superseded
     * collections no longer count toward quotas. Once accepted, a collection survives a power failure.
     */
    readonly accept: (collection: NewCollection) => Effect.Effect<CollectionAcceptResult, StoreError>
    /** Returns the running collections of a session ({@link SupersedingStart.key}) that have not reached COLLECTING. */
    readonly ofSession: (clientId: string, key: string) => Effect.Effect<ReadonlyArray<CollectionState>, StoreError>
    readonly status: (
      clientId: string,
      collectionId: string
    ) => Effect.Effect<Option.Option<CollectionStatusView>, StoreError>
    /** Returns a collection, if the key is live and belongs to its client. */
    readonly poll: (
      key: ApiKeyLookup,
      collectionId: string
    ) => Effect.Effect<Option.Option<PolledCollection>, StoreError>
    readonly list: (query: CollectionListQuery) => Effect.Effect<ReadonlyArray<CollectionStatusView>, StoreError>
    readonly loadState: (collectionId: string) => Effect.Effect<Option.Option<CollectionState>, StoreError>
    /**
     * Records a step, and any steps that follow it without a pause. Returns false if the collection has changed since
     * `found`, or if the consent for the data has ended. Erases the answers that the steps used up. If the last status
     * is final, also erases the order and the session, and the collection is due again only while something is open at
     * a company. With `isLasting`, the change survives a power failure.
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
    /** Gives up the cleanups of collections that ended before a time. Returns the number of collections. */
    readonly eraseCleanups: (endedBefore: number) => Effect.Effect<number, StoreError>
    /**
     * Accepts an answer to the pending question, and stops showing the request that it answers. Returns false if the
     * question is no longer pending or the collection has changed since `found`. Once accepted, an answer survives a
     * power failure.
     */
    readonly supply: (
      found: CollectionPrecondition | CollectionState,
      answered: AnswerChange
    ) => Effect.Effect<boolean, StoreError>
    /** Lets the current timeouts elapse at `entry.at`. Returns false if the collection has changed since `found`. */
    readonly timeOut: (found: CollectionPrecondition, entry: NewHistoryEntry) => Effect.Effect<boolean, StoreError>
    readonly history: (collectionId: string) => Effect.Effect<ReadonlyArray<HistoryEntry>, StoreError>
    readonly dataFacts: (
      clientId: string,
      collectionId: string
    ) => Effect.Effect<Option.Option<DataAccessState>, StoreError>
    /** Returns the collected records: none if the product has none or they are erased. */
    readonly insuranceData: (
      collectionId: string
    ) => Effect.Effect<Option.Option<ReadonlyArray<InsuranceRecord>>, StoreError>
    readonly wealthData: (collectionId: string) => Effect.Effect<Option.Option<ReadonlyArray<WealthRecord>>, StoreError>
    /** Returns a product's collected records as JSON in UTF-8. */
    readonly dataJson: (
      collectionId: string,
      product: RecordProduct
    ) => Effect.Effect<Option.Option<Uint8Array>, StoreError>
    /** Returns what lets a later collection start without the person. One monitor can take it, once. */
    readonly renewal: (clientId: string, collectionId: string) => Effect.Effect<Option.Option<Renewal>, StoreError>
    readonly document: (
      collectionId: string,
      product: Product,
      documentId: string
    ) => Effect.Effect<Option.Option<StoredDocument>, StoreError>
    /** Returns the proof of authentication. It is erased with the row, or earlier on request. */
    readonly proof: (collectionId: string) => Effect.Effect<Option.Option<LoginProof>, StoreError>
    /**
     * Erases a collection's data, documents and proof, or returns false if the collection is still running. Survives a
     * power failure.
     */
    readonly eraseDataOf: (clientId: string, collectionId: string, at: number) => Effect.Effect<boolean, StoreError>
    /** Returns the ids of a user's collections that have not ended. */
    readonly running: (clientId: string, userId: string) => Effect.Effect<ReadonlyArray<string>, StoreError>
    /**
     * Erases a user's ended collections. Keeps the status and the failure reason, which identify nobody, and what must
     * still be closed at companies. Returns false if there is still something to close. Survives a power failure.
     */
    readonly eraseOfUser: (clientId: string, userId: string, at: number) => Effect.Effect<boolean, StoreError>
    /** Erases the data and documents of collections that ended before a time. Returns the number of collections. */
    readonly eraseData: (endedBefore: number) => Effect.Effect<number, StoreError>
    /**
     * Erases the data, documents and proofs of ended collections whose consent is not valid at `at`. Returns the number
     * of collections.
     */
    readonly eraseDataWithConsent: (at: number) => Effect.Effect<number, StoreError>
  }
>()("@sheaf/ports/CollectionStore") {}
