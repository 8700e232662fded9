/** Certificates in SQL. Each row is bound to its client. Nothing is encrypted, because certificates are public. */
import { CertificateStore, revocationReasons } from "@sheaf/ports"
import type { RevocationReason, StoredCertificate } from "@sheaf/ports"
import { Clock, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { Statement } from "effect/sql"
import { joinFacts, layer as bindingLayer, RowBinding } from "../sealing/RowBinding.ts"
import { bytes, selectList } from "../database/Columns.ts"
import { withFullDurability } from "../database/Durability.ts"
import { withSerializableIsolation } from "../database/Isolation.ts"
import { PointReads } from "../database/PointReads.ts"
import { mapToStoreError } from "../database/SqlErrors.ts"
import { writeDurably } from "../database/DurableWrite.ts"
import { insertClause, literal, statement } from "../unitsOfWork/Statement.ts"
import { UnitsOfWork } from "../unitsOfWork/UnitsOfWork.ts"

const CertificateRow = Schema.Struct({
  serial: Schema.String,
  clientId: Schema.String,
  environment: Schema.Literals(["test", "production"]),
  subjectKeyId: Schema.String,
  notBefore: Schema.Finite,
  notAfter: Schema.Finite,
  issuedAt: Schema.Finite,
  revokedAt: Schema.NullOr(Schema.Finite),
  reason: Schema.NullOr(Schema.Literals(revocationReasons)),
  binding: Schema.NullOr(bytes)
})
const decodeRow = Schema.decodeUnknownSync(CertificateRow)
const decodeRows = Schema.decodeUnknownSync(Schema.Array(CertificateRow))

interface Owner {
  readonly clientId: string
}

type Facts = Pick<StoredCertificate, "environment" | "issuedAt" | "notAfter" | "notBefore" | "serial" | "subjectKeyId">

/** Joins the values that the row's `binding` protects against manual changes, in the order of `factsSql`. */
const boundFacts = ({ environment, issuedAt, notAfter, notBefore, serial, subjectKeyId }: Facts): string =>
  joinFacts(serial, environment, subjectKeyId, notBefore, notAfter, issuedAt)

const toCertificate = ({ binding: _, reason, revokedAt, ...row }: typeof CertificateRow.Type): StoredCertificate => ({
  ...row,
  ...(revokedAt !== null && { revokedAt }),
  ...(reason !== null && { reason })
})

const columns = selectList(CertificateRow)

type Store = CertificateStore["Service"]

const lookup = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const points = yield* PointReads
  const binding = yield* RowBinding
  const bySerial = points.prepareOption(
    "read certificate",
    `SELECT ${columns} FROM certificate WHERE serial = ?`,
    (found): Effect.Effect<Option.Option<StoredCertificate>> => {
      const certificate = decodeRow(found)
      const { clientId, revokedAt, serial } = certificate
      const row = { clientId, facts: boundFacts(certificate), binding: certificate.binding }
      // Revoking a certificate removes its binding, so clearing `revoked_at` in the database cannot reactivate the
      // certificate. Only restoring the old row together with its binding would do that.
      return revokedAt !== null || binding.isBound("certificate", row)
        ? Effect.succeedSome(toCertificate(certificate))
        : Effect.as(binding.report("certificate", row, { serial }), Option.none())
    }
  )
  const list = (operation: string, rest: Statement.Fragment) =>
    sql`SELECT ${sql.literal(columns)} FROM certificate ${rest}`.pipe(
      mapToStoreError(operation),
      Effect.map((rows) => decodeRows(rows).map(toCertificate))
    )
  return {
    find: (serial) => bySerial(serial),
    list: (clientId) =>
      list(
        "list certificates",
        sql`${clientId === undefined ? sql`` : sql`WHERE client_id = ${clientId}`} ORDER BY issued_at, serial`
      ),
    withKey: (subjectKeyId) =>
      list("find certificates of a key", sql`WHERE subject_key_id = ${subjectKeyId} ORDER BY issued_at, serial`),
    revoked: (environment, notAfterFrom) =>
      list(
        "list revoked certificates",
        sql`WHERE environment = ${environment} AND revoked_at IS NOT NULL AND not_after >= ${notAfterFrom}
            ORDER BY revoked_at, serial`
      )
  } satisfies Partial<Store>
})

const ownersOf = (subjectKeyId: string) =>
  statement<Owner>`SELECT client_id AS "clientId" FROM certificate WHERE subject_key_id = ${subjectKeyId}
        UNION SELECT client_id FROM certified_key WHERE subject_key_id = ${subjectKeyId} ORDER BY 1`

const issuance = Effect.gen(function* () {
  const units = yield* UnitsOfWork
  const binding = yield* RowBinding
  return {
    record: (certificate) => {
      const { clientId, environment, issuedAt, notAfter, notBefore, serial, subjectKeyId } = certificate
      const row = {
        serial,
        client_id: clientId,
        environment,
        subject_key_id: subjectKeyId,
        not_before: notBefore,
        not_after: notAfter,
        issued_at: issuedAt,
        binding: binding.bind("certificate", clientId, boundFacts(certificate))
      }
      return units
        .run(function* () {
          const owners = yield* ownersOf(subjectKeyId)
          if (owners.some((owner) => owner.clientId !== clientId)) return false
          const added =
            yield* statement`INSERT INTO certificate ${insertClause(row)} ON CONFLICT DO NOTHING RETURNING 1`
          return added.length > 0
        })
        .pipe(
          // Serializable, because another client could otherwise record a certificate for the same key at the same
          // time.
          withSerializableIsolation,
          withFullDurability,
          mapToStoreError("record certificate")
        )
    },
    clientsWithKey: (subjectKeyId) =>
      units
        .run(function* () {
          return (yield* ownersOf(subjectKeyId)).map(({ clientId }) => clientId)
        })
        .pipe(mapToStoreError("find clients of a key"))
  } satisfies Partial<Store>
})

/** Returns the SQL condition for replacing an earlier revocation. Only the reason `keyCompromise` replaces one. */
const takesOver = (reason: RevocationReason | undefined) =>
  reason === "keyCompromise" ? statement`COALESCE(reason, '') <> ${reason}` : literal("1 = 0")

const revocation = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const units = yield* UnitsOfWork
  return {
    revoke: (serial, reason) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        writeDurably(
          units,
          "revoke certificate",
          statement`UPDATE certificate SET revoked_at = COALESCE(revoked_at, ${now}), reason = ${reason ?? null},
              binding = NULL
              WHERE serial = ${serial} AND (revoked_at IS NULL OR ${takesOver(reason)}) RETURNING 1`
        )
      ),
    eraseExpired: (expiredBefore) =>
      Effect.gen(function* () {
        const erasable = sql`not_after < ${expiredBefore} AND (reason IS NULL OR reason <> 'keyCompromise')`
        yield* sql`INSERT INTO certified_key (subject_key_id, client_id)
            SELECT DISTINCT subject_key_id, client_id FROM certificate WHERE ${erasable} ON CONFLICT DO NOTHING`
        yield* sql`DELETE FROM certificate WHERE ${erasable}`
      }).pipe(sql.withTransaction, mapToStoreError("erase certificates"))
  } satisfies Partial<Store>
})

export const layer = Layer.effect(
  CertificateStore,
  Effect.gen(function* () {
    return CertificateStore.of({ ...(yield* lookup), ...(yield* issuance), ...(yield* revocation) })
  })
).pipe(Layer.provide(bindingLayer))
