/**
 * What a version says that its contract has no schema for: refusals name places and statuses as the client knows them
 * (spec 9; decisions 3, 13).
 */
import * as ApiVersion from "@sheaf/domain/ApiVersion"
import type { StartCollection } from "@sheaf/domain/StartCollection"
import type { Violation } from "@sheaf/domain/Violation"
import { headWords } from "../problems/Refusals.ts"
import type { VersionWords } from "../problems/Refusals.ts"

export interface Rendering<Version extends string = string> {
  readonly version: Version
  /** Returns the name of a status of the company's collections. */
  readonly statusOf: VersionWords["statusOf"]
  /** Returns a rule that `request` breaks, with its place and words in the start that was sent. */
  readonly startViolation: (request: StartCollection, violation: Violation) => Violation
}

/** The newest version, in whose terms everything is written. */
export const head: Rendering<typeof ApiVersion.head> = {
  version: ApiVersion.head,
  statusOf: headWords.statusOf,
  startViolation: (_, violation) => violation
}
