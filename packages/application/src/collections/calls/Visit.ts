/** Changes the state of a person's visit to a page outside Sheaf (spec 16). */
import type { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import type { PageVisit } from "@sheaf/ports"

type VisitIn<State extends PageVisit["state"]> = Extract<PageVisit, { readonly state: State }>

type ReturnedVisit = VisitIn<"RETURNED"> | Extract<PageVisit, { readonly state: "CONFIRMED"; readonly until?: never }>

/**
 * Returns the visit if the person has returned and the connector has not decided about the return yet. The connector
 * may not even know about the return.
 */
export const returnedIn = (visit: PageVisit): ReturnedVisit | undefined =>
  visit.state === "RETURNED" || (visit.state === "CONFIRMED" && visit.until === undefined) ? visit : undefined

export const markReturnReported = (visit: PageVisit): PageVisit => {
  const returned = returnedIn(visit)
  if (returned === undefined) return visit
  const { undecided: _, unreported: __, ...kept } = returned
  return kept
}

export const expect = ({ isRequired, returnTo }: PageVisit, usedUntil: number, expectsCode: boolean): PageVisit => {
  const facts = { state: "EXPECTED", usedUntil, ...(returnTo && { returnTo }) } as const
  return isRequired ? { ...facts, isRequired, ...(expectsCode && { expectsCode }) } : facts
}

/**
 * Returns the visit once the connector has accepted the person's return by answering with `status`. The client must
 * confirm the return before `until`.
 */
export const grant = (visit: VisitIn<"RETURNED">, status: CollectionStatus, until: number): PageVisit => {
  const { undecided: _, unreported: __, ...kept } = visit
  return { ...kept, state: "GRANTED", until, ...(status === "COLLECTING" && ({ isCollecting: true } as const)) }
}

export const refuse = ({ isRequired, returnTo, usedUntil }: PageVisit): PageVisit => ({
  state: "REFUSED",
  usedUntil,
  ...(returnTo && { returnTo }),
  ...(isRequired && { isRequired })
})
