/** Keyed hashes of logins, so that counters and adapters tell persons apart without personal data (decisions 14). */
import type { Sealer } from "@sheaf/ports"
import { Schema } from "effect"

const base64Url = Schema.encodeSync(Schema.Uint8ArrayFromBase64Url)

/** Returns the hash of a login's parts, in base64url. */
export const of = (
  { blindIndex }: Sealer["Service"],
  scope: Parameters<Sealer["Service"]["blindIndex"]>[0],
  parts: ReadonlyArray<string>
): string => base64Url(blindIndex(scope, JSON.stringify(parts)))
