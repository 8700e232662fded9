/** The sealed column for a user's external id. Its blind index has the same name. */
import { Schema } from "effect"
import { column } from "../sealing/ColumnSealer.ts"
import type { SealedColumn } from "../sealing/ColumnSealer.ts"

export const externalIdColumn: SealedColumn<string> = column("external_id", Schema.String)
