/** The store of consents. Adapters seal scopes, instructions and progress, which are personal data (architecture 6). */
import type * as ConsentLifecycle from "@sheaf/domain/ConsentLifecycle"
import type { Psd2AisConsentScope } from "@sheaf/domain/ConsentScope"
import type { ConsentStatus } from "@sheaf/domain/ConsentStatus"
import type { ConsentFailureCode } from "@sheaf/domain/ConsentStatusObject"
import type { LoginMethod } from "@sheaf/domain/LoginMethod"
import type { ReturnTarget } from "@sheaf/domain/ReturnUrl"
import type { ReadingUse } from "@sheaf/domain/UnattendedReadings"
import { Context } from "effect"
import type { Effect, Option } from "effect"
import type { DisplayEntry } from "../companies/Connector.ts"
import type { ElectronicIdOrderQuota } from "../collections/StartQuotas.ts"
import type { ListQuery } from "../stores/ListQuery.ts"
import type { ProcessIdentity, ProcessOutline, ProcessStore } from "../processes/ProcessStore.ts"
import type { UserMismatch } from "../users/UserStore.ts"
import type { StoreError } from "../stores/StoreError.ts"
import type {
  AuthorizationQuestion,
  RepeatedRead,
  ScaChallenge,
  TransactionReadPosition
} from "./AccountHoldingBank.ts"
import type { ConsentProgressIn, ConsentProgress } from "./ConsentProgress.ts"

/** Sheaf computes animated QR codes at each poll, so their secrets never leave the service. */
export interface ConsentInstructions {
  readonly autoStartToken?: string
  readonly appUrl?: string
  readonly redirectUrl?: string
  readonly orderPageUrl?: string
  readonly referenceNumber?: string
  readonly challenge?: ScaChallenge
  readonly question?: AuthorizationQuestion
  readonly display?: ReadonlyArray<DisplayEntry>
}

export interface ConsentView extends ProcessIdentity<ConsentStatus> {
  readonly consentId: string
  readonly userId: string
  readonly connectSessionId?: string
  readonly clientReference?: string
  readonly expiresAt: number
  /** The id of the earlier consent, which ends once this one is authorized. */
  readonly renews?: string
  readonly scope: Psd2AisConsentScope
  readonly shown: ConsentInstructions
  readonly revokedAt?: number
  readonly failure?: ConsentFailureCode
}

export interface ConsentState extends ConsentView, Pick<ProcessOutline, "step" | "dueAt"> {
  readonly shard?: number
  readonly progress: ConsentProgress
}

/**
 * How far a consent's accounts have been read. The next reading starts from `to` if the collection completed, and
 * otherwise from `from` again.
 */
export interface ReadingPositions {
  readonly collectionId: string
  readonly from: ReadonlyArray<TransactionReadPosition>
  readonly to: ReadonlyArray<TransactionReadPosition>
}

export interface NewConsent {
  readonly view: Omit<ConsentView, "shown"> & ConsentLifecycle.State
  readonly progress: ConsentProgressIn<"Requested">
  /** The login method that the client named. Sheaf records it but does not use it. */
  readonly loginMethod?: LoginMethod
  readonly returnTo?: ReturnTarget
  readonly openOrders?: ElectronicIdOrderQuota
  readonly connectSessionStarts?: number
}

/**
 * Why a consent cannot be renewed: it has ended, another renewal of it is open or authorized, or the electronic ID
 * shows that somebody else authorized it.
 */
export type RenewalObstacle = "NOT_RENEWABLE" | "RENEWAL_OPEN" | "OTHER_PERSON"

export type ConsentAcceptResult =
  | "ACCEPTED"
  | "USER_ERASED"
  | UserMismatch
  | RenewalObstacle
  | "TOO_MANY_ORDERS"
  | "TOO_MANY_IN_CONNECT_SESSION"

/** The version of a consent that the caller read. A write takes effect only if the consent has not changed since. */
export type ConsentPrecondition = Pick<ConsentState, "clientId" | "consentId" | "revision" | "step">

export interface ConsentChange
  extends
    ConsentLifecycle.State,
    Pick<ConsentView, "statusChangedAt" | "expiresAt" | "scope" | "shown" | "revokedAt" | "failure"> {
  readonly at: number
  readonly progress: ConsentProgress
  readonly dueAt: number
  /** True if the consent has ended and nothing is left to do at the bank. */
  readonly closed: boolean
}

export interface ConsentListQuery extends ListQuery<ConsentStatus> {
  readonly connectSessionId?: string
}

export interface ConsentOutline
  extends
    ProcessOutline,
    Pick<ConsentView, "clientId" | "consentId" | "expiresAt" | "status" | "statusChangedAt" | "userId"> {}

export interface ReturnedConsent extends Pick<ConsentView, "clientId" | "consentId"> {
  readonly returnTo?: ReturnTarget
}

/** How an abandoned consent ends. A consent that has already ended keeps its original end. */
export type ConsentEnd = Pick<ConsentChange, "at" | "expiresAt" | "failure" | "revision" | "status" | "statusChangedAt">

/**
 * A closed consent has no steps left. Abandoning a consent closes it without telling the bank. Both abandonment and
 * erasure survive a power failure.
 */
export class ConsentStore extends Context.Service<
  ConsentStore,
  ProcessStore<ConsentOutline, ConsentEnd> & {
    /** Stores a new consent, unless its user has been erased. An accepted consent survives a power failure. */
    readonly accept: (consent: NewConsent) => Effect.Effect<ConsentAcceptResult, StoreError>
    readonly find: (clientId: string, consentId: string) => Effect.Effect<Option.Option<ConsentView>, StoreError>
    /** Lists consents of users who have not been erased. Unreadable consents are logged and left out. */
    readonly list: (query: ConsentListQuery) => Effect.Effect<ReadonlyArray<ConsentView>, StoreError>
    /** Returns the next step's input, or nothing if the consent is closed or erased. */
    readonly loadState: (consentId: string) => Effect.Effect<Option.Option<ConsentState>, StoreError>
    /**
     * Records a change and counts the step. Returns false if the consent is closed or has changed since `found`.
     * Closing the consent erases all sealed columns except the scope. The change survives a power failure if it ends
     * the consent or if `isLasting` is true.
     */
    readonly advance: (
      found: ConsentPrecondition,
      change: ConsentChange,
      options?: { readonly isLasting?: boolean }
    ) => Effect.Effect<boolean, StoreError>
    /** Returns the consent with this return state. Unlike {@link takeReturn}, does not use up the state. */
    readonly findReturn: (returnState: string) => Effect.Effect<Option.Option<ReturnedConsent>, StoreError>
    /**
     * Returns the consent with this return state, unless the consent was abandoned, and uses up the state. Normally, a
     * state works once. If the consent has a return URL, however, the state works repeatedly until the consent is
     * authorized. If the consent ends without authorization, the state works once more.
     */
    readonly takeReturn: (returnState: string) => Effect.Effect<Option.Option<ReturnedConsent>, StoreError>
    /**
     * Adds an event for each authorized consent that expires within `expiryNoticeMillis`, once per expiry time. Returns
     * the number of events.
     */
    readonly announceExpiry: (now: number) => Effect.Effect<number, StoreError>
    /**
     * Returns the ids of the person's other authorized consents at the bank, across all clients. Two consents belong to
     * the same person if they have the user, the personal number or a granted account in common.
     */
    readonly ofSamePerson: (
      consent: Pick<ConsentView, "clientId" | "company" | "consentId" | "userId">
    ) => Effect.Effect<ReadonlyArray<string>, StoreError>
    readonly unattendedUses: (consentId: string, since: number) => Effect.Effect<ReadonlyArray<ReadingUse>, StoreError>
    /** Counts the requests that an unattended reading had to repeat. Stores account ids only as keyed hashes. */
    readonly countRepeats: (
      consent: Pick<ConsentView, "clientId" | "consentId">,
      repeats: ReadonlyArray<RepeatedRead>,
      at: number
    ) => Effect.Effect<void, StoreError>
    /**
     * Returns how far the consent's accounts have been read, or nothing if no reading was recorded or the consent is
     * closed.
     */
    readonly positions: (
      consent: Pick<ConsentView, "clientId" | "consentId">
    ) => Effect.Effect<ReadingPositions | undefined, StoreError>
    readonly setPositions: (
      consent: Pick<ConsentView, "clientId" | "consentId">,
      positions: ReadingPositions
    ) => Effect.Effect<void, StoreError>
    /** Removes the account numbers from a closed consent's scope. Leaves other consents unchanged. */
    readonly forgetAccounts: (clientId: string, consentId: string) => Effect.Effect<void, StoreError>
    readonly unendedRenewals: (clientId: string, consentId: string) => Effect.Effect<ReadonlyArray<string>, StoreError>
    readonly live: (clientId: string, userId: string) => Effect.Effect<ReadonlyArray<string>, StoreError>
    /** Erases a user's closed consents. Returns false if some are still open. */
    readonly eraseOfUser: (clientId: string, userId: string) => Effect.Effect<boolean, StoreError>
  }
>()("@sheaf/ports/ConsentStore") {}
