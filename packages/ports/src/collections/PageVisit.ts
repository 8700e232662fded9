/** A person's visit to a bank's or company's page during a collection (spec 16). */
import type { ReturnTarget } from "@sheaf/domain/ReturnUrl"
import type { ReturnQuery } from "../banks/BankReturn.ts"

interface VisitFacts {
  /** The client's URL that Sheaf redirects the person to. Absent in Connect sessions, and for some local clients. */
  readonly returnTo?: ReturnTarget
  /** Return URLs of steps up to this number have been used or replaced and no longer work. Initially -1. */
  readonly usedUntil: number
}

/** A keyed hash of the code in the person's return URL. Only visits with this code count as the person's. */
interface CodeHash {
  readonly codeHash?: string
}

/**
 * `unreported` holds the parameters with which the person returned, until a step has reported them to the bank's adapter.
 */
interface BankReturn extends CodeHash {
  readonly unreported?: { readonly code?: string; readonly iss?: string }
  readonly undecided?: never
}

/**
 * `unreported` holds the person's return until a step has reported it to the connector. `undecided` is true if that step only exchanged a code. The next step must then get the company's decision.
 */
type CompanyReturn =
  | { readonly unreported: { readonly query: ReturnQuery }; readonly undecided?: never }
  | { readonly undecided: true; readonly unreported?: never }
  | { readonly unreported?: never; readonly undecided?: never }

interface Granted {
  readonly state: "GRANTED" | "CONFIRMED"
  readonly returnTo: ReturnTarget
  readonly until: number
  /** True if the collection becomes COLLECTING when the client confirms. */
  readonly isCollecting?: true
}

/**
 * The states after the return. If Sheaf redirects the person to the client, the state is GRANTED until the client
 * confirms who returned, or until the time in `until` has passed. Without a redirect, the client need not confirm,
 * because the Connect session's browser proves that the right person returned.
 */
type Returned<Return, Kept> =
  | ({ readonly state: "RETURNED"; readonly returnTo: ReturnTarget } & Return)
  | (Granted & Kept)
  | ({ readonly state: "CONFIRMED"; readonly returnTo?: never; readonly until?: never } & Return)

/**
 * The person must visit a bank's page. With `expectsCode`, the bank adds a code to the return URL, and Sheaf ignores a
 * return without one.
 */
type BankVisit = VisitFacts & { readonly isRequired: true } & (
    | { readonly state: "EXPECTED"; readonly expectsCode?: true }
    | Returned<BankReturn, CodeHash>
  )

/**
 * Any step of a company's connector may show a page. UNUSED means that none has done so yet. A link to an app does not
 * count as a page, because the person can use another device instead.
 */
type CompanyVisit = VisitFacts & { readonly isRequired?: never } & (
    | { readonly state: "UNUSED" | "EXPECTED" }
    | Returned<CompanyReturn, unknown>
  )

/**
 * A person's visit to a page outside Sheaf. Times are milliseconds since 1970.
 *
 * A visit ends as CONFIRMED if there is proof that the person has returned, and otherwise as REFUSED. Until then, the
 * company's answer has no effect, because somebody else could have opened the page.
 */
export type PageVisit =
  | BankVisit
  | CompanyVisit
  | (VisitFacts & { readonly isRequired?: true; readonly state: "REFUSED" })
