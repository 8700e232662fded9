/** A person's visit to a bank's or company's page during a collection (spec 16). */
import type { ReturnTarget } from "@sheaf/domain/ReturnUrl"
import type { ReturnQuery } from "../banks/BankReturn.ts"

interface VisitFacts {
  /** The client's URL that Sheaf redirects the person to. Absent in Connect sessions, and for some local clients. */
  readonly returnTo?: ReturnTarget
  /** The number of the last step whose return URL no longer counts; -1 at first. */
  readonly usedUntil: number
}

/** The keyed hash of the code that the person brought back. Only visits with this code are the person's. */
interface CodeHash {
  readonly codeHash?: string
}

/** `unreported`: the return that the next step reports to the bank's adapter. */
interface BankReturn extends CodeHash {
  readonly unreported?: { readonly code?: string; readonly iss?: string }
  readonly undecided?: never
}

/**
 * The next step reports the return to the connector. If the last step only used up a code, the next one must report the
 * company's decision.
 */
type CompanyReturn =
  | { readonly unreported: { readonly query: ReturnQuery }; readonly undecided?: never }
  | { readonly undecided: true; readonly unreported?: never }
  | { readonly unreported?: never; readonly undecided?: never }

/**
 * The states after the return. If the person is redirected to the client, the client must confirm them, after GRANTED
 * and before `until`. For other visits, the browser itself is the proof.
 */
type Returned<Return, Kept> =
  | ({ readonly state: "RETURNED"; readonly returnTo: ReturnTarget } & Return)
  | ({ readonly state: "GRANTED" | "CONFIRMED"; readonly returnTo: ReturnTarget; readonly until: number } & Kept)
  | ({ readonly state: "CONFIRMED"; readonly returnTo?: never; readonly until?: never } & Return)

/**
 * The person must visit a bank's page. With `expectsCode`, the page adds a code, so a return without a code changes
 * nothing.
 */
type BankVisit = VisitFacts & { readonly isRequired: true } & (
    | { readonly state: "EXPECTED"; readonly expectsCode?: true }
    | Returned<BankReturn, CodeHash>
  )

/**
 * Any step of a company's connector may show a page. UNUSED: no step has yet. A link to an app does not count as a
 * page, because the person can use another device.
 */
type CompanyVisit = VisitFacts & { readonly isRequired?: never } & (
    | { readonly state: "UNUSED" | "EXPECTED" }
    | Returned<CompanyReturn, unknown>
  )

/**
 * A person's visit to a page outside Sheaf. Times are milliseconds since 1970.
 *
 * The visit ends as CONFIRMED once the person is proved to have returned, and otherwise as REFUSED. Before that, the
 * company's answer has no effect, because somebody else could have opened the page.
 */
export type PageVisit =
  | BankVisit
  | CompanyVisit
  | (VisitFacts & { readonly isRequired?: true; readonly state: "REFUSED" })
