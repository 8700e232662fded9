/** How Sheaf handles people who return from a page outside Sheaf (spec 2.4, 13). */
import type { Redacted } from "effect"
import type { AuthorizationResponse } from "./BankOAuth.ts"

/** The parameters that a company's page added to the return URL. A parameter that occurs twice counts as empty. */
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
  /** The bank named in the URL's path. Each bank has a return URL of its own. */
  readonly company: string
  readonly state: string
  readonly browser: ReturningBrowser
  /** The code that the bank or its authorization server added. */
  readonly response?: AuthorizationResponse
  /** Everything that the page added. */
  readonly query?: ReturnQuery
}

/** The secret of the first browser that received the code. `isSecure` is true if browsers reach Sheaf over https. */
export interface BrowserSecret {
  readonly secret: Redacted.Redacted
  readonly isSecure: boolean
}

/**
 * What the page tells a person who has returned. ELSEWHERE: the authorization began in another browser, so it has
 * ended. COLLECTING: the collection continues in the window in which the person began.
 */
export type ReturnOutcome = "AUTHORIZED" | "COLLECTING" | "ELSEWHERE" | "ENDED" | "PENDING"

/** The result of a person's return from a bank. */
export type ReturnResult =
  | { readonly _tag: "UNKNOWN" }
  /**
   * Sheaf shows a page. `isUndecided` is true if Sheaf could not reach the bank, and the person should try again later.
   */
  | {
      readonly _tag: "RETURNED"
      readonly outcome: ReturnOutcome
      readonly locale: string
      readonly isUndecided?: true
      readonly browser?: BrowserSecret
    }
  /**
   * The person continues at the client. The URL can contain the confirmation code, so it must not be logged. The first
   * browser to receive a code gets a secret: only this browser can get the code again.
   */
  | { readonly _tag: "REDIRECTED"; readonly location: string; readonly browser?: BrowserSecret }
