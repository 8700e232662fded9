/** Reads an API key's row together with its client, for authentication and status polls. */
import * as ApiKeyScope from "@sheaf/domain/ApiKeyScope"
import type { ApiKeyLimits } from "@sheaf/ports"
import { Schema } from "effect"
import type { Effect } from "effect"
import { factsSql } from "../sealing/RowBinding.ts"
import type { RowBinding } from "../sealing/RowBinding.ts"

/**
 * The column that {@link unrevokedKeySql} adds. It is a single string: the key's columns that the binding protects
 * (`factsSql`), then the binding itself and the client's id. Null if the client was looked up without a key.
 */
export const KeyColumns = Schema.Struct({ keyRow: Schema.NullOr(Schema.String) })

/** The key's columns as one string, which a status poll can read faster than several columns. */
export const keyRowSql = `${factsSql.api_key} || '|' || coalesce(hex(binding), '') || '|' || client_id`

/** Selects an unrevoked key by its hash. `owner` is the id of the key's client. */
export const unrevokedKeySql = `(SELECT client_id AS owner, ${keyRowSql} AS key_row FROM api_key WHERE hash = ? AND revoked_at IS NULL)`

const isScope = (text: string): text is ApiKeyScope.ApiKeyScope => ApiKeyScope.all.some((scope) => scope === text)

/** `fault` reports tampering, and is present only if the key's row was tampered with. */
export interface StoredApiKey {
  readonly keyId?: string
  readonly keyLimits?: ApiKeyLimits
  readonly fault?: Effect.Effect<void>
}

const withoutKey: StoredApiKey = {}

const capacity = 4096

/** Returns the row's limits without checking whether the row was tampered with. */
export const limitsOf = (keyRow: string): ApiKeyLimits => {
  const [, , , expiresAt = "", scopes = "", networks = ""] = keyRow.split("|")
  return {
    ...(expiresAt !== "" && { expiresAt: Number(expiresAt) }),
    ...(scopes !== "" && { scopes: scopes.split(" ").filter(isScope) }),
    ...(networks !== "" && { networks: networks.split(" ") })
  }
}

/** Creates a key reader. It caches rows, because status polls read the same ones again and again. */
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
