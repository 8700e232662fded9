/** Counts collections, abandons those that cannot continue, and erases those that have ended. */
import type { CollectionStore } from "@sheaf/ports"
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import * as CollectionOutbox from "./CollectionOutbox.ts"
import * as Row from "./CollectionRow.ts"
import * as ProcessRows from "../processes/ProcessRows.ts"
import { readIds } from "../database/Columns.ts"
import { PointReads } from "../database/PointReads.ts"
import { mapToStoreError } from "../database/SqlErrors.ts"
import { erasureOfSubjects } from "../events/Outbox.ts"
import type { Outbox } from "../events/Outbox.ts"
import type { ColumnSealer } from "../sealing/ColumnSealer.ts"
import { statement, setClause } from "../unitsOfWork/Statement.ts"
import { UnitsOfWork } from "../unitsOfWork/UnitsOfWork.ts"

export const make = Effect.fnUntraced(function* (sealed: ColumnSealer, outbox: Outbox) {
  const sql = yield* SqlClient.SqlClient
  const units = yield* UnitsOfWork
  const beforeOf = CollectionOutbox.previousStateReader(yield* PointReads, sealed)
  const rows = yield* ProcessRows.make({
    name: "collection",
    endedColumn: "ended_at",
    outline: Row.OutlineColumns,
    eraseOperation: "expire records",
    erasureOfSubjects
  })

  return {
    ...rows,
    running: (clientId, userId) =>
      sql`SELECT id FROM collection
        WHERE client_id = ${clientId} AND user_id = ${userId} AND ended_at IS NULL`.pipe(
        readIds,
        mapToStoreError("find running collections")
      ),
    abandon: Effect.fnUntraced(function* (found, end) {
      const before = Option.getOrUndefined(yield* beforeOf(found))
      if (before === undefined) return false
      const events = CollectionOutbox.eventsOf(before, [{ ...end, statusChangedAt: end.at, shown: {} }])
      const insertions = yield* outbox.insertions(events)
      const row = {
        status: end.status,
        revision: end.revision,
        status_changed_at: end.at,
        ended_at: end.at,
        shown: null,
        input: null,
        leftovers: null,
        ...Row.columnsErasedAtEnd
      }
      const write = units.run(function* () {
        const ended = yield* statement`UPDATE collection SET ${setClause(row)}
          WHERE ${ProcessRows.whereUnchanged("ended_at", found.collectionId, found)} RETURNING id`
        if (ended.length === 0) return false
        yield* Row.appendHistory(found.collectionId, end)
        for (const insertion of insertions) yield* insertion
        return true
      })
      return yield* outbox.announcing(events)(write)
    }, mapToStoreError("abandon collection"))
  } satisfies Partial<CollectionStore["Service"]>
})
