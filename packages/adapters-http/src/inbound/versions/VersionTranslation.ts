/** The parts of a version's responses that schemas cannot translate (spec 2.2, 9). */
import * as ApiVersion from "@sheaf/domain/ApiVersion"
import type { StartCollection } from "@sheaf/domain/StartCollection"
import type { Violation } from "@sheaf/domain/Violation"
import { noTranslation } from "../problems/ProblemRows.ts"
import type { TermTranslator } from "../problems/ProblemRows.ts"

export interface VersionTranslation<Version extends string = string> {
  readonly version: Version
  readonly statusOf: TermTranslator["statusOf"]
  /** Translates a violation of `request` and its pointer into the terms of the start request that the client sent. */
  readonly translateStartViolation: (request: StartCollection, violation: Violation) => Violation
}

/** The newest version, whose terms need no translation. */
export const headTranslation: VersionTranslation<typeof ApiVersion.head> = {
  version: ApiVersion.head,
  statusOf: noTranslation.statusOf,
  translateStartViolation: (_, violation) => violation
}
