/** Keyed hashes of logins, so that counters and adapters tell persons apart without personal data (spec 8). */
import type { Sealer } from "@sheaf/ports"

/** Returns the hash of a login's parts, in base64url. */
export const hashOf = (
  { blindIndex }: Sealer["Service"],
  scope: Parameters<Sealer["Service"]["blindIndex"]>[0],
  parts: ReadonlyArray<string>
): string => blindIndex(scope, JSON.stringify(parts)).shared
