/** A consent's progress, which each step passes on to the next. */
import type { Psd2AisConsentScope, ConsentTerms } from "@sheaf/domain/ConsentScope"
import type { ElectronicIdIdentity } from "@sheaf/domain/CreateConsent"
import type { BankError } from "../banks/BankError.ts"
import type { ReturnQuery } from "../banks/BankReturn.ts"
import type { LoginProof } from "../companies/LoginProof.ts"

/**
 * A renewal of credentials, which is due or in progress. While it is in progress, no other step may renew them before
 * the time `until`.
 */
export type CredentialRenewal =
  /** `failure` says why the last attempt failed. It is present only if an early retry would not help. */
  | { readonly _tag: "Due"; readonly failure?: Extract<BankError["reason"], "BROKEN" | "REFUSED"> }
  | { readonly _tag: "Claimed"; readonly until: number }

/** A consent's credentials at a bank with OAuth. */
export interface ConsentCredentials {
  /** Readable only by the bank's adapter. */
  readonly value: string
  /**
   * The keyed hash of the code that the person brought from the authorization server. Only a visit with the same code
   * gets the confirmation code.
   */
  readonly codeHash?: string
  /**
   * Present if the credentials come from a login before the consent. From the consent's page, the person then returns
   * without a code.
   */
  readonly isFromLogin?: true
  /** Present if the credentials must be renewed before their next use. */
  readonly renewal?: CredentialRenewal
}

/** The consent as the bank knows it. */
export interface BankConsentReference {
  readonly bankConsentId: string
  readonly credentials?: ConsentCredentials
}

/** The person's return to the client, with the hash of the confirmation code in the redirect. */
export interface ClientReturn {
  readonly _tag: "Client"
  readonly state: string
  readonly codeHash: string
  /**
   * When the person first returned while the bank had not decided, in milliseconds since 1970. A grant later than
   * `lateGrantMillis` after that leads to no confirmation code.
   */
  readonly undecidedSince?: number
  /** Present once the person has returned from a page on which the bank's grant is known. */
  readonly hasReturned?: true
}

/** The return from an app that a link opened. Once the person is back, `query` has what the app added to the URL. */
export interface AppReturn extends ClientReturn {
  readonly query?: ReturnQuery
}

/**
 * The return from the bank's page (spec 2.3). `state` is the text in the bank's redirect. It works once, and an update
 * without `state` uses it up, too.
 */
export type ConsentReturn = { readonly _tag: "Page"; readonly state?: string } | ClientReturn

/** A bank's grant that has no effect until the client confirms it. Times are milliseconds since 1970. */
export interface UnconfirmedGrant {
  readonly scope: Psd2AisConsentScope
  readonly expiresAt: number
  readonly until: number
}

/** What Sheaf still accepts after the authorization: one return to its page, or a repeated confirmation. */
export type PendingReturn = { readonly _tag: "Return"; readonly state: string } | ConfirmedCode

/** The code of a confirmation, which can be repeated until `until`. */
export interface ConfirmedCode {
  readonly _tag: "Code"
  readonly hash: string
  readonly until: number
}

/** A person's answer to a question of the bank. */
export type RecordedAnswer = {
  /** Part of the idempotency key, because a bank may ask more than once. */
  readonly answerId: string
  readonly authorizationId: string
} & ({ readonly _tag: "Method"; readonly methodId: string } | { readonly _tag: "Code"; readonly code: string })

/** How an app on the person's device leads back to the client. */
export interface AppReturns {
  /** Present if the app returns to Sheaf, which redirects the person and then needs the client's confirmation. */
  readonly returns?: ClientReturn
  /** Present if the app opens the client's URL itself. */
  readonly appReturnUrl?: string
}

/** A consent's current stage, and what its next step needs. */
export type ConsentStage =
  /** The bank has not created the consent yet. */
  | {
      readonly _tag: "Requested"
      readonly authorization:
        | ({ readonly _tag: "ElectronicId"; readonly identity: ElectronicIdIdentity } & AppReturns)
        | ConsentReturn
    }
  /** The person logs in at the bank, where there is no consent yet. Sheaf creates it with the token from this login. */
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
      /** Present if a link can open the order on the same device. */
      readonly returns?: AppReturn
    }
  /**
   * The person has authenticated and returned. Before `until`, the client must confirm that this person is its user.
   */
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
      /** Present once Sheaf has told the bank who was identified. */
      readonly isReported?: true
      /** The person's answer to the bank's question, until the bank has it. */
      readonly answer?: RecordedAnswer
      readonly accepts?: ConfirmedCode
    }
  | { readonly _tag: "Redirected"; readonly bank: BankConsentReference; readonly returns: ConsentReturn }
  /** The bank has granted the consent, but the return is not confirmed yet. */
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
  /** The proof of authentication, if the configuration keeps it. Erased with the consent. */
  readonly proof?: LoginProof
}

/** The progress of a consent that is in one of these stages. */
export type ConsentProgressIn<Tag extends ConsentStage["_tag"]> = Extract<ConsentProgress, { readonly _tag: Tag }>

/** Returns the `state` of the return URL, as long as the bank can still redirect the person there. */
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
