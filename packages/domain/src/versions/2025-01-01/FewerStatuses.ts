/** In 2025-01-01 three reasons for an end had no status of their own (spec 3.1, 9; decisions 3). */
import { Schema } from "effect"
import * as CollectionStatus from "../../collections/CollectionStatus.ts"
import { inWords } from "../VersionChange.ts"
import type { Loss, VersionChange } from "../VersionChange.ts"

type Status = CollectionStatus.CollectionStatus

const statuses = [
  ...CollectionStatus.CollectionStatus.literals.filter(
    (
      status
    ): status is Exclude<
      Status,
      "AUTHENTICATION_ERROR" | "LOGIN_METHOD_NOT_APPLICABLE" | "TWO_FACTOR_METHOD_SELECTION_TIMEOUT"
    > => CollectionStatus.returnedBy(status, { version: "2025-01-01" })
  ),
  "REJECTED_INCORRECT_LOGIN_METHOD"
] as const

/** Every status that 2025-01-01 returns, in one market or another. */
export const Status20250101 = Schema.Literals(statuses).annotate({
  identifier: "CollectionStatusValue",
  description:
    "Where the collection stands. Treat a value that is not known as in progress while `pollingInterval` is present, and " +
    "as a failure otherwise. REJECTED_INCORRECT_LOGIN_METHOD is returned for companies of Estonia, Lithuania and Latvia " +
    `only.\n\n${CollectionStatus.inWords(statuses)}`
})
export type Status20250101 = typeof Status20250101.Type

const loss = (status: Status, shown: Status): Loss<Status> => ({
  description: `${status}, which reads ${shown}.`,
  example: status,
  forget: (value) => (value === status ? shown : value)
})

/** What of a status 2025-01-01 does not tell. */
export const losses: ReadonlyArray<Loss<Status>> = [
  loss("AUTHENTICATION_ERROR", "FAILED"),
  loss("TWO_FACTOR_METHOD_SELECTION_TIMEOUT", "AUTHENTICATION_TIMEOUT")
]

export const change: VersionChange = {
  title: "A refused authentication and a choice that nobody made have statuses of their own.",
  description:
    "AUTHENTICATION_ERROR, TWO_FACTOR_METHOD_SELECTION_TIMEOUT and LOGIN_METHOD_NOT_APPLICABLE are new, and nothing was " +
    "removed. A client that switches over the status needs a branch, or a default, for them. They were FAILED or " +
    "AUTHENTICATION_TIMEOUT before, from which nobody could tell the user what to do next.",
  affects: ["GET /collections/{collectionId}/status", "GET /collections"],
  losses: inWords(losses)
}
