/** Stores clients and the keyed hashes of their API keys in SQL. */
import { SensitiveCategory } from "@sheaf/domain/Sensitive"
import { ClientStore, maxLiveApiKeys } from "@sheaf/ports"
import type { ApiKeyHolder, StoredClient, StoredApiKey } from "@sheaf/ports"
import { Clock, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { factsSql, joinFacts, layer as bindingLayer, RowBinding } from "../sealing/RowBinding.ts"
import { bytes, selectList } from "../database/Columns.ts"
import { lockClause } from "../database/Dialect.ts"
import { withFullDurability } from "../database/Durability.ts"
import { PointReads } from "../database/PointReads.ts"
import { mapToStoreError } from "../database/SqlErrors.ts"
import { writeDurably } from "../database/DurableWrite.ts"
import { makeCredentialsDue } from "../monitors/DueMonitors.ts"
import { insertClause, literal, statement, setClause } from "../unitsOfWork/Statement.ts"
import type { Statement } from "../unitsOfWork/Statement.ts"
import { UnitsOfWork } from "../unitsOfWork/UnitsOfWork.ts"
import * as ApiKeyRow from "./ApiKeyRow.ts"

const ClientRow = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  environment: Schema.Literals(["test", "production"]),
  requiresMutualTls: Schema.Finite,
  sensitive: Schema.NullOr(Schema.String),
  usesTestMethods: Schema.Finite,
  storesCredentials: Schema.Finite
})
const KeyRow = Schema.Struct({
  keyId: Schema.NullOr(Schema.String),
  clientId: Schema.String,
  createdAt: Schema.Finite,
  revokedAt: Schema.NullOr(Schema.Finite)
})
const HolderRow = Schema.Struct({ ...ClientRow.fields, ...ApiKeyRow.KeyColumns.fields })
const decodeClient = Schema.decodeUnknownSync(ClientRow)
const decodeHolder = Schema.decodeUnknownSync(HolderRow)
const decodeRegistrations = Schema.decodeUnknownSync(
  Schema.Array(Schema.Struct({ registered: Schema.String, binding: Schema.NullOr(bytes) }))
)
const decodeKeys = Schema.decodeUnknownSync(
  Schema.Array(Schema.Struct({ ...KeyRow.fields, ...ApiKeyRow.KeyColumns.fields }))
)

/** The column contains categories separated by spaces. */
const decodeCategories = Schema.decodeUnknownSync(Schema.Array(SensitiveCategory))

const toClient = ({
  requiresMutualTls,
  sensitive,
  storesCredentials,
  usesTestMethods,
  ...client
}: typeof ClientRow.Type): StoredClient => ({
  ...client,
  ...(requiresMutualTls !== 0 && { requiresMutualTls: true }),
  ...(usesTestMethods !== 0 && { usesTestMethods: true }),
  ...(storesCredentials !== 0 && { storesCredentials: true }),
  ...(sensitive !== null && { sensitive: decodeCategories(sensitive.split(" ")) })
})

const sensitiveColumn = (categories: ReadonlyArray<SensitiveCategory>) =>
  categories.length === 0 ? null : categories.join(" ")

const columns = selectList(ClientRow)

type Store = ClientStore["Service"]

const clients = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const points = yield* PointReads
  const units = yield* UnitsOfWork
  const show = (row: unknown) => Effect.succeed(toClient(decodeClient(row)))
  const byId = points.prepare("read client", `SELECT ${columns} FROM client WHERE id = ?`, show)

  return {
    addClient: ({ environment, id, name, sensitive = [], ...rights }) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        const { requiresMutualTls = false, storesCredentials = false, usesTestMethods = false } = rights
        const row = {
          id,
          name,
          environment,
          created_at: now,
          requires_mutual_tls: requiresMutualTls ? 1 : 0,
          uses_test_methods: usesTestMethods ? 1 : 0,
          stores_credentials: storesCredentials ? 1 : 0,
          sensitive: sensitiveColumn(sensitive)
        }
        return writeDurably(
          units,
          "add client",
          statement`INSERT INTO client ${insertClause(row)} ON CONFLICT DO NOTHING RETURNING 1`
        )
      }).pipe(Effect.asVoid),
    requireMutualTls: (clientId, isRequired) =>
      writeDurably(
        units,
        "require mutual TLS",
        statement`UPDATE client SET requires_mutual_tls = ${isRequired ? 1 : 0} WHERE id = ${clientId} RETURNING 1`
      ),
    allowSensitive: (clientId, categories) =>
      writeDurably(
        units,
        "allow sensitive data",
        statement`UPDATE client SET sensitive = ${sensitiveColumn(categories)} WHERE id = ${clientId} RETURNING 1`
      ),
    allowTestMethods: (clientId, isAllowed) =>
      writeDurably(
        units,
        "allow test methods",
        statement`UPDATE client SET uses_test_methods = ${isAllowed ? 1 : 0} WHERE id = ${clientId} RETURNING 1`
      ),
    allowStoredCredentials: Effect.fnUntraced(function* (clientId, isAllowed) {
      const now = yield* Clock.currentTimeMillis
      return yield* units
        .run(function* () {
          if (!isAllowed) yield* makeCredentialsDue(now, clientId)
          const changed = yield* statement`UPDATE client SET stores_credentials = ${isAllowed ? 1 : 0}
            WHERE id = ${clientId} RETURNING 1`
          return changed.length > 0
        })
        .pipe(withFullDurability, mapToStoreError("allow stored credentials"))
    }),
    clients: sql`SELECT ${sql.literal(columns)} FROM client ORDER BY created_at, id`.pipe(
      mapToStoreError("list clients"),
      Effect.map((rows) => rows.map((row) => toClient(decodeClient(row))))
    ),
    findClient: (clientId) => byId(clientId)
  } satisfies Partial<Store>
})

const keyLookup = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const points = yield* PointReads
  const keyOf = ApiKeyRow.makeKeyReader(yield* RowBinding)
  const byKey = points.prepareOption(
    "read API key",
    `SELECT ${columns}, key_row AS "keyRow" FROM ${ApiKeyRow.unrevokedKeySql} k JOIN client ON id = owner`,
    (row): Effect.Effect<Option.Option<ApiKeyHolder>> => {
      const { keyRow, ...client } = decodeHolder(row)
      const { fault, ...key } = keyOf(client.id, { keyRow })
      return fault === undefined ? Effect.succeedSome({ ...toClient(client), ...key }) : Effect.as(fault, Option.none())
    }
  )

  const toKey = (row: ReturnType<typeof decodeKeys>[number]): StoredApiKey => {
    const { clientId, createdAt, keyId, revokedAt } = row
    const { fault } = keyOf(clientId, row)
    const isAltered = revokedAt === null && fault !== undefined
    return {
      clientId,
      createdAt,
      ...(keyId !== null && { keyId }),
      ...(revokedAt !== null && { revokedAt }),
      ...(row.keyRow !== null && ApiKeyRow.limitsOf(row.keyRow)),
      ...(isAltered && { isAltered })
    }
  }

  return {
    keys: (clientId) =>
      sql`SELECT ${sql.literal(selectList(KeyRow))}, ${sql.literal(ApiKeyRow.keyRowSql)} AS "keyRow" FROM api_key
          WHERE client_id = ${clientId} ORDER BY created_at, key_id`.pipe(
        mapToStoreError("list API keys"),
        Effect.map((rows) => decodeKeys(rows).map(toKey))
      ),
    findByKey: (hash) => byKey(hash)
  } satisfies Partial<Store>
})

const newKeyRow = (
  binding: RowBinding["Service"],
  now: number,
  ...[clientId, hash, keyId, limits = {}]: Parameters<Store["addKey"]>
) => {
  const [scopes, networks] = [limits.scopes?.join(" "), limits.networks?.join(" ")]
  const hex = Buffer.from(hash).toString("hex").toUpperCase()
  const facts = joinFacts(hex, keyId, now, limits.expiresAt, scopes, networks)
  return {
    hash,
    client_id: clientId,
    created_at: now,
    key_id: keyId ?? null,
    expires_at: limits.expiresAt ?? null,
    scopes: scopes ?? null,
    networks: networks ?? null,
    binding: binding.bind("api_key", clientId, facts)
  }
}

const keyChanges = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const units = yield* UnitsOfWork
  const binding = yield* RowBinding

  const addKey: Store["addKey"] = (clientId, hash, keyId, limits) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const row = newKeyRow(binding, now, clientId, hash, keyId, limits)
      return units.run(function* (): Generator<Statement, "ACCEPTED" | "KNOWN" | "TOO_MANY"> {
        // Serializes concurrent calls that count the client's keys.
        yield* statement`SELECT id FROM client WHERE id = ${clientId} ${literal(lockClause(sql, "exclusive"))}`
        const known = yield* statement`SELECT 1 FROM api_key WHERE hash = ${hash}`
        if (known.length > 0) return "KNOWN"
        const live = yield* statement`SELECT 1 FROM api_key WHERE client_id = ${clientId} AND revoked_at IS NULL
            AND (expires_at IS NULL OR expires_at > ${now})`
        if (live.length >= maxLiveApiKeys) return "TOO_MANY"
        yield* statement`INSERT INTO api_key ${insertClause(row)}`.unread
        return "ACCEPTED"
      })
    }).pipe(
      withFullDurability,
      Effect.map((result) => result !== "TOO_MANY"),
      mapToStoreError("add API key")
    )

  return {
    addKey,
    revokeKey: (keyId) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        writeDurably(
          units,
          "revoke API key",
          // Removes the binding too, so clearing `revoked_at` in the database cannot reactivate the key. Restoring the
          // old row together with its binding would still reactivate it.
          statement`UPDATE api_key SET revoked_at = ${now}, binding = NULL
              WHERE key_id = ${keyId} AND revoked_at IS NULL RETURNING 1`
        )
      ),
    eraseKeys: (endedBefore) =>
      sql`DELETE FROM api_key WHERE coalesce(revoked_at, expires_at) < ${endedBefore}`.pipe(
        sql.withTransaction,
        Effect.asVoid,
        mapToStoreError("erase API keys")
      ),
    rehashKey: (clientId, before, hash) =>
      units
        .run(function* () {
          const [row] = yield* statement<{ readonly facts: string; readonly binding: Uint8Array | null }>`
              SELECT ${literal(factsSql.api_key)} AS facts, binding FROM api_key
              WHERE hash = ${before} AND client_id = ${clientId} AND revoked_at IS NULL`
          if (row === undefined || !binding.isBound("api_key", { clientId, ...row })) return
          const rest = row.facts.slice(row.facts.indexOf("|"))
          const bound = binding.bind("api_key", clientId, Buffer.from(hash).toString("hex").toUpperCase() + rest)
          yield* statement`UPDATE api_key SET ${setClause({ hash, binding: bound })}
              WHERE hash = ${before} AND client_id = ${clientId}`.unread
        })
        .pipe(withFullDurability, mapToStoreError("hash API key again"))
  } satisfies Partial<Store>
})

/** The return URLs or origins that the operator has registered for a client, oldest first. */
const registrations = Effect.fnUntraced(function* (table: "client_origin" | "client_return_url") {
  const sql = yield* SqlClient.SqlClient
  const units = yield* UnitsOfWork
  const binding = yield* RowBinding
  const column = factsSql[table]
  const names = sql.literal(`${column} AS registered, binding FROM ${table}`)
  return {
    list: (clientId: string) =>
      sql`SELECT ${names} WHERE client_id = ${clientId} ORDER BY created_at, ${sql.literal(column)}`.pipe(
        mapToStoreError(`list ${table}`),
        Effect.flatMap((rows) =>
          Effect.filter(decodeRegistrations(rows), ({ binding: bound, registered }) => {
            const row = { clientId, facts: registered, binding: bound }
            return binding.isBound(table, row)
              ? Effect.succeed(true)
              : Effect.as(binding.report(table, row, { clientId }), false)
          })
        ),
        Effect.map((bound) => bound.map(({ registered }) => registered))
      ),
    add: (clientId: string, text: string) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        const bound = binding.bind(table, clientId, text)
        const row = { client_id: clientId, [column]: text, created_at: now, binding: bound }
        return writeDurably(
          units,
          `add ${table}`,
          statement`INSERT INTO ${literal(table)} ${insertClause(row)}
              ON CONFLICT (client_id, ${literal(column)}) DO UPDATE SET binding = excluded.binding RETURNING 1`
        )
      }).pipe(Effect.asVoid),
    remove: (clientId: string, text: string) =>
      writeDurably(
        units,
        `remove ${table}`,
        statement`DELETE FROM ${literal(table)}
            WHERE client_id = ${clientId} AND ${literal(column)} = ${text} RETURNING 1`
      )
  }
})

export const layer = Layer.effect(
  ClientStore,
  Effect.gen(function* () {
    const returnUrls = yield* registrations("client_return_url")
    const origins = yield* registrations("client_origin")
    return ClientStore.of({
      ...(yield* clients),
      ...(yield* keyLookup),
      ...(yield* keyChanges),
      returnUrls: returnUrls.list,
      addReturnUrl: returnUrls.add,
      removeReturnUrl: returnUrls.remove,
      origins: origins.list,
      addOrigin: origins.add,
      removeOrigin: origins.remove
    })
  })
).pipe(Layer.provide(bindingLayer))
