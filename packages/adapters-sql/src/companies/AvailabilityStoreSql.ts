/**
 * Stores companies' availability in SQL. Nodes report failures and recoveries, each from its own circuit breakers. A
 * report is a change only if it differs from the company's row and is newer than the last change (ADR 25).
 *
 * A node that dies after reporting a failure never reports the recovery. Therefore nodes that still see a failure
 * confirm it, and a failure that no node confirms expires. Confirmations are not changes, so they cannot hide a
 * recovery that another node has seen.
 */
import { isFunctional } from "@sheaf/domain/Company"
import type { CompanyEventPayload } from "@sheaf/domain/CompanyEvents"
import { AvailabilityStore } from "@sheaf/ports"
import { Clock, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { readIds } from "../database/Columns.ts"
import { mapToStoreError } from "../database/SqlErrors.ts"
import * as Outbox from "../events/Outbox.ts"
import * as ColumnSealer from "../sealing/ColumnSealer.ts"
import { statement } from "../unitsOfWork/Statement.ts"
import { UnitsOfWork } from "../unitsOfWork/UnitsOfWork.ts"

const decode = Schema.decodeUnknownSync(
  Schema.Array(
    Schema.Struct({
      company: Schema.String,
      functional: Schema.Finite,
      changedAt: Schema.Finite,
      confirmedAt: Schema.Finite
    })
  )
)

/** How often a node confirms that a company is still failing, in milliseconds. */
const confirmMillis = 2 * 60_000

/** How long a failure remains in force if no node confirms it, in milliseconds. */
const unconfirmedMillis = 10 * 60_000

const flagOf = ({ status }: CompanyEventPayload): number => (isFunctional(status) ? 1 : 0)

export const layer = Layer.effect(
  AvailabilityStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const units = yield* UnitsOfWork
    const outbox = yield* Outbox.make(yield* ColumnSealer.make)

    const change = Effect.fnUntraced(function* (facts: CompanyEventPayload) {
      const clients = yield* sql`SELECT id FROM client`.pipe(readIds)
      const type = "company.availability_changed" as const
      // Uses the time of storage, because it determines when the events are deleted. The report's time can be much
      // older.
      const at = yield* Clock.currentTimeMillis
      const events = clients.map((clientId) => ({ type, clientId, at, facts }))
      const insertions = yield* outbox.insertions(events)
      const write = units.run(function* () {
        const changed = yield* statement`UPDATE company_availability
          SET functional = ${flagOf(facts)}, changed_at = ${facts.updatedAt}
          WHERE company = ${facts.company} AND functional <> ${flagOf(facts)} AND changed_at < ${facts.updatedAt}
          RETURNING company`
        if (changed.length > 0) for (const insertion of insertions) yield* insertion
      })
      yield* outbox.announcing(events)(write)
    })

    const confirm = (company: string, now: number) =>
      units.run(function* () {
        yield* statement`UPDATE company_availability SET confirmed_at = ${now}
          WHERE company = ${company} AND functional = 0 AND confirmed_at < ${now}`.unread
      })

    return AvailabilityStore.of({
      record: Effect.fnUntraced(function* (companies) {
        const now = yield* Clock.currentTimeMillis
        const rows = decode(
          yield* sql`SELECT company, functional, changed_at AS "changedAt", confirmed_at AS "confirmedAt"
            FROM company_availability`
        )
        const known = new Map(rows.map((row) => [row.company, row]))
        const added = companies.filter(({ company }) => !known.has(company))
        if (added.length > 0) {
          yield* units.run(function* () {
            for (const facts of added) {
              yield* statement`INSERT INTO company_availability (company, functional, changed_at)
                VALUES (${facts.company}, ${flagOf(facts)}, ${facts.updatedAt}) ON CONFLICT DO NOTHING`.unread
            }
          })
        }
        for (const { isObserved = true, ...facts } of companies) {
          const row = known.get(facts.company)
          if (row === undefined) continue
          const isChanged = row.functional !== flagOf(facts)
          const isFailing = row.functional === 0
          const seenAt = Math.max(row.changedAt, row.confirmedAt)
          if (isFailing && isChanged && seenAt < now - unconfirmedMillis) {
            yield* change({ ...facts, updatedAt: now })
          } else if (isObserved && isChanged) {
            yield* change(facts)
          } else if (isObserved && isFailing && seenAt < now - confirmMillis) {
            yield* confirm(facts.company, now)
          }
        }
      }, mapToStoreError("record availability"))
    })
  })
)
