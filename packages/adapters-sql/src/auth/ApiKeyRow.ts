/** An API key's row and its client, as authentication and status polls read them. */
import * as ApiKeyScope from "@sheaf/domain/ApiKeyScope"
import type { ApiKeyLimits } from "@sheaf/ports"
import { Schema } from "effect"
import type { Effect } from "effect"
import { factsSql } from "../sealing/RowBinding.ts"
import type { RowBinding } from "../sealing/RowBinding.ts"

/**
 * What {@link unrevokedKeySql} adds to a row: the key's facts, its binding and the client's id. Null if the client does
 * not have the key.
 */
export const KeyColumns = Schema.Struct({ keyRow: Schema.NullOr(Schema.String) })

/** The key's row as one text, which a status poll reads faster than several columns. */
export const keyRowSql = `${factsSql.api_key} || '|' || coalesce(hex(binding), '') || '|' || client_id`

/** Selects the key with a hash, and its client's id as `owner`. Finds nothing if the key is revoked. */
export const unrevokedKeySql = `(SELECT client_id AS owner, ${keyRowSql} AS key_row FROM api_key WHERE hash = ? AND revoked_at IS NULL)`

const isScope = (text: string): text is ApiKeyScope.ApiKeyScope => ApiKeyScope.all.some((scope) => scope === text)

/** An API key's id and limits, and a report if somebody has tampered with its row. */
export interface StoredApiKey {
  readonly keyId?: string
  readonly keyLimits?: ApiKeyLimits
  readonly fault?: Effect.Effect<void>
}

const withoutKey: StoredApiKey = {}

/** The maximum number of keys in the cache. */
const capacity = 4096

/** Reads a row's limits, whether or not its binding is valid. */
export const limitsOf = (keyRow: string): ApiKeyLimits => {
  const [, , , expiresAt = "", scopes = "", networks = ""] = keyRow.split("|")
  return {
    ...(expiresAt !== "" && { expiresAt: Number(expiresAt) }),
    ...(scopes !== "" && { scopes: scopes.split(" ").filter(isScope) }),
    ...(networks !== "" && { networks: networks.split(" ") })
  }
}

/** Creates a reader of keys that caches rows, because status polls read the same rows over and over. */
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
