/** The internal state that each step of a consent passes to the next step. */
import type { Psd2AisConsentScope, ConsentTerms } from "@sheaf/domain/ConsentScope"
import type { ElectronicIdIdentity } from "@sheaf/domain/CreateConsent"
import type { BankError } from "../banks/BankError.ts"
import type { ReturnQuery } from "../banks/BankReturn.ts"
import type { LoginProof } from "../companies/LoginProof.ts"

/** The renewal of credentials, either due or taken by a step. No other step may renew them until the lease ends. */
export type CredentialRenewal =
  /** `failure` is present if the last attempt failed in a way that a retry cannot change soon. */
  | { readonly _tag: "Due"; readonly failure?: Extract<BankError["reason"], "BROKEN" | "REFUSED"> }
  | { readonly _tag: "Claimed"; readonly until: number }

/** The credentials of a consent at a bank with OAuth. */
export interface ConsentCredentials {
  /** Only the bank's adapter reads them. */
  readonly value: string
  /**
   * The keyed hash of the code from the person's return from the bank's authorization server. Only a visit with this
   * code gets the confirmation code.
   */
  readonly codeHash?: string
  /** Present if the person logged in before the consent existed. The person then returns from the consent's page without a code. */
  readonly isFromLogin?: true
  /** Present if the credentials must be renewed before their next use. */
  readonly renewal?: CredentialRenewal
}

/** The consent as the bank knows it. */
export interface BankConsentReference {
  readonly bankConsentId: string
  readonly credentials?: ConsentCredentials
}

/** The person's return to the client, with the hash of the confirmation code. */
export interface ClientReturn {
  readonly _tag: "Client"
  readonly state: string
  readonly codeHash: string
  /** Present after the first return that had an answer from the bank. Only a grant before that return gets a code. */
  readonly hasReturned?: true
}

/** The person's return from the app that a link opened. `query` is what the app added, once the person has returned. */
export interface AppReturn extends ClientReturn {
  readonly query?: ReturnQuery
}

/**
 * The person's return from the bank's page (spec 2.3). `state` is the single-use text in the address to which the bank
 * redirects the person. An update that removes `state` also marks it as used.
 */
export type ConsentReturn = { readonly _tag: "Page"; readonly state?: string } | ClientReturn

/** A grant that takes effect when the person confirms it. Times are milliseconds since 1970. */
export interface UnconfirmedGrant {
  readonly scope: Psd2AisConsentScope
  readonly expiresAt: number
  readonly until: number
}

/** What Sheaf still accepts for an authorized consent: one return to its page, or the code of the confirmation. */
export type PendingReturn = { readonly _tag: "Return"; readonly state: string } | ConfirmedCode

/** The code of a confirmation, which can be repeated for some time. */
export interface ConfirmedCode {
  readonly _tag: "Code"
  readonly hash: string
  readonly until: number
}

/** How far a consent has come, with what its next step needs. */
export type ConsentStage =
  /** The bank has not created the consent yet. */
  | {
      readonly _tag: "Requested"
      readonly authorization:
        | { readonly _tag: "ElectronicId"; readonly identity: ElectronicIdIdentity; readonly returns?: ClientReturn }
        | ConsentReturn
    }
  /** The person logs in at the bank, which has no consent yet. With the token, Sheaf asks for one. */
  | { readonly _tag: "Login"; readonly credentials: ConsentCredentials; readonly returns: ConsentReturn }
  /** The person to identify is known, but has no order yet. */
  | {
      readonly _tag: "Created"
      readonly bank: BankConsentReference
      readonly identity: ElectronicIdIdentity
      readonly returns?: ClientReturn
    }
  | {
      readonly _tag: "Ordered"
      readonly bank: BankConsentReference
      readonly identity: ElectronicIdIdentity
      readonly orderRef: string
      /** Present if a link can open the order on the same device. */
      readonly returns?: AppReturn
    }
  /** The person has authenticated and returned. The client must confirm in time that this is its user. */
  | {
      readonly _tag: "Unconfirmed"
      readonly bank: BankConsentReference
      readonly identity: ElectronicIdIdentity
      readonly returns: ClientReturn
      readonly until: number
    }
  /** The bank must still report that the identified person has authorized the consent. */
  | {
      readonly _tag: "Identified"
      readonly bank: BankConsentReference
      readonly identity: ElectronicIdIdentity
      readonly accepts?: ConfirmedCode
    }
  | { readonly _tag: "Redirected"; readonly bank: BankConsentReference; readonly returns: ConsentReturn }
  /** The person must still confirm the bank's grant. */
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
      /** Present until the person's other consents at the bank have been checked (spec 16). */
      readonly othersUnchecked?: true
    }
  /** The end must still reach the bank, if the bank knows the consent, and the provider of an open order. */
  | { readonly _tag: "Ended"; readonly bank?: BankConsentReference; readonly orderRef?: string }

export type ConsentProgress = ConsentStage & {
  readonly terms: ConsentTerms
  /** The number of consecutive failures to reach the bank. */
  readonly attempts: number
  /** The proof of the person's authentication, if the configuration keeps it. It is erased with the consent. */
  readonly proof?: LoginProof
}

/** The progress of a consent in one of these stages. */
export type ConsentProgressIn<Tag extends ConsentStage["_tag"]> = Extract<ConsentProgress, { readonly _tag: Tag }>

/** Returns the state in the address to which the bank can still redirect the person. */
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
