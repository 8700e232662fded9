/**
 * Binds each row to its client by a keyed hash of the row's contents (SECURITY.md). Nobody can compute the hash for a
 * different row without the pepper, so Sheaf ignores rows whose client or contents were edited by hand. A binding
 * covers only its own row: it does not reveal that a row was deleted, or that an old row was restored with its binding.
 * The client's own row is not bound.
 */
import { Sealer } from "@sheaf/ports"
import type { BlindIndex, CurrentHash } from "@sheaf/ports"
import { Context, Effect, Layer } from "effect"

export type BoundTable = "api_key" | "certificate" | "client_origin" | "client_return_url"

/** SQL expressions for the values that a binding covers, joined by a separator that none of them contains. */
export const factsSql: Readonly<Record<BoundTable, string>> = {
  api_key: `hex(hash) || '|' || coalesce(key_id, '') || '|' || created_at || '|' || coalesce(CAST(expires_at AS TEXT), '') || '|' ||
    coalesce(scopes, '') || '|' || coalesce(networks, '')`,
  certificate: `serial || '|' || environment || '|' || subject_key_id || '|' || not_before || '|' || not_after || '|' ||
    issued_at`,
  client_origin: "origin",
  client_return_url: "return_url"
}

export const joinFacts = (...values: ReadonlyArray<string | number | undefined>): string =>
  values.map((value) => value ?? "").join("|")

export interface BoundRow {
  readonly clientId: string
  readonly facts: string
  readonly binding: Uint8Array | null
}

const capacity = 4096

export class RowBinding extends Context.Service<
  RowBinding,
  {
    readonly bind: (table: BoundTable, clientId: string, facts: string) => CurrentHash
    readonly isBound: (table: BoundTable, row: BoundRow) => boolean
    /** Returns false if a row is bound under an older pepper. */
    readonly isBoundWithCurrentPepper: (table: BoundTable, row: BoundRow) => boolean
    /** Logs an unbound row once. `named` identifies the row and must not contain secrets. */
    readonly report: (table: BoundTable, row: BoundRow, named: Readonly<Record<string, string>>) => Effect.Effect<void>
  }
>()("@sheaf/adapters-sql/RowBinding") {}

export const layer = Layer.effect(
  RowBinding,
  Effect.gen(function* () {
    const sealer = yield* Sealer
    const known = new Map<string, BlindIndex>()
    const reported = new Set<string>()
    const nameOf = (table: BoundTable, { clientId, facts }: BoundRow) => `${table}|${clientId}|${facts}`
    const indexOf = (table: BoundTable, clientId: string, facts: string) =>
      sealer.blindIndex({ tenant: clientId, record: `row of ${table}` }, facts)
    const indexOfRow = (table: BoundTable, row: BoundRow): BlindIndex => {
      const name = nameOf(table, row)
      const found = known.get(name)
      if (found !== undefined) return found
      if (known.size >= capacity) known.clear()
      const index = indexOf(table, row.clientId, row.facts)
      known.set(name, index)
      return index
    }
    return RowBinding.of({
      bind: (table, clientId, facts) => indexOf(table, clientId, facts).written,
      isBound: (table, row) => row.binding !== null && indexOfRow(table, row).matches(row.binding),
      isBoundWithCurrentPepper: (table, row) => row.binding !== null && indexOfRow(table, row).isCurrent(row.binding),
      report: (table, row, named) =>
        Effect.suspend(() => {
          const name = nameOf(table, row)
          if (reported.has(name) || reported.size >= capacity) return Effect.void
          reported.add(name)
          return Effect.annotateLogs(Effect.logWarning("ignored a row that was changed outside of Sheaf"), {
            table,
            ...named
          })
        })
    })
  })
)
