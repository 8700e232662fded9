/** The statuses that can follow each status, stated independently of the service. */
import transitions from "./transitions.json" with { type: "json" }

type Table = Readonly<Record<string, ReadonlyArray<string>>>

const collections: Table = transitions.collection
const consents: Table = transitions.consent

export const isFinalCollection = (status: string): boolean => collections[status] === undefined

export const isFinalConsent = (status: string): boolean => consents[status] === undefined

/** The transitions of a kind of object. */
export interface Lifecycle {
  readonly first: string
  readonly isFinal: (status: string) => boolean
  readonly isAllowed: (from: string, to: string) => boolean
}

export const ofCollection: Lifecycle = {
  first: "RUNNING",
  isFinal: isFinalCollection,
  isAllowed: (from, to) =>
    !isFinalCollection(from) && (transitions.always.includes(to) || collections[from]?.includes(to) === true)
}

export const ofConsent: Lifecycle = {
  first: "INITIATED",
  isFinal: isFinalConsent,
  isAllowed: (from, to) => consents[from]?.includes(to) === true
}
