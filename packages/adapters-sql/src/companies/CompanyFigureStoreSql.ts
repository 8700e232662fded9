/** Statistics about companies, taken from ended collections and stored in SQL (spec 14.5). */
import { CompanyId } from "@sheaf/domain/Company"
import { LoginMethod } from "@sheaf/domain/LoginMethod"
import { driftsOf, ShapeDrift, ShapeHistory } from "@sheaf/domain/RecordDrift"
import { CountedEnd } from "@sheaf/domain/SuccessRate"
import { CompanyFigureStore } from "@sheaf/ports"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { mapToStoreError } from "../database/SqlErrors.ts"
import { changesRow, statement } from "../unitsOfWork/Statement.ts"
import { UnitsOfWork } from "../unitsOfWork/UnitsOfWork.ts"

const login = { company: CompanyId, loginMethod: LoginMethod }

const EndRow = Schema.Struct({
  ...login,
  end: Schema.Literals([...CountedEnd.literals, "OTHER"]),
  seconds: Schema.Finite,
  count: Schema.Finite
})
const decodeEnds = Schema.decodeUnknownSync(Schema.Array(EndRow))
const decodePeriodEnds = Schema.decodeUnknownSync(
  Schema.Array(Schema.Struct({ start: Schema.Finite, ...EndRow.fields }))
)

const History = Schema.fromJsonString(ShapeHistory)
const Drifts = Schema.fromJsonString(Schema.Array(ShapeDrift))

const decodeShapes = Schema.decodeUnknownSync(
  Schema.Array(Schema.Struct({ history: History, revision: Schema.Finite }))
)

const decodeDrifts = Schema.decodeUnknownSync(
  Schema.Array(Schema.Struct({ ...login, kind: Schema.String, drifts: Drifts }))
)

const encodeHistory = Schema.encodeSync(History)
const encodeDrifts = Schema.encodeSync(Drifts)

const ends = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const units = yield* UnitsOfWork
  return {
    addEnds: ({ resolution, start }, counted) =>
      units
        .run(function* () {
          for (const { company, count, end, loginMethod, seconds } of counted) {
            yield* statement`INSERT INTO collection_end
              (resolution, start, company, login_method, ended, seconds, count)
              VALUES (${resolution}, ${start}, ${company}, ${loginMethod}, ${end}, ${seconds}, ${count})
              ON CONFLICT (resolution, start, company, login_method, ended, seconds)
              DO UPDATE SET count = collection_end.count + excluded.count`.unread
          }
        })
        .pipe(mapToStoreError("count collections")),
    endsSince: ({ resolution, start }) =>
      sql`SELECT company, login_method AS "loginMethod", ended AS "end", seconds,
        CAST(SUM(count) AS INTEGER) AS count
        FROM collection_end WHERE resolution = ${resolution} AND start >= ${start}
        GROUP BY company, login_method, ended, seconds ORDER BY company, login_method, ended, seconds`.pipe(
        Effect.map(decodeEnds),
        mapToStoreError("read collection counts")
      ),
    endsByPeriod: ({ resolution, start }) =>
      sql`SELECT start, company, login_method AS "loginMethod", ended AS "end", seconds, count
        FROM collection_end WHERE resolution = ${resolution} AND start >= ${start}
        ORDER BY start, company, login_method, ended, seconds`.pipe(
        Effect.map(decodePeriodEnds),
        mapToStoreError("read collection counts")
      )
  } satisfies Partial<CompanyFigureStore["Service"]>
})

const shapes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const units = yield* UnitsOfWork
  return {
    shapes: ({ company, kind, loginMethod }) =>
      sql`SELECT history, revision FROM record_shape
        WHERE company = ${company} AND login_method = ${loginMethod} AND kind = ${kind}`.pipe(
        Effect.map((rows) => Option.fromUndefinedOr(decodeShapes(rows)[0])),
        mapToStoreError("read record shapes")
      ),
    replaceShapes: ({ company, kind, loginMethod }, { history, revision }, at) => {
      const found = driftsOf(history)
      const [text, drifts] = [encodeHistory(history), found.length === 0 ? null : encodeDrifts(found)]
      return units
        .run(() =>
          changesRow(
            revision === 0
              ? statement`INSERT INTO record_shape (company, login_method, kind, history, drifts, revision, changed_at)
                  VALUES (${company}, ${loginMethod}, ${kind}, ${text}, ${drifts}, 1, ${at})
                  ON CONFLICT DO NOTHING RETURNING revision`
              : statement`UPDATE record_shape
                  SET history = ${text}, drifts = ${drifts}, revision = ${revision + 1}, changed_at = ${at}
                  WHERE company = ${company} AND login_method = ${loginMethod} AND kind = ${kind}
                  AND revision = ${revision} RETURNING revision`
          )
        )
        .pipe(mapToStoreError("record shapes"))
    },
    drifts: sql`SELECT company, login_method AS "loginMethod", kind, drifts FROM record_shape
      WHERE drifts IS NOT NULL ORDER BY company, login_method, kind`.pipe(
      Effect.map((rows) =>
        decodeDrifts(rows).flatMap(({ drifts, ...of }) => drifts.map((drift) => ({ ...of, ...drift })))
      ),
      mapToStoreError("read record drifts")
    ),
    erase: (expired, writtenBefore) =>
      units
        .run(function* () {
          for (const { resolution, start } of expired) {
            yield* statement`DELETE FROM collection_end WHERE resolution = ${resolution} AND start <= ${start}`.unread
          }
          yield* statement`DELETE FROM record_shape WHERE changed_at < ${writtenBefore}`.unread
        })
        .pipe(mapToStoreError("erase company figures"))
  } satisfies Partial<CompanyFigureStore["Service"]>
})

export const layer = Layer.effect(
  CompanyFigureStore,
  Effect.map(Effect.all([ends, shapes]), ([ofEnds, ofShapes]) => CompanyFigureStore.of({ ...ofEnds, ...ofShapes }))
)
