/** The row of an API key, as read by authentication and status polls, together with its client. */
import * as KeyScope from "@sheaf/domain/KeyScope"
import type { KeyLimits } from "@sheaf/ports"
import { Schema } from "effect"
import type { Effect } from "effect"
import { facts } from "../sealed/RowBinding.ts"
import type { RowBinding } from "../sealed/RowBinding.ts"

/** The members that {@link live} adds to a row. They are null for a client without a key. */
export const KeyColumns = Schema.Struct({
  keyFacts: Schema.NullOr(Schema.String),
  keyBinding: Schema.NullOr(Schema.Uint8Array)
})

/** Selects a key by its hash, with its client's id as `owner`, unless the key is revoked. */
export const live = `(SELECT client_id AS owner, ${facts.api_key} AS key_facts, binding AS key_binding
  FROM api_key WHERE hash = ? AND revoked_at IS NULL)`

const isScope = (text: string): text is KeyScope.KeyScope => KeyScope.all.some((scope) => scope === text)

/** Reads the limits of a key, or returns `undefined` if the key has none. */
export const limitsOf = (keyFacts: string | null): KeyLimits | undefined => {
  // A fast path, because most keys have no limits and every status poll calls this function.
  if (keyFacts === null || keyFacts.endsWith("|||")) return undefined
  const [, , , expiresAt = "", scopes = "", networks = ""] = keyFacts.split("|")
  return {
    ...(expiresAt !== "" && { expiresAt: Number(expiresAt) }),
    ...(scopes !== "" && { scopes: scopes.split(" ").filter(isScope) }),
    ...(networks !== "" && { networks: networks.split(" ") })
  }
}

/** Returns undefined if the key belongs to the client. Otherwise, returns an effect that reports the changed row. */
export const faultOf = (
  binding: RowBinding["Service"],
  clientId: string,
  { keyBinding, keyFacts }: typeof KeyColumns.Type
): Effect.Effect<void> | undefined => {
  if (keyFacts === null) return undefined
  const row = { clientId, facts: keyFacts, binding: keyBinding }
  if (binding.isBound("api_key", row)) return undefined
  return binding.report("api_key", row, { keyId: keyFacts.split("|")[1] ?? "" })
}
