/** An invented version, older than all others, with the minimum that a version's folder needs. */
import type { ReplacedVersion } from "../../../src/versions/VersionChange.ts"
import * as ProviderName from "./ProviderName.ts"

export const version20240701 = {
  version: "2024-07-01",
  changes: [ProviderName.change]
} as const satisfies ReplacedVersion

export { StartCollection20240701 } from "./ProviderName.ts"
