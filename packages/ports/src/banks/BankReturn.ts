/** The return of a person from a page outside Sheaf, to a consent or a collection (spec 2.4, 13). */
import type { Redacted } from "effect"
import type { AuthorizationResponse } from "./BankOAuth.ts"

/** The parameters that a company's page added to the return address. A repeated parameter is empty. */
export type ReturnQuery = Readonly<Record<string, string>>

/** A browser that returns from a page outside Sheaf, with the secrets in its cookies. */
export interface ReturningBrowser {
  /** The secret from an earlier return. */
  readonly secret?: Redacted.Redacted
  /** Returns the secret of the browser's Connect session with this id. */
  readonly connectSecret: (connectSessionId: string) => Redacted.Redacted | undefined
}

/** A visit to a return address. */
export interface ReturnVisit {
  /** The bank in the address. Each bank has its own address. */
  readonly company: string
  readonly state: string
  readonly browser: ReturningBrowser
  /** The code that the bank or its authorization server added. */
  readonly response?: AuthorizationResponse
  /** Everything that the page added. */
  readonly query?: ReturnQuery
}

/** The secret of the browser that got the code first. `isSecure` is true if browsers reach Sheaf over https. */
export interface BrowserSecret {
  readonly secret: Redacted.Redacted
  readonly isSecure: boolean
}

/**
 * The outcome of a return that the page tells the person. ELSEWHERE: the authorization has ended, because it began in
 * another browser. COLLECTING: the collection continues where the person began.
 */
export type ReturnOutcome = "AUTHORIZED" | "COLLECTING" | "ELSEWHERE" | "ENDED" | "PENDING"

/** The result of a person's return from a bank. */
export type ReturnResult =
  | { readonly _tag: "UNKNOWN" }
  /**
   * Sheaf shows a page. `isUndecided` is true if the person should come back later, because Sheaf could not reach the
   * bank.
   */
  | {
      readonly _tag: "RETURNED"
      readonly outcome: ReturnOutcome
      readonly locale: string
      readonly isUndecided?: true
      readonly browser?: BrowserSecret
    }
  /**
   * The person continues at the client. The address can contain the confirmation code, and must not be logged. The first
   * browser with a code keeps its secret, because only this browser gets the code again.
   */
  | { readonly _tag: "REDIRECTED"; readonly location: string; readonly browser?: BrowserSecret }
