/**
 * Where consents are kept. An implementation seals what is personal: the scope with its accounts, what is shown, and all
 * that the authorisation needs (architecture 5).
 */
import type { CompanyId } from "@sheaf/domain/Company"
import type { Psd2AisConsentScope, Terms } from "@sheaf/domain/ConsentScope"
import type { ConsentStatus } from "@sheaf/domain/ConsentStatus"
import type { ConsentFailureCode } from "@sheaf/domain/ConsentStatusObject"
import type { Identity } from "@sheaf/domain/CreateConsent"
import type { Market } from "@sheaf/domain/Market"
import { Context } from "effect"
import type { Effect, Option } from "effect"
import type { AnimatedQrSource } from "../companies/Connector.ts"
import type { ListQuery } from "../ListQuery.ts"
import type { ProcessOutline, ProcessStore } from "../ProcessStore.ts"
import type { StoreError } from "../StoreError.ts"

/** What the person needs to authorise. Secrets stay inside: the animated QR code is computed when it is shown. */
export interface ConsentShown {
  readonly autoStartToken?: string
  readonly animatedQr?: AnimatedQrSource
  readonly redirectUrl?: string
}

/** A consent as it can be shown. Times are milliseconds since 1970. */
export interface ConsentView {
  readonly consentId: string
  readonly clientId: string
  readonly userId: string
  readonly company: CompanyId
  readonly market: Market
  readonly status: ConsentStatus
  /** Rises with every change that a client can see. */
  readonly revision: number
  readonly createdAt: number
  readonly statusChangedAt: number
  readonly expiresAt: number
  readonly scope: Psd2AisConsentScope
  readonly shown: ConsentShown
  readonly revokedAt?: number
  readonly failure?: ConsentFailureCode
}

/** What the steps of a consent know of it beside what is shown. */
export interface ConsentProgress {
  /** What was asked for. */
  readonly terms: Terms
  /** Who authorises by the electronic ID; absent where the bank's page does, and once it is authorised or has ended. */
  readonly identity?: Identity
  /** What the bank brings back with the person (decisions 9). */
  readonly returnState?: string
  /** The consent at the bank's side; absent until the bank has made it. */
  readonly bankConsentId?: string
  /** The order of the electronic ID that is open. */
  readonly orderRef?: string
  /** How often in a row the bank could not be reached. */
  readonly attempts: number
}

/** All that the next step of a consent needs. */
export interface ConsentWork extends ConsentView {
  readonly progress: ConsentProgress
  /** How many steps were taken: the next one has this number. */
  readonly step: number
  /** When it is to go on by itself. */
  readonly dueAt: number
}

export interface NewConsent {
  readonly view: Omit<ConsentView, "shown">
  readonly progress: ConsentProgress
}

/** Which consent a change was made for, and how it stood. */
export type ConsentStanding = Pick<ConsentWork, "clientId" | "consentId" | "revision" | "step">

/** The outcome of one step, or of what somebody asked for; written as a whole or not at all. */
export interface ConsentChange extends Pick<
  ConsentView,
  "status" | "revision" | "statusChangedAt" | "expiresAt" | "scope" | "shown" | "revokedAt" | "failure"
> {
  readonly at: number
  readonly progress: ConsentProgress
  readonly dueAt: number
  /** It has ended, and nothing is left to be told to the bank. */
  readonly closed: boolean
}

export interface ConsentListQuery extends ListQuery<ConsentStatus> {
  readonly userId: string
}

/** The columns in clear of a consent that is not closed. */
export interface ConsentOutline
  extends
    ProcessOutline,
    Pick<ConsentView, "clientId" | "consentId" | "expiresAt" | "status" | "statusChangedAt" | "userId"> {}

/** The end of a consent that is given up; a consent that had ended keeps its end. */
export type ConsentEnd = Pick<ConsentChange, "at" | "expiresAt" | "failure" | "revision" | "status" | "statusChangedAt">

/**
 * As a process, a consent ends when it is closed. To abandon a consent closes it, though its bank was told nothing, and
 * survives a power cut. Once the journal of an erased consent is forgotten, nothing is left of the consent.
 */
export class ConsentStore extends Context.Service<
  ConsentStore,
  ProcessStore<ConsentOutline, ConsentEnd> & {
    /**
     * Keeps a new consent; once this returns true, it survives a power cut. False, and nothing kept, when its user was
     * erased meanwhile.
     */
    readonly accept: (consent: NewConsent) => Effect.Effect<boolean, StoreError>
    readonly find: (clientId: string, consentId: string) => Effect.Effect<Option.Option<ConsentView>, StoreError>
    /** What cannot be read is left out, and told to the log. */
    readonly list: (query: ConsentListQuery) => Effect.Effect<ReadonlyArray<ConsentView>, StoreError>
    /** What the next step needs; nothing when no step is left to be taken: the consent is closed, or gone. */
    readonly work: (consentId: string) => Effect.Effect<Option.Option<ConsentWork>, StoreError>
    /**
     * Records a change, and counts the step. False, and nothing done, when the consent does not stand as it did, or is
     * closed. A change that ends the consent, or that `lasting` asks for, survives a power cut. `closed` erases all that
     * is sealed of it but the scope.
     */
    readonly advance: (
      found: ConsentStanding,
      change: ConsentChange,
      lasting?: boolean
    ) => Effect.Effect<boolean, StoreError>
    /**
     * The consent that the bank sent somebody back to by this text, also when it has ended meanwhile, but not once it was
     * abandoned. The text is used up by it, though the progress may say it again.
     */
    readonly takeReturn: (
      returnState: string
    ) => Effect.Effect<Option.Option<Pick<ConsentView, "clientId" | "consentId">>, StoreError>
    /**
     * Counts a reading without the person on a day (`YYYY-MM-DD`, UTC); false, and nothing counted, when there were `limit`
     * on that day already. Survives a power cut.
     */
    readonly countUnattended: (consentId: string, day: string, limit: number) => Effect.Effect<boolean, StoreError>
    /** The ids of a user's consents that have not ended. */
    readonly live: (clientId: string, userId: string) => Effect.Effect<ReadonlyArray<string>, StoreError>
    /**
     * Erases a user's consents that are closed: they are not found any more. Of one whose journal was not forgotten yet,
     * no more is left than it takes to do that. False when some are not closed yet, and are left. Survives a power cut.
     */
    readonly eraseOfUser: (clientId: string, userId: string) => Effect.Effect<boolean, StoreError>
  }
>()("@sheaf/ports/ConsentStore") {}
