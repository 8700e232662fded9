/** Visits to the pages of banks and companies during a collection (spec 16). */
import type { ReturnTarget } from "@sheaf/domain/ReturnUrl"
import type { ReturnQuery } from "../banks/BankReturn.ts"

/**
 * A person's visit to a page outside Sheaf. Times are milliseconds since 1970.
 *
 * The visit ends as CONFIRMED when it is proved that the person returned, and otherwise as REFUSED. Until then, the
 * company's answer has no effect, because somebody else could have opened the page.
 */
export interface PageVisit {
  /**
   * The client's URL to which Sheaf redirects the person. Absent in Connect sessions, and possibly for local clients.
   */
  readonly returnTo?: ReturnTarget
  /**
   * GRANTED: the person has returned, and the client must still confirm it. UNUSED: no step has shown a page, and none
   * has to. Showing a link to an app does not change this, because the person can use another device.
   */
  readonly state: "EXPECTED" | "RETURNED" | "GRANTED" | "CONFIRMED" | "REFUSED" | "UNUSED"
  /** The shown page's server adds a code to the return URL, so a return without one is ignored. */
  readonly expectsCode?: true
  /** A return that the connector has not heard of. The next step reports it. */
  readonly unreported?: { readonly code?: string; readonly iss?: string; readonly query?: ReturnQuery }
  /** The person must visit the page, as at banks. If absent, a page is optional. */
  readonly isRequired?: true
  /** The number of the last step whose return URL is no longer valid, or -1. */
  readonly usedUntil: number
  /** The person has returned, but the last step only consumed a code, so the next one must decide. */
  readonly undecided?: true
  /** The keyed hash of the code in the person's return. A visit without this code was made by somebody else. */
  readonly codeHash?: string
  /** How long the client's code is accepted. */
  readonly until?: number
}
