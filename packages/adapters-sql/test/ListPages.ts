/** Tests that a page of a list takes about as many row reads as it has rows, however long the list is (spec 11). */
import { assert, describe, layer } from "@effect/vitest"
import {
  CollectionStore,
  ConnectSessionStore,
  ConsentStore,
  MonitorStore,
  UserStore,
  type ListQuery,
  type PageQuery
} from "@sheaf/ports"
import { Effect, Layer, Schema } from "effect"
import { SqlClient, Statement } from "effect/sql"
import type * as Database from "./Database.ts"

const rowCount = 20_000
const limit = 50
const clientId = "big"

/** Two rare statuses per table. Each is the status of one row in a hundred. */
const rare = {
  collection: ["FAILED", "THIRD_PARTY_ERROR"],
  connect_session: ["OPEN", "ABANDONED"],
  consent: ["FAILED", "REVOKED"],
  monitor: ["PAUSED", "ENDED"]
} as const
type Table = keyof typeof rare | "app_user"

const tables: ReadonlyArray<Table> = ["app_user", "collection", "connect_session", "consent", "monitor"]

/** Fills the tables. Do not decrypt these rows: their sealed values are empty. */
const fill = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const bytes = sql.onDialectOrElse({ pg: () => "''::bytea", orElse: () => "x''" })
  const owned = (table: keyof typeof rare, usual: string) => ({
    user_id: "'user-' || (i % 500)",
    status: `CASE i % 100 WHEN 0 THEN '${rare[table][0]}' WHEN 1 THEN '${rare[table][1]}' ELSE '${usual}' END`,
    revision: "1",
    shard: "1"
  })
  const process = { company: "'se-nordhem'", market: "'se'", status_changed_at: "0", due_at: "0", step: "1" }
  const columns: Record<Table, Readonly<Record<string, string>>> = {
    app_user: { external_id: bytes, generation: "0" },
    collection: {
      ...owned("collection", "COMPLETED"),
      ...process,
      login_method: "'EMAIL'",
      products: "'[]'",
      deadline: "0"
    },
    connect_session: {
      ...owned("connect_session", "COMPLETED"),
      purpose: "'COLLECT'",
      expires_at: "i % 200",
      link_hash: bytes,
      terms: bytes,
      progress: bytes
    },
    consent: { ...owned("consent", "AUTHORIZED"), ...process, expires_at: "0", scope: bytes },
    monitor: {
      ...owned("monitor", "ACTIVE"),
      company: "'se-nordhem'",
      terms: bytes,
      progress: bytes,
      keeps_credentials: "0"
    }
  }
  yield* sql`INSERT INTO client (id, name, environment, created_at) VALUES (${clientId}, 'Big', 'test', 0)`
  for (const table of tables) {
    const id = table === "app_user" ? "'user-' || i" : "'id-' || (100000 + i)"
    const row = { id, client_id: `'${clientId}'`, created_at: "i", ...columns[table] }
    yield* sql.unsafe(
      `INSERT INTO ${table} (${Object.keys(row).join()})
       WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${rowCount - 1})
       SELECT ${Object.values(row).join()} FROM n`
    )
    yield* sql.onDialectOrElse({ pg: () => Effect.asVoid(sql.unsafe(`ANALYZE ${table}`)), orElse: () => Effect.void })
  }
})

const middle = { createdAt: rowCount / 2, id: "id-110000" }
const newest = { createdAt: rowCount, id: "id-200000" }

type Filters = Partial<PageQuery & Pick<ListQuery<never>, "latest"> & { readonly statusIn: ReadonlyArray<string> }>

const from = "(created_at,id)>(?,?)"
const until = "(created_at,id)<(?,?)"

/**
 * Filters, each with the bounds that SQLite must use to seek in the index. All seeks also use the client, user and
 * status.
 */
const pages: ReadonlyArray<readonly [filters: Filters, bounds: ReadonlyArray<string>]> = [
  [{}, []],
  [{ createdAfter: middle.createdAt }, [from]],
  [{ createdBefore: middle.createdAt }, [until]],
  [{ createdAfter: middle.createdAt, createdBefore: middle.createdAt + 20 }, [from, until]],
  [{ asOf: newest, after: middle }, [until]],
  [{ asOf: newest, after: middle, createdAfter: 5, createdBefore: rowCount - 5 }, [from, until]],
  [{ order: "asc" }, []],
  [{ order: "asc", createdAfter: middle.createdAt }, [from]],
  [{ order: "asc", createdBefore: middle.createdAt }, [until]],
  [{ order: "asc", asOf: newest, after: middle }, [from, until]],
  [{ order: "asc", asOf: newest, after: middle, createdAfter: 5, createdBefore: rowCount - 5 }, [from, until]]
]

const filtersOf = (table: Table): ReadonlyArray<Filters> =>
  table === "app_user"
    ? [{}]
    : [{}, { userId: "user-7" }, ...rare[table].map((status) => ({ statusIn: [status] })), { statusIn: rare[table] }]

const Plan = Schema.Struct({
  "Actual Rows": Schema.Finite,
  "Actual Loops": Schema.Finite,
  "Rows Removed by Filter": Schema.optionalKey(Schema.Finite)
})
const Nested = Schema.Struct({ Plans: Schema.optionalKey(Schema.Array(Schema.Unknown)) })

const rowsOf = (plan: unknown): number => {
  const { "Actual Loops": loops, "Actual Rows": rows, ...more } = Schema.decodeUnknownSync(Plan)(plan)
  const { Plans = [] } = Schema.decodeUnknownSync(Nested)(plan)
  const own = loops * (rows + (more["Rows Removed by Filter"] ?? 0))
  return Plans.reduce((sum: number, each) => sum + rowsOf(each), own)
}

const firstStatementOf = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const seen: Array<readonly [text: string, values: ReadonlyArray<unknown>]> = []
  const watch: Statement.Transformer = (statement) =>
    Effect.andThen(
      Effect.sync(() => seen.push(statement.compile())),
      Effect.interrupt
    )
  yield* Effect.exit(Effect.provideService(effect, Statement.CurrentTransformer, watch))
  return seen[0] ?? assert.fail("nothing is read")
})

type Compiled = readonly [text: string, values: ReadonlyArray<unknown>]

/**
 * Checks that SQLite uses an index to find the page's first row, and that it sorts only if the request filters by
 * several statuses.
 */
const checkSeeks = Effect.fnUntraced(function* (
  table: Table,
  [text, values]: Compiled,
  { statusIn = [], userId }: Filters,
  bounds: ReadonlyArray<string>,
  shown: string
) {
  const sql = yield* SqlClient.SqlClient
  const plan = (yield* sql.unsafe<{ detail: string }>(`EXPLAIN QUERY PLAN ${text}`, values)).map(({ detail }) => detail)
  const owner = userId === undefined ? [] : ["user_id=?"]
  const status = statusIn.length === 0 ? [] : ["status=?"]
  const seeks = ["client_id=?", ...owner, ...status, ...bounds].join(" AND ")
  const read = plan.filter((line) => line.includes(` ${table} `) && !line.endsWith("(id=?)"))
  assert.lengthOf(read, Math.max(statusIn.length, 1), shown)
  for (const line of read) {
    assert.isTrue(
      line.startsWith(`SEARCH ${table} USING `) && line.endsWith(`(${seeks})`),
      `${shown}\n${plan.join("\n")}`
    )
  }
  assert.strictEqual(plan.includes("USE TEMP B-TREE FOR ORDER BY"), statusIn.length > 1, shown)
})

const checkRows = Effect.fnUntraced(function* ([text, values]: Compiled, shown: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql.unsafe<Record<string, ReadonlyArray<{ Plan: unknown }>>>(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
    values
  )
  const [{ Plan: plan } = assert.fail("no plan")] = row?.["QUERY PLAN"] ?? []
  assert.isAtMost(rowsOf(plan), 12 * limit, shown)
})

const lists = Effect.gen(function* () {
  const [collections, consents, monitors] = [yield* CollectionStore, yield* ConsentStore, yield* MonitorStore]
  const [sessions, users] = [yield* ConnectSessionStore, yield* UserStore]
  const of = (filters: Filters) => ({ clientId, limit, latest: false, now: 0, ...filters }) as never
  const all: Record<Table, (filters: Filters) => Effect.Effect<unknown, unknown>> = {
    app_user: (filters) => users.list(of(filters)),
    collection: (filters) => collections.list(of(filters)),
    connect_session: (filters) => sessions.list(of(filters)),
    consent: (filters) => consents.list(of(filters)),
    monitor: (filters) => monitors.list(of(filters))
  }
  return all
})

const check = Effect.fnUntraced(function* (
  list: (filters: Filters) => Effect.Effect<unknown, unknown>,
  table: Table,
  filters: Filters,
  bounds: ReadonlyArray<string>
) {
  const sql = yield* SqlClient.SqlClient
  const statement = yield* firstStatementOf(list(filters))
  const shown = `${JSON.stringify(filters)}: ${statement[0]}`
  yield* sql.onDialectOrElse({
    pg: () => checkRows(statement, shown),
    orElse: () => checkSeeks(table, statement, filters, bounds, shown)
  })
})

export const listPages = <E>(name: string, stores: Layer.Layer<Database.Stores, E>): void => {
  const filled = Layer.provideMerge(Layer.effectDiscard(fill), stores)
  describe(`lists on ${name}`, () => {
    layer(filled, { timeout: 60_000 })((it) => {
      it.effect.each(tables)("read only the rows of the page: %s", (table) =>
        Effect.gen(function* () {
          const list = (yield* lists)[table]
          for (const filters of filtersOf(table)) {
            for (const [page, bounds] of pages) yield* check(list, table, { ...page, ...filters }, bounds)
          }
        })
      )
    })
  })
}
