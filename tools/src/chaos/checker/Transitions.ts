/** The statuses that can follow each status, listed independently of the service's own rules. */
import transitions from "./transitions.json" with { type: "json" }

type Table = Readonly<Record<string, ReadonlyArray<string>>>

const collections: Table = transitions.collection
const consents: Table = transitions.consent

export const isFinalCollectionStatus = (status: string): boolean => collections[status] === undefined

export const isFinalConsentStatus = (status: string): boolean => consents[status] === undefined

export interface TransitionRules {
  readonly first: string
  readonly isFinal: (status: string) => boolean
  readonly isAllowed: (from: string, to: string) => boolean
}

export const collectionTransitions: TransitionRules = {
  first: "RUNNING",
  isFinal: isFinalCollectionStatus,
  isAllowed: (from, to) =>
    !isFinalCollectionStatus(from) && (transitions.always.includes(to) || collections[from]?.includes(to) === true)
}

export const consentTransitions: TransitionRules = {
  first: "INITIATED",
  isFinal: isFinalConsentStatus,
  isAllowed: (from, to) => consents[from]?.includes(to) === true
}
