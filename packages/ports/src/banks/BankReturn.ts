/** How Sheaf handles people who return from a page outside Sheaf (spec 2.4, 13). */
import type { Redacted } from "effect"
import type { AuthorizationResponse } from "./BankOAuth.ts"

/**
 * How long a bank may still call a consent undecided after the person's first return, in milliseconds. Banks record a
 * grant a moment after their page sends the person back. A longer time would help a stranger who returns first, and then
 * waits until somebody else approves.
 */
export const lateGrantMillis = 15_000

/** What a company's page added to the return URL. A parameter that occurs twice counts as empty. */
export type ReturnQuery = Readonly<Record<string, string>>

/** A browser that comes back from a page outside Sheaf, with the secrets from its cookies. */
export interface ReturningBrowser {
  /** The secret that the browser received when it returned earlier. */
  readonly secret?: Redacted.Redacted
  /** Returns the browser's secret for a Connect session, if it has one. */
  readonly connectSecret: (connectSessionId: string) => Redacted.Redacted | undefined
}

/** A visit to a return address. */
export interface ReturnVisit {
  /** The bank named in the URL's path: each bank has its own return URL. */
  readonly company: string
  readonly state: string
  readonly browser: ReturningBrowser
  /** The code from the bank or its authorization server. */
  readonly response?: AuthorizationResponse
  /** All query parameters that the page added. */
  readonly query?: ReturnQuery
}

/** The secret for the first browser that receives the code. `isSecure` is true if browsers reach Sheaf over https. */
export interface BrowserSecret {
  readonly secret: Redacted.Redacted
  readonly isSecure: boolean
}

/**
 * What to tell a person who has returned. ELSEWHERE: the person began in another browser, so the authorization has
 * ended. COLLECTING: the collection continues in the window in which the person began.
 */
export type ReturnOutcome = "AUTHORIZED" | "COLLECTING" | "ELSEWHERE" | "ENDED" | "PENDING"

/** The result of a person's return from a bank. */
export type ReturnResult =
  | { readonly _tag: "UNKNOWN" }
  /** Sheaf shows a page. `isUndecided`: Sheaf could not reach the bank, and the person should try again later. */
  | {
      readonly _tag: "RETURNED"
      readonly outcome: ReturnOutcome
      readonly locale: string
      readonly isUndecided?: true
      readonly browser?: BrowserSecret
    }
  /**
   * The person goes on to the client's URL. Do not log that URL, which can contain the confirmation code. The first
   * browser that gets the code also gets a secret, and only with this secret is the code given again.
   */
  | { readonly _tag: "REDIRECTED"; readonly location: string; readonly browser?: BrowserSecret }
