/** Codes that a reader may take for errors: statuses, and the reasons why something ended (spec 2.5, 3.1, 3.4). */
import * as CollectionStatus from "@sheaf/domain/CollectionStatus"
import * as ConsentStatus from "@sheaf/domain/ConsentStatus"
import * as ConsentStatusObject from "@sheaf/domain/ConsentStatusObject"
import * as FailureReason from "@sheaf/domain/FailureReason"
import { Record } from "effect"

export interface OtherCode {
  /** What the code is, for example "a status of collections". */
  readonly kind: string
  readonly meaning: string
  /** The section of the specification that explains the code. */
  readonly explanation: readonly [href: string, title: string]
}

const sectionOf = (anchor: string, title: string): OtherCode["explanation"] => [
  `/docs/guides/specification#${anchor}`,
  title
]

/** A code that is both a status and a reason is found as a status. */
const codes: ReadonlyArray<Omit<OtherCode, "meaning"> & { readonly meanings: Readonly<Record<string, string>> }> = [
  {
    kind: "a status of collections",
    meanings: Record.fromEntries(CollectionStatus.all.map((one) => [one, CollectionStatus.describe(one).meaning])),
    explanation: sectionOf("31-collection-statuses", "Collection statuses")
  },
  {
    kind: "a status of consents",
    meanings: ConsentStatus.statusTable.meanings,
    explanation: sectionOf("34-consent-statuses", "Consent statuses")
  },
  {
    kind: "a reason why a collection failed",
    meanings: FailureReason.messages,
    explanation: sectionOf("25-collection-status-and-supplementary-inp", "Failure reasons")
  },
  {
    kind: "a reason why a consent failed",
    meanings: ConsentStatusObject.messages,
    explanation: sectionOf("34-consent-statuses", "Consent statuses")
  }
]

export const find = (code: string): OtherCode | undefined => {
  for (const { meanings, ...known } of codes) {
    const meaning = Object.hasOwn(meanings, code) ? meanings[code] : undefined
    if (meaning !== undefined) return { ...known, meaning }
  }
  return undefined
}
