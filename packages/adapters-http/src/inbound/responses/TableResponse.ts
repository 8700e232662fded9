/**
 * Responds with collected records as a CSV file. The content comes from companies, so response headers keep browsers
 * from opening the file.
 */
import type { RecordProduct } from "@sheaf/domain/Product"
import * as RecordTable from "@sheaf/domain/RecordTable"
import { HttpServerResponse } from "effect/http"
import * as StoredJson from "./StoredJson.ts"

const kinds = { INSURANCE: "insurance", WEALTH: "wealth" } as const satisfies Record<
  RecordProduct,
  RecordTable.TableKind
>

export const of = (product: RecordProduct, json: Uint8Array): HttpServerResponse.HttpServerResponse => {
  const kind = kinds[product]
  return HttpServerResponse.text(RecordTable.toCsv(kind, StoredJson.recordsIn(json)), {
    contentType: "text/csv; charset=utf-8",
    headers: {
      "cache-control": "no-store",
      "content-disposition": `attachment; filename="${kind}.csv"`,
      "x-content-type-options": "nosniff"
    }
  })
}
