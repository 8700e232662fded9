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
import type { RepeatedRead, ScaChallenge, TransactionReadPosition } from "./AccountHoldingBank.ts"
import type { ConsentProgressIn, ConsentProgress } from "./ConsentProgress.ts"

/**
 * The instructions for the person. Sheaf computes animated QR codes itself, at each poll, so their secrets never leave
 * Sheaf.
 */
export interface ConsentInstructions {
  readonly autoStartToken?: string
  /** The link that opens the app on the same device. */
  readonly appUrl?: string
  readonly redirectUrl?: string
  readonly orderPageUrl?: string
  /** The digits that the person compares with those on the device. */
  readonly referenceNumber?: string
  /** What the bank's app needs from the person. */
  readonly challenge?: ScaChallenge
  readonly display?: ReadonlyArray<DisplayEntry>
}

/** A consent as clients see it. */
export interface ConsentView extends ProcessIdentity<ConsentStatus> {
  readonly consentId: string
  readonly userId: string
  /** The Connect session whose page created the consent (spec 13). */
  readonly connectSessionId?: string
  /** The client's own reference, which events repeat. */
  readonly clientReference?: string
  readonly expiresAt: number
  /** The consent that this one replaces once it is authorized. */
  readonly renews?: string
  readonly scope: Psd2AisConsentScope
  readonly shown: ConsentInstructions
  readonly revokedAt?: number
  readonly failure?: ConsentFailureCode
}

/** The input of the next step. */
export interface ConsentState extends ConsentView, Pick<ProcessOutline, "step" | "dueAt"> {
  /** The shard to which the consent belongs. */
  readonly shard?: number
  readonly progress: ConsentProgress
}

/**
 * How far a consent's accounts have been read. `to` counts once the collection has completed. Until then, and if it fails,
 * the next reading starts where this one did.
 */
export interface ReadingPositions {
  readonly collectionId: string
  readonly from: ReadonlyArray<TransactionReadPosition>
  readonly to: ReadonlyArray<TransactionReadPosition>
}

export interface NewConsent {
  readonly view: Omit<ConsentView, "shown"> & ConsentLifecycle.State
  readonly progress: ConsentProgressIn<"Requested">
  /** The login method that the client named. Sheaf only records it. */
  readonly loginMethod?: LoginMethod
  /** The address to which Sheaf redirects the person after the bank's page. */
  readonly returnTo?: ReturnTarget
  /** Present if the consent places an electronic-ID order. */
  readonly openOrders?: ElectronicIdOrderQuota
  /** The number of collections and consents that the Connect session can start, including the new one. */
  readonly connectSessionStarts?: number
}

/**
 * Why a consent cannot replace another one: that one has ended, it has another renewal that is open or authorized, or
 * another person has authorized it with the electronic ID.
 */
export type RenewalObstacle = "NOT_RENEWABLE" | "RENEWAL_OPEN" | "OTHER_PERSON"

export type ConsentAcceptResult =
  | "ACCEPTED"
  | "USER_ERASED"
  | UserMismatch
  | RenewalObstacle
  | "TOO_MANY_ORDERS"
  | "TOO_MANY_IN_CONNECT_SESSION"

/** The state in which a caller found a consent. Writes take effect only if the state has not changed. */
export type ConsentPrecondition = Pick<ConsentState, "clientId" | "consentId" | "revision" | "step">

/** The outcome of one step or request. */
export interface ConsentChange
  extends
    ConsentLifecycle.State,
    Pick<ConsentView, "statusChangedAt" | "expiresAt" | "scope" | "shown" | "revokedAt" | "failure"> {
  readonly at: number
  readonly progress: ConsentProgress
  readonly dueAt: number
  /** True if the consent has ended and the bank has been notified. */
  readonly closed: boolean
}

export interface ConsentListQuery extends ListQuery<ConsentStatus> {
  readonly connectSessionId?: string
}

/** The unsealed columns of a consent that is not closed. */
export interface ConsentOutline
  extends
    ProcessOutline,
    Pick<ConsentView, "clientId" | "consentId" | "expiresAt" | "status" | "statusChangedAt" | "userId"> {}

/** The consent of a person who returns from the bank. */
export interface ReturnedConsent extends Pick<ConsentView, "clientId" | "consentId"> {
  readonly returnTo?: ReturnTarget
}

/** The end of an abandoned consent. A consent that had already ended keeps its end. */
export type ConsentEnd = Pick<ConsentChange, "at" | "expiresAt" | "failure" | "revision" | "status" | "statusChangedAt">

/**
 * A consent's process ends when the consent is closed. Abandoning a consent closes it without notifying the bank.
 * Erasing and abandoning survive a power cut.
 */
export class ConsentStore extends Context.Service<
  ConsentStore,
  ProcessStore<ConsentOutline, ConsentEnd> & {
    /** Stores a new consent, unless its user has been erased. An accepted consent survives a power cut. */
    readonly accept: (consent: NewConsent) => Effect.Effect<ConsentAcceptResult, StoreError>
    readonly find: (clientId: string, consentId: string) => Effect.Effect<Option.Option<ConsentView>, StoreError>
    /** Lists consents of users who have not been erased. Omits and logs unreadable consents. */
    readonly list: (query: ConsentListQuery) => Effect.Effect<ReadonlyArray<ConsentView>, StoreError>
    /** Returns the next step's input, or nothing if the consent is closed or erased. */
    readonly loadState: (consentId: string) => Effect.Effect<Option.Option<ConsentState>, StoreError>
    /**
     * Records a change and counts the step. Returns false if the consent is closed or has changed since `found`.
     * Closing the consent erases all sealed columns except the scope. The change survives a power cut if it ends the
     * consent or `isLasting` is set.
     */
    readonly advance: (
      found: ConsentPrecondition,
      change: ConsentChange,
      options?: { readonly isLasting?: boolean }
    ) => Effect.Effect<boolean, StoreError>
    /** Returns the consent with this return state, and leaves the state as it is. See {@link takeReturn}. */
    readonly findReturn: (returnState: string) => Effect.Effect<Option.Option<ReturnedConsent>, StoreError>
    /**
     * Returns the consent with this return state, unless the consent was abandoned. A return state works only once. If
     * the consent has a return address, however, the state works repeatedly until the authorization, and once more if
     * the consent ends otherwise.
     */
    readonly takeReturn: (returnState: string) => Effect.Effect<Option.Option<ReturnedConsent>, StoreError>
    /**
     * Adds an event for each authorized consent that expires soon (`expiryNoticeMillis`), at most once for each time.
     * Returns the number of events.
     */
    readonly announceExpiry: (now: number) => Effect.Effect<number, StoreError>
    /**
     * Returns the ids of the person's other authorized consents at the bank, for all clients. Consents belong to the same
     * person if they have the same user, the same personal number or a granted account in common.
     */
    readonly ofSamePerson: (
      consent: Pick<ConsentView, "clientId" | "company" | "consentId" | "userId">
    ) => Effect.Effect<ReadonlyArray<string>, StoreError>
    /** Returns what was read under a consent without the person after the time `since`. */
    readonly unattendedUses: (consentId: string, since: number) => Effect.Effect<ReadonlyArray<ReadingUse>, StoreError>
    /** Counts what one reading without the person asked the bank for more than once. Stores keep only keyed hashes. */
    readonly countRepeats: (
      consent: Pick<ConsentView, "clientId" | "consentId">,
      repeats: ReadonlyArray<RepeatedRead>,
      at: number
    ) => Effect.Effect<void, StoreError>
    /** Returns how far the accounts of a consent have been read. Closing the consent erases it. */
    readonly positions: (
      consent: Pick<ConsentView, "clientId" | "consentId">
    ) => Effect.Effect<ReadingPositions | undefined, StoreError>
    readonly setPositions: (
      consent: Pick<ConsentView, "clientId" | "consentId">,
      positions: ReadingPositions
    ) => Effect.Effect<void, StoreError>
    /** Removes the account numbers from the scope of a closed consent. Has no effect on other consents. */
    readonly forgetAccounts: (clientId: string, consentId: string) => Effect.Effect<void, StoreError>
    /** Returns the ids of the consents that replace this one, or will, and have not ended. */
    readonly unendedRenewals: (clientId: string, consentId: string) => Effect.Effect<ReadonlyArray<string>, StoreError>
    /** Returns the ids of a user's consents that have not ended. */
    readonly live: (clientId: string, userId: string) => Effect.Effect<ReadonlyArray<string>, StoreError>
    /**
     * Erases a user's closed consents. Returns false if open consents remain.
     */
    readonly eraseOfUser: (clientId: string, userId: string) => Effect.Effect<boolean, StoreError>
  }
>()("@sheaf/ports/ConsentStore") {}
