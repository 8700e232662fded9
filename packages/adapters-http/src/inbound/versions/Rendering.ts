/** The parts of a version's responses that schemas cannot translate (spec 2.2, 9). */
import * as ApiVersion from "@sheaf/domain/ApiVersion"
import type { StartCollection } from "@sheaf/domain/StartCollection"
import type { Violation } from "@sheaf/domain/Violation"
import { headWords } from "../problems/Rows.ts"
import type { VersionWords } from "../problems/Rows.ts"

export interface Rendering<Version extends string = string> {
  readonly version: Version
  readonly statusOf: VersionWords["statusOf"]
  /** Translates a violation of `request` and its pointer into the terms of the start request that the client sent. */
  readonly startViolation: (request: StartCollection, violation: Violation) => Violation
  /**
   * True if status objects have `sandboxPageUrl`. If false, the sandbox lists no scenario in which a person must press
   * a button.
   */
  readonly showsSandboxPage: boolean
}

/** The newest version, whose terms need no translation. */
export const head: Rendering<typeof ApiVersion.head> = {
  version: ApiVersion.head,
  statusOf: headWords.statusOf,
  startViolation: (_, violation) => violation,
  showsSandboxPage: true
}
