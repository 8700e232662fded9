/** Finds an object of any kind by its id, in SQL (spec 14.5). Reads no sealed column. */
import { failureStatuses } from "@sheaf/domain/CollectionStatus"
import { StoryStore, maxFailures, maxStoryItems } from "@sheaf/ports"
import type { StoredStory } from "@sheaf/ports"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { runStatement } from "../database/Dialect.ts"
import { mapToStoreError } from "../database/SqlErrors.ts"
import { attemptColumns, readAttempts } from "../events/WebhookDeliveryStoreSql.ts"
import { inList, literal, statement } from "../unitsOfWork/Statement.ts"
import type { Statement } from "../unitsOfWork/Statement.ts"

/** Describes which columns of a table appear in a `StoredStory`. None of them is sealed. */
interface Shape {
  readonly kind: StoredStory["kind"]
  readonly table: string
  /** The name of the id column. Default: `id`. */
  readonly key?: string
  readonly facts: Readonly<Record<string, string>>
  /** Time columns, keyed by what happened at that time. The first is the creation time. */
  readonly times: Readonly<Record<string, string>>
  readonly links: Readonly<Record<string, string>>
  readonly parts?: Readonly<Record<string, string>>
}

const owners = { user: "user_id", "Connect session": "connect_session_id" } as const

const shapes: ReadonlyArray<Shape> = [
  {
    kind: "COLLECTION",
    table: "collection",
    facts: { client: "client_id", company: "company", method: "login_method", status: "status", test: "test" },
    times: { created: "created_at", ended: "ended_at", "data erased": "data_expired_at" },
    links: { ...owners, consent: "consent_id" }
  },
  {
    kind: "CONSENT",
    table: "consent",
    facts: { client: "client_id", company: "company", method: "login_method", status: "status", failure: "failure" },
    times: {
      created: "created_at",
      "last change of status": "status_changed_at",
      expires: "expires_at",
      revoked: "revoked_at",
      closed: "closed_at"
    },
    links: { ...owners, renews: "renews" },
    parts: { collection: "consent_id" }
  },
  {
    kind: "USER",
    table: "app_user",
    facts: { client: "client_id", test: "test" },
    times: { created: "created_at", "sessions ended": "sessions_ended_at", erased: "erased_at" },
    links: {},
    parts: { collection: "user_id", consent: "user_id", connect_session: "user_id", monitor: "user_id" }
  },
  {
    kind: "CONNECT_SESSION",
    table: "connect_session",
    facts: { client: "client_id", purpose: "purpose", status: "status" },
    times: { created: "created_at", expires: "expires_at", ended: "ended_at" },
    links: { user: "user_id" },
    parts: { collection: "connect_session_id", consent: "connect_session_id" }
  },
  {
    kind: "MONITOR",
    table: "monitor",
    facts: { client: "client_id", company: "company", status: "status" },
    times: { created: "created_at", "next step": "due_at", ended: "ended_at" },
    links: { user: "user_id", consent: "consent_id", collection: "collection_id" }
  },
  {
    kind: "WEBHOOK_ENDPOINT",
    table: "webhook_endpoint",
    facts: { client: "client_id", disabled: "disabled_reason" },
    times: { created: "created_at", "failing since": "first_failed_at", disabled: "disabled_at" },
    links: {}
  },
  {
    kind: "EVENT",
    table: "event",
    key: "event_id",
    facts: { client: "client_id", type: "type" },
    times: { raised: "at" },
    links: { subject: "subject_id", user: "user_id" }
  },
  {
    kind: "CERTIFICATE",
    table: "certificate",
    key: "serial",
    facts: { client: "client_id", environment: "environment", "revoked because of": "reason" },
    times: { issued: "issued_at", "valid from": "not_before", "valid until": "not_after", revoked: "revoked_at" },
    links: {}
  }
]

const Row = Schema.Record(Schema.String, Schema.NullOr(Schema.Union([Schema.String, Schema.Finite])))
type Row = typeof Row.Type
const decodeRows = Schema.decodeUnknownSync(Schema.Array(Row))

const decodeSteps = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ at: Schema.Finite, what: Schema.String })))
const decodeEvents = Schema.decodeUnknownSync(
  Schema.Array(
    Schema.Struct({
      at: Schema.Finite,
      eventId: Schema.String,
      type: Schema.String,
      subjectId: Schema.NullOr(Schema.String)
    })
  )
)
const decodeIds = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ id: Schema.String })))
const decodeEndpoints = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ endpointId: Schema.String })))

const valuesOf = (
  row: Row,
  columns: Readonly<Record<string, string>>
): ReadonlyArray<readonly [string, string | number]> =>
  Object.entries(columns).flatMap(([name, column]) => {
    const value = row[column]
    return value === null || value === undefined || value === "" ? [] : [[name, value] as const]
  })

const factsOf = (row: Row, { facts }: Shape): Readonly<Record<string, string>> =>
  Object.fromEntries(
    valuesOf(row, facts).flatMap(([name, value]) =>
      value === 0 ? [] : [[name, value === 1 ? "yes" : String(value)] as const]
    )
  )

const decodeFailures = Schema.decodeUnknownSync(
  Schema.Array(
    Schema.Struct({
      clientId: Schema.String,
      collectionId: Schema.String,
      endedAt: Schema.Finite,
      loginMethod: Schema.String,
      status: Schema.String
    })
  )
)

const failuresAt = (clientId: string, company: string, since: number): Statement => statement`
  SELECT client_id AS "clientId", id AS "collectionId", ended_at AS "endedAt", login_method AS "loginMethod", status
  FROM collection WHERE client_id = ${clientId} AND company = ${company} AND created_at >= ${since}
    AND status IN ${inList(failureStatuses)} AND ended_at IS NOT NULL
  ORDER BY created_at DESC, id DESC LIMIT ${literal(String(maxFailures))}`

const oldestFirst = <A extends { readonly at: number }>(all: ReadonlyArray<A>): ReadonlyArray<A> =>
  all.toSorted((one, other) => one.at - other.at)

const limit = literal(String(maxStoryItems))

const eventsOf = ({ kind }: Shape, id: string): Statement | undefined => {
  const select = literal('SELECT at, event_id AS "eventId", type, subject_id AS "subjectId" FROM event')
  if (kind === "EVENT") return statement`${select} WHERE client_id IN (SELECT id FROM client) AND event_id = ${id}`
  if (kind === "USER") return statement`${select} WHERE user_id = ${id} ORDER BY at DESC LIMIT ${limit}`
  if (kind === "WEBHOOK_ENDPOINT" || kind === "CERTIFICATE") return undefined
  return statement`${select} WHERE subject_id = ${id} ORDER BY at DESC LIMIT ${limit}`
}

const selectAttempts = literal(`SELECT endpoint_id AS "endpointId", ${attemptColumns} FROM webhook_attempt`)

const attemptsOf = ({ kind }: Shape, id: string, eventIds: ReadonlyArray<string>): Statement | undefined => {
  if (kind === "WEBHOOK_ENDPOINT") {
    return statement`${selectAttempts} WHERE endpoint_id = ${id} ORDER BY at DESC LIMIT ${limit}`
  }
  return eventIds.length === 0
    ? undefined
    : statement`${selectAttempts} WHERE event_id IN ${inList(eventIds)} ORDER BY at DESC LIMIT ${limit}`
}

/** Queries each client separately, because the index that sorts failures begins with client and company. */
const readFailures = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function* (company: string, since: number) {
    const clients = decodeIds(yield* runStatement(sql, statement`SELECT id FROM client`))
    const found = yield* Effect.forEach(clients, ({ id }) => runStatement(sql, failuresAt(id, company, since)))
    return decodeFailures(found.flat())
      .toSorted((one, other) => other.endedAt - one.endedAt)
      .slice(0, maxFailures)
  }, mapToStoreError("read failures"))

export const layer = Layer.effect(
  StoryStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const read = (query: Statement | undefined) => (query === undefined ? Effect.succeed([]) : runStatement(sql, query))

    const rowOf = Effect.fnUntraced(function* ({ facts, key = "id", links, table, times }: Shape, id: string) {
      const columns = new Set([facts, links, times].flatMap(Object.values))
      const ofClient = table === "event" ? "client_id IN (SELECT id FROM client) AND" : ""
      const from = literal(`SELECT ${[...columns].join(", ")} FROM ${table} WHERE ${ofClient} ${key} =`)
      return decodeRows(yield* read(statement`${from} ${id}`))[0]
    })

    const partsOf = ({ parts = {} }: Shape, { client_id: clientId }: Row, id: string) =>
      Effect.forEach(Object.entries(parts), ([table, column]) => {
        const ofClient = statement`${literal(column)} = ${id} AND client_id = ${clientId ?? ""}`
        const query = statement`SELECT id FROM ${literal(table)} WHERE ${ofClient}
          ORDER BY created_at DESC, id DESC LIMIT ${limit}`
        const name = table.replace("connect_", "Connect ")
        return Effect.map(read(query), (rows) => decodeIds(rows).map(({ id }) => ({ name, id })))
      }).pipe(Effect.map((all) => all.flat()))

    const storyOf = Effect.fnUntraced(function* (shape: Shape, row: Row, id: string) {
      const history =
        shape.kind === "COLLECTION"
          ? yield* read(statement`SELECT at, status AS what FROM collection_history WHERE collection_id = ${id}`)
          : []
      const times = valuesOf(row, shape.times).map(([what, at]) => ({ what, at: Number(at) }))
      const events = decodeEvents(yield* read(eventsOf(shape, id)))
      const attempts = yield* read(
        attemptsOf(
          shape,
          id,
          events.map(({ eventId }) => eventId)
        )
      )
      const endpoints = decodeEndpoints(attempts)
      const story: StoredStory = {
        kind: shape.kind,
        createdAt: times[0]?.at ?? 0,
        facts: factsOf(row, shape),
        links: [
          ...valuesOf(row, shape.links).map(([name, link]) => ({ name, id: String(link) })),
          ...(yield* partsOf(shape, row, id))
        ],
        steps: oldestFirst([...times, ...decodeSteps(history)]),
        events: oldestFirst(events).map(({ subjectId, ...event }) => ({
          ...event,
          ...(subjectId !== null && { subjectId })
        })),
        attempts: oldestFirst(
          readAttempts(attempts).map((attempt, index) => ({
            ...attempt,
            endpointId: endpoints[index]?.endpointId ?? ""
          }))
        )
      }
      return story
    })

    return StoryStore.of({
      failures: readFailures(sql),
      find: Effect.fnUntraced(function* (id) {
        for (const shape of shapes) {
          const row = yield* rowOf(shape, id)
          if (row !== undefined) return Option.some(yield* storyOf(shape, row, id))
        }
        return Option.none()
      }, mapToStoreError("read a story"))
    })
  })
)
