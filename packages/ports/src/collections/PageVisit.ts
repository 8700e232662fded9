/** Visits to the pages of banks and companies during a collection (spec 16). */
import type { ReturnTarget } from "@sheaf/domain/ReturnUrl"
import type { ReturnQuery } from "../banks/BankReturn.ts"

/**
 * A person's visit to a page outside Sheaf, from the collection's start. Times are milliseconds since 1970.
 *
 * The visit ends as CONFIRMED once the person's return is proved, or as REFUSED. Until then, the company's answer has no
 * effect, because somebody else could have opened the page.
 */
export interface PageVisit {
  /** The client's address to which Sheaf redirects the person. Absent in Connect sessions, and possibly for local clients. */
  readonly returnTo?: ReturnTarget
  /**
   * GRANTED: the person has returned, and the collection waits for the client's confirmation. UNUSED: no step has shown
   * a page yet, and none must. A link to an app changes nothing, because the person can use another device.
   */
  readonly state: "EXPECTED" | "RETURNED" | "GRANTED" | "CONFIRMED" | "REFUSED" | "UNUSED"
  /** A return without a code changes nothing, because the shown page's server adds one. */
  readonly expectsCode?: true
  /** The return that the next step reports to the connector. */
  readonly unreported?: { readonly code?: string; readonly iss?: string; readonly query?: ReturnQuery }
  /** The person must visit the page, as at a bank. Otherwise, any step may show one. */
  readonly isRequired?: true
  /** The number of the last step whose return address no longer counts, -1 at first. */
  readonly usedUntil: number
  /** The person has returned, and the next step must decide, because the last one only used up a code. */
  readonly undecided?: true
  /** The keyed hash of the code with which the person returned. Only visits with this code are the person's. */
  readonly codeHash?: string
  /** The time until which the client's code is accepted. */
  readonly until?: number
}
