/** How Sheaf handles people who return from a page outside Sheaf (spec 2.4, 13). */
import type { Redacted } from "effect"
import type { AuthorizationResponse } from "./BankOAuth.ts"

/**
 * How long Sheaf waits after the first return, in milliseconds, if the bank still reports the consent as undecided.
 * Banks record a grant a moment after their page sends the person back. A longer wait would help a stranger who returns
 * first and waits until somebody else approves.
 */
export const lateGrantMillis = 15_000

/** The query parameters that a company's page added to the return URL. A repeated parameter counts as empty. */
export type ReturnQuery = Readonly<Record<string, string>>

export interface ReturningBrowser {
  /** The secret that this browser received on an earlier return. */
  readonly secret?: Redacted.Redacted
  readonly connectSecret: (connectSessionId: string) => Redacted.Redacted | undefined
}

export interface ReturnVisit {
  /** The bank named in the URL's path: each bank has its own return URL. */
  readonly company: string
  readonly state: string
  readonly browser: ReturningBrowser
  readonly response?: AuthorizationResponse
  readonly query?: ReturnQuery
}

/** The secret for the first browser that receives the code. `isSecure` is true if browsers reach Sheaf over https. */
export interface BrowserSecret {
  readonly secret: Redacted.Redacted
  readonly isSecure: boolean
}

/**
 * What to tell a person who has returned. ELSEWHERE: the person began in another browser, so the authorization has
 * ended. COLLECTING: the collection continues in the person's original window.
 */
export type ReturnOutcome = "AUTHORIZED" | "COLLECTING" | "ELSEWHERE" | "ENDED" | "PENDING"

export type ReturnResult =
  | { readonly _tag: "UNKNOWN" }
  /** Sheaf shows a page. If `isUndecided`, Sheaf could not reach the bank, and the person should try again later. */
  | {
      readonly _tag: "RETURNED"
      readonly outcome: ReturnOutcome
      /** The locale of the consent's terms. Absent if there is no consent. */
      readonly locale?: string
      readonly isUndecided?: true
      readonly browser?: BrowserSecret
    }
  /**
   * The person continues to the client's URL. Never log it: it can contain the confirmation code. The first browser
   * that gets the code also gets a secret, and must present it to get the code again.
   */
  | { readonly _tag: "REDIRECTED"; readonly location: string; readonly browser?: BrowserSecret }
