/** A consent's progress, which each step passes on to the next. */
import type { Psd2AisConsentScope, ConsentTerms } from "@sheaf/domain/ConsentScope"
import type { ElectronicIdIdentity } from "@sheaf/domain/CreateConsent"
import type { BankError } from "../banks/BankError.ts"
import type { ReturnQuery } from "../banks/BankReturn.ts"
import type { LoginProof } from "../companies/LoginProof.ts"

/**
 * A renewal of credentials that is due or in progress. While it is in progress, no other step may renew them before
 * `until`.
 */
export type CredentialRenewal =
  /** `failure` says why the last attempt failed. It is present only if an early retry would not help. */
  | { readonly _tag: "Due"; readonly failure?: Extract<BankError["reason"], "BROKEN" | "REFUSED"> }
  | { readonly _tag: "Claimed"; readonly until: number }

export interface ConsentCredentials {
  /** Readable only by the bank's adapter. */
  readonly value: string
  /** A keyed hash of the authorization server's code. Only a visit with the same code gets the confirmation code. */
  readonly codeHash?: string
  /**
   * Present if the credentials come from a login before the consent. In this case, the person returns without a code
   * after authorizing the consent.
   */
  readonly isFromLogin?: true
  readonly renewal?: CredentialRenewal
}

export interface BankConsentReference {
  readonly bankConsentId: string
  readonly credentials?: ConsentCredentials
}

export interface ClientReturn {
  readonly _tag: "Client"
  readonly state: string
  readonly codeHash: string
  /**
   * The time of the person's first return while the bank was still undecided, in milliseconds since 1970. If the bank
   * grants the consent more than `lateGrantMillis` after this time, there is no confirmation code.
   */
  readonly undecidedSince?: number
  /** Present once the person has returned and the bank's grant is known. */
  readonly hasReturned?: true
}

/**
 * A person's return from an app that they opened through a link. Once the person has returned, `query` has the
 * parameters that the app added to the URL.
 */
export interface AppReturn extends ClientReturn {
  readonly query?: ReturnQuery
}

/**
 * How the person returns from the bank's page (spec 2.3). `state` comes with the bank's redirect and works once. An
 * update of the progress that omits `state` invalidates it.
 */
export type ConsentReturn = { readonly _tag: "Page"; readonly state?: string } | ClientReturn

/** A bank's grant that has no effect until the client confirms it. Times are milliseconds since 1970. */
export interface UnconfirmedGrant {
  readonly scope: Psd2AisConsentScope
  readonly expiresAt: number
  readonly until: number
}

/** What Sheaf still accepts after the authorization: one return to Sheaf's page, or a repeated confirmation. */
export type PendingReturn = { readonly _tag: "Return"; readonly state: string } | ConfirmedCode

export interface ConfirmedCode {
  readonly _tag: "Code"
  readonly hash: string
  readonly until: number
}

export type RecordedAnswer = {
  /** Part of the idempotency key, because a bank may ask more than once. */
  readonly answerId: string
  readonly authorizationId: string
} & ({ readonly _tag: "Method"; readonly methodId: string } | { readonly _tag: "Code"; readonly code: string })

export interface AppReturns {
  /**
   * Present if the app sends the person back to Sheaf. Sheaf then redirects the person to the client, and the client
   * must confirm the consent.
   */
  readonly returns?: ClientReturn
  /** Present if the app opens the client's URL itself. */
  readonly appReturnUrl?: string
}

export type ConsentStage =
  | {
      readonly _tag: "Requested"
      readonly authorization:
        | ({ readonly _tag: "ElectronicId"; readonly identity: ElectronicIdIdentity } & AppReturns)
        | ConsentReturn
    }
  /** The person logs in at the bank. Sheaf then creates the consent with the token from this login. */
  | { readonly _tag: "Login"; readonly credentials: ConsentCredentials; readonly returns: ConsentReturn }
  /** Sheaf knows whom to identify, but has not placed the order yet. */
  | ({
      readonly _tag: "Created"
      readonly bank: BankConsentReference
      readonly identity: ElectronicIdIdentity
    } & AppReturns)
  | {
      readonly _tag: "Ordered"
      readonly bank: BankConsentReference
      readonly identity: ElectronicIdIdentity
      readonly orderRef: string
      readonly returns?: AppReturn
    }
  /** The person has authenticated and returned. The client must confirm before `until` that this person is its user. */
  | {
      readonly _tag: "Unconfirmed"
      readonly bank: BankConsentReference
      readonly identity: ElectronicIdIdentity
      readonly returns: ClientReturn
      readonly until: number
    }
  /** The person is identified, but the bank must still report that they authorized the consent. */
  | {
      readonly _tag: "Identified"
      readonly bank: BankConsentReference
      readonly identity: ElectronicIdIdentity
      readonly isReported?: true
      /** Present until the bank has received the person's answer. */
      readonly answer?: RecordedAnswer
      readonly accepts?: ConfirmedCode
    }
  | { readonly _tag: "Redirected"; readonly bank: BankConsentReference; readonly returns: ConsentReturn }
  | {
      readonly _tag: "Granted"
      readonly bank: BankConsentReference
      readonly returns: ClientReturn
      readonly grant: UnconfirmedGrant
    }
  | {
      readonly _tag: "Authorized"
      readonly bank: BankConsentReference
      readonly accepts?: PendingReturn
      /** Present until the person's other consents at this bank have been checked (spec 16). */
      readonly othersUnchecked?: true
    }
  /**
   * The consent has ended, but Sheaf must still tell the bank (if it knows the consent) and the provider (if an order
   * is open).
   */
  | { readonly _tag: "Ended"; readonly bank?: BankConsentReference; readonly orderRef?: string }

export type ConsentProgress = ConsentStage & {
  readonly terms: ConsentTerms
  /** How many consecutive attempts to reach the bank have failed. */
  readonly attempts: number
  /** Present if the configuration keeps proofs. Erased with the consent. */
  readonly proof?: LoginProof
}

export type ConsentProgressIn<Tag extends ConsentStage["_tag"]> = Extract<ConsentProgress, { readonly _tag: Tag }>

/** Returns the return URL's `state` while the bank can still redirect the person there. */
export const returnStateOf = (progress: ConsentProgress): string | undefined => {
  switch (progress._tag) {
    case "Requested":
      return progress.authorization._tag === "ElectronicId"
        ? progress.authorization.returns?.state
        : progress.authorization.state
    case "Created":
    case "Ordered":
      return progress.returns?.state
    case "Login":
    case "Redirected":
    case "Unconfirmed":
    case "Granted":
      return progress.returns.state
    case "Authorized":
      return progress.accepts?._tag === "Return" ? progress.accepts.state : undefined
    default:
      return undefined
  }
}
