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

/** A browser that returns from a page outside Sheaf, with the secrets in its cookies. */
export interface ReturningBrowser {
  /** The secret from an earlier return. */
  readonly secret?: Redacted.Redacted
  /** Returns the secret of the browser's Connect session with this id. */
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
  /** Everything that the page added. */
  readonly query?: ReturnQuery
}

/** The secret of the first browser that received the code. `isSecure` is true if browsers reach Sheaf over https. */
export interface BrowserSecret {
  readonly secret: Redacted.Redacted
  readonly isSecure: boolean
}

/**
 * What to tell a person who has returned. ELSEWHERE: the authorization began in another browser, and so has ended.
 * COLLECTING: the collection continues in the window where the person began.
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
   * The person continues at the client. Do not log the URL, which can contain the confirmation code. The first browser
   * to receive a code gets a secret, without which the code is never given again.
   */
  | { readonly _tag: "REDIRECTED"; readonly location: string; readonly browser?: BrowserSecret }
