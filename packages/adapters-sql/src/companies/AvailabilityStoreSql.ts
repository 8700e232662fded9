/**
 * The availability of companies in SQL. One row for each company decides whether a report is a change (ADR 25). Each node has
 * its own circuit breakers, so a report counts only if it is newer than the last change.
 */
import { isFunctional } from "@sheaf/domain/Company"
import type { CompanyFacts } from "@sheaf/domain/CompanyEvents"
import { AvailabilityStore } from "@sheaf/ports"
import { Clock, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { ids } from "../database/Columns.ts"
import { asStoreError } from "../database/SqlFailure.ts"
import * as Outbox from "../events/Outbox.ts"
import * as SealedColumns from "../sealed/SealedColumns.ts"
import { statement } from "../units/Statement.ts"
import { Units } from "../units/Units.ts"

const decode = Schema.decodeUnknownSync(
  Schema.Array(Schema.Struct({ company: Schema.String, functional: Schema.Finite }))
)

const flagOf = ({ status }: CompanyFacts): number => (isFunctional(status) ? 1 : 0)

export const layer = Layer.effect(
  AvailabilityStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const units = yield* Units
    const outbox = yield* Outbox.make(yield* SealedColumns.make)

    const change = Effect.fnUntraced(function* (facts: CompanyFacts) {
      const clients = yield* sql`SELECT id FROM client`.pipe(ids)
      const type = "company.availability_changed" as const
      // The node's report can be much older than the change, and events are kept by their time.
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

    return AvailabilityStore.of({
      record: Effect.fnUntraced(function* (companies) {
        const rows = decode(yield* sql`SELECT company, functional FROM company_availability`)
        const known = new Map(rows.map(({ company, functional }) => [company, functional]))
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
          const isChanged = (known.get(facts.company) ?? flagOf(facts)) !== flagOf(facts)
          if (isObserved && isChanged) yield* change(facts)
        }
      }, asStoreError("record availability"))
    })
  })
)
