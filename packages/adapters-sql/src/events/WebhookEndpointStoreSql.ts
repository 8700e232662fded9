/** Stores webhook endpoints in SQL (spec 6). */
import { maxEndpointsPerClient } from "@sheaf/domain/WebhookEndpoint"
import { ChangeSignals, endpointChangeTopic, WebhookEndpointStore } from "@sheaf/ports"
import type { StoredWebhookEndpoint, WebhookSettings } from "@sheaf/ports"
import { Clock, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { lockClause } from "../database/Dialect.ts"
import { withFullDurability } from "../database/Durability.ts"
import { mapToStoreError } from "../database/SqlErrors.ts"
import { writeDurably } from "../database/DurableWrite.ts"
import { withoutInterceptor } from "../unitsOfWork/UnitInterceptor.ts"
import { insertClause, literal, statement } from "../unitsOfWork/Statement.ts"
import { UnitsOfWork } from "../unitsOfWork/UnitsOfWork.ts"
import * as WebhookAttempts from "./WebhookAttempts.ts"
import * as Row from "./WebhookEndpointRow.ts"
import { rowShards } from "../processes/ProcessRows.ts"

type EndpointStore = WebhookEndpointStore["Service"]

const makeTools = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const units = yield* UnitsOfWork
  const { publish } = yield* ChangeSignals
  const rows = yield* Row.make
  const columns = sql.literal(Row.columns)

  const announce = (endpointId: string) => Effect.ensuring(publish(endpointChangeTopic(endpointId)))

  const find = (clientId: string, endpointId: string) =>
    sql`SELECT ${columns} FROM webhook_endpoint WHERE id = ${endpointId} AND client_id = ${clientId}`.pipe(
      mapToStoreError("find webhook endpoint")
    )

  return { sql, units, rows, columns, announce, find }
})
type Tools = Effect.Success<typeof makeTools>

const addTo = ({ announce, rows, sql, units }: Tools, choose: () => number): EndpointStore["add"] =>
  Effect.fnUntraced(function* (endpoint, position) {
    const { clientId, createdAt, disabled, endpointId } = endpoint
    const row = {
      id: endpointId,
      client_id: clientId,
      settings: yield* rows.seal(endpoint, endpoint),
      shard: choose(),
      created_at: createdAt,
      disabled_at: disabled?.at ?? null,
      disabled_reason: disabled?.reason ?? null,
      batch: position.batch,
      seq: position.seq
    }
    const exclusive = lockClause(sql, "exclusive")
    return yield* units
      .run(function* () {
        // Serializes concurrent calls that count the client's endpoints.
        yield* statement`SELECT id FROM client WHERE id = ${clientId} ${literal(exclusive)}`
        const known = yield* statement`SELECT id FROM webhook_endpoint WHERE client_id = ${clientId}`
        if (known.length >= maxEndpointsPerClient) return false
        yield* statement`INSERT INTO webhook_endpoint ${insertClause(row)}`.unread
        return true
      })
      .pipe(withFullDurability, mapToStoreError("add webhook endpoint"), announce(endpointId))
  })

/** Changes an endpoint's settings. Retries if another change was written first. */
const changeIn = ({ announce, find, rows, units }: Tools): EndpointStore["change"] => {
  const changeOnce = Effect.fnUntraced(function* (
    clientId: string,
    endpointId: string,
    change: (settings: WebhookSettings) => WebhookSettings
  ) {
    const [row] = yield* find(clientId, endpointId)
    const found = row === undefined ? Option.none() : yield* rows.toEndpoint(row)
    if (row === undefined || Option.isNone(found)) return { isApplied: true, changed: Option.none() }
    // If the new settings have no `types`, the endpoint receives events of all types, so its old `types` are not kept.
    const { types: _, ...endpoint } = found.value
    const changed: StoredWebhookEndpoint = { ...endpoint, ...change(found.value) }
    const settings = yield* rows.seal(changed, changed)
    const isApplied = yield* writeDurably(
      units,
      "change webhook endpoint",
      statement`UPDATE webhook_endpoint SET settings = ${settings}
        WHERE id = ${endpointId} AND settings = ${Row.sealedSettingsOf(row)} RETURNING id`
    )
    return { isApplied, changed: Option.some(changed) }
  })

  const untilApplied: EndpointStore["change"] = (clientId, endpointId, settings) =>
    Effect.flatMap(changeOnce(clientId, endpointId, settings), ({ changed, isApplied }) =>
      isApplied ? Effect.succeed(changed) : untilApplied(clientId, endpointId, settings)
    )

  return (clientId, endpointId, settings) => untilApplied(clientId, endpointId, settings).pipe(announce(endpointId))
}

/** Disables an endpoint, and ends its deliveries and its replay. */
const disableIn =
  ({ announce, units }: Tools): EndpointStore["disable"] =>
  (clientId, endpointId, { at, reason }) =>
    units
      .run(function* () {
        const disabled = yield* statement`UPDATE webhook_endpoint SET disabled_at = ${at}, disabled_reason = ${reason},
            replay_batch = NULL, replay_seq = NULL, replay_until_batch = NULL, replay_until_seq = NULL
          WHERE id = ${endpointId} AND client_id = ${clientId} AND disabled_at IS NULL RETURNING id`
        if (disabled.length === 0) return false
        yield* statement`DELETE FROM webhook_delivery WHERE endpoint_id = ${endpointId}`.unread
        return true
      })
      .pipe(withFullDurability, mapToStoreError("disable webhook endpoint"), announce(endpointId))

const removeFrom = ({ announce, find, units }: Tools, disable: EndpointStore["disable"]): EndpointStore["remove"] =>
  Effect.fnUntraced(function* (clientId, endpointId) {
    if ((yield* find(clientId, endpointId)).length === 0) return false
    // There may be many deliveries and attempts, so they are removed first, in separate transactions.
    yield* withoutInterceptor(
      Effect.gen(function* () {
        yield* disable(clientId, endpointId, { at: yield* Clock.currentTimeMillis, reason: "BY_CLIENT" })
        yield* mapToStoreError("erase attempts")(WebhookAttempts.erase(units, endpointId, Number.MAX_SAFE_INTEGER))
      })
    )
    return yield* writeDurably(
      units,
      "remove webhook endpoint",
      statement`DELETE FROM webhook_endpoint WHERE id = ${endpointId} AND client_id = ${clientId} RETURNING id`
    ).pipe(announce(endpointId))
  })

export const layer = Layer.effect(
  WebhookEndpointStore,
  Effect.gen(function* () {
    const tools = yield* makeTools
    const { announce, columns, find, rows, sql, units } = tools
    const shard = yield* rowShards
    const change = changeIn(tools)
    const disable = disableIn(tools)

    return WebhookEndpointStore.of({
      add: addTo(tools, shard.choose),
      change,
      disable,
      remove: removeFrom(tools, disable),
      find: (clientId, endpointId) =>
        Effect.flatMap(find(clientId, endpointId), ([row]) =>
          row === undefined ? Effect.succeedNone : rows.toEndpoint(row)
        ),
      list: (clientId) =>
        sql`SELECT ${columns} FROM webhook_endpoint WHERE client_id = ${clientId} ORDER BY created_at, id`.pipe(
          Effect.flatMap((found) => Effect.forEach(found, rows.toEndpoint)),
          Effect.map((found) => found.flatMap(Option.toArray)),
          mapToStoreError("list webhook endpoints")
        ),
      rotate: (clientId, endpointId, secretsAfter) =>
        change(clientId, endpointId, (settings) => ({ ...settings, secrets: secretsAfter(settings.secrets) })),
      enable: (clientId, endpointId, { batch, seq }) =>
        writeDurably(
          units,
          "enable webhook endpoint",
          statement`UPDATE webhook_endpoint SET disabled_at = NULL, disabled_reason = NULL, first_failed_at = NULL,
              batch = ${batch}, seq = ${seq} ${shard.taken()}
            WHERE id = ${endpointId} AND client_id = ${clientId} AND disabled_at IS NOT NULL RETURNING id`
        ).pipe(announce(endpointId)),
      replay: (clientId, endpointId, { after, until }) =>
        writeDurably(
          units,
          "replay events",
          statement`UPDATE webhook_endpoint SET replay_batch = ${after.batch}, replay_seq = ${after.seq},
              replay_until_batch = ${until.batch}, replay_until_seq = ${until.seq}
            WHERE id = ${endpointId} AND client_id = ${clientId} AND disabled_at IS NULL RETURNING id`
        ).pipe(announce(endpointId))
    })
  })
)
