/** Makes the changes to a version's responses that schemas cannot express (spec 2.2, 9). */
import * as ApiVersion from "@sheaf/domain/ApiVersion"
import type { StartCollection } from "@sheaf/domain/StartCollection"
import type { Violation } from "@sheaf/domain/Violation"
import { noTranslation } from "../problems/ProblemRows.ts"
import type { ApiVersionTranslator } from "../problems/ProblemRows.ts"

export interface VersionTranslation<Version extends string = string> {
  readonly version: Version
  readonly statusOf: ApiVersionTranslator["statusOf"]
  /** Rewrites a violation of `request` so that it refers to the members that the client sent. */
  readonly translateStartViolation: (request: StartCollection, violation: Violation) => Violation
}

export const headTranslation: VersionTranslation<typeof ApiVersion.head> = {
  version: ApiVersion.head,
  statusOf: noTranslation.statusOf,
  translateStartViolation: (_, violation) => violation
}
