/** The sealed external id of a user. Its blind index has the same name. */
import { Schema } from "effect"
import { column } from "../sealed/SealedColumns.ts"
import type { SealedColumn } from "../sealed/SealedColumns.ts"

export const externalIdColumn: SealedColumn<string> = column("external_id", Schema.String)
