/** The row of an API key, as read by authentication and status polls, together with its client. */
import * as ApiKeyScope from "@sheaf/domain/ApiKeyScope"
import type { ApiKeyLimits } from "@sheaf/ports"
import { Schema } from "effect"
import type { Effect } from "effect"
import { factsSql } from "../sealing/RowBinding.ts"
import type { RowBinding } from "../sealing/RowBinding.ts"

/** The member that {@link live} adds to a row: the facts, the binding and the client's id. Null for a client without a key. */
export const KeyColumns = Schema.Struct({ keyRow: Schema.NullOr(Schema.String) })

/** One text for each key, because a status poll reads a text faster than several columns. */
export const keyRowSql = `${factsSql.api_key} || '|' || coalesce(hex(binding), '') || '|' || client_id`

/** Selects a client's id, as `owner`, and its key by the key's hash, unless the key is revoked. */
export const unrevokedKeySql = `(SELECT client_id AS owner, ${keyRowSql} AS key_row FROM api_key WHERE hash = ? AND revoked_at IS NULL)`

const isScope = (text: string): text is ApiKeyScope.ApiKeyScope => ApiKeyScope.all.some((scope) => scope === text)

/** An API key's id and limits, and the report if the row was changed by hand. */
export interface StoredApiKey {
  readonly keyId?: string
  readonly keyLimits?: ApiKeyLimits
  readonly fault?: Effect.Effect<void>
}

const withoutKey: StoredApiKey = {}

/** The largest number of keys to remember. */
const capacity = 4096

/** Reads the limits from a row, whether the row is bound or not. */
export const limitsOf = (keyRow: string): ApiKeyLimits => {
  const [, , , expiresAt = "", scopes = "", networks = ""] = keyRow.split("|")
  return {
    ...(expiresAt !== "" && { expiresAt: Number(expiresAt) }),
    ...(scopes !== "" && { scopes: scopes.split(" ").filter(isScope) }),
    ...(networks !== "" && { networks: networks.split(" ") })
  }
}

/** Returns a reader of keys that caches their rows, because status polls read the same row again and again. */
export const makeKeyReader = (binding: RowBinding["Service"]) => {
  const known = new Map<string, StoredApiKey>()
  const read = (clientId: string, keyRow: string): StoredApiKey => {
    const [hash, keyId = "", createdAt, expiresAt = "", scopes = "", networks = "", bound = ""] = keyRow.split("|")
    const facts = [hash, keyId, createdAt, expiresAt, scopes, networks].join("|")
    const row = { clientId, facts, binding: Buffer.from(bound, "hex") }
    if (!binding.isBound("api_key", row)) return { fault: binding.report("api_key", row, { keyId }) }
    const keyLimits = limitsOf(keyRow)
    return { ...(keyId !== "" && { keyId }), ...(Object.keys(keyLimits).length > 0 && { keyLimits }) }
  }
  return (clientId: string, { keyRow }: typeof KeyColumns.Type): StoredApiKey => {
    if (keyRow === null) return withoutKey
    const found = known.get(keyRow)
    if (found !== undefined) return found
    if (known.size >= capacity) known.clear()
    const key = read(clientId, keyRow)
    known.set(keyRow, key)
    return key
  }
}
