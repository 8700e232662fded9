/** Reads the evidence of a run: the rows of the database, the company's log, and what the clients saw. */
import type { Client } from "@sheaf/adapters-http/testing"
import { BankFiles } from "@sheaf/app-api/testing"
import { Schema, SchemaTransformation } from "effect"
import { readFileSync } from "node:fs"
import type { CollectionFleet } from "../fleet/CollectionFleet.ts"
import type { ConsentFleet } from "../fleet/ConsentFleet.ts"
import type { Stage } from "../stage/Stage.ts"
import type { CollectionRow, CompanyCall, ConsentStep, Evidence, ReadEvent, Reading } from "./Evidence.ts"

/** SQLite returns numbers, and PostgreSQL returns large ones in other forms. */
const Numeric = Schema.Union([
  Schema.Finite,
  Schema.FiniteFromString,
  Schema.BigInt.pipe(Schema.decodeTo(Schema.Finite, SchemaTransformation.transform({ decode: Number, encode: BigInt })))
])

const read =
  <A>(row: Schema.Codec<A, unknown>) =>
  (rows: ReadonlyArray<unknown>): ReadonlyArray<A> =>
    Schema.decodeUnknownSync(Schema.Array(row))(rows)

const collectionsIn = read(
  Schema.Struct({
    id: Schema.String,
    status: Schema.String,
    step: Numeric,
    ended: Schema.NullOr(Numeric),
    consent: Schema.NullOr(Schema.String)
  })
)
const historyIn = read(Schema.Struct({ id: Schema.String, revision: Numeric, status: Schema.String, at: Numeric }))
const documentsIn = read(Schema.Struct({ id: Schema.String, documents: Numeric }))
const consentsIn = read(Schema.Struct({ id: Schema.String, status: Schema.String, revision: Numeric, since: Numeric }))
const readingsIn = read(
  Schema.Struct({ id: Schema.String, consent: Schema.String, readat: Numeric, revokedat: Numeric })
)

const collectionsOf = async ({ query }: Stage): Promise<ReadonlyArray<CollectionRow>> => {
  const rows = collectionsIn(
    await query("SELECT id, status, step, ended_at AS ended, consent_id AS consent FROM collection")
  )
  const entries = historyIn(
    await query("SELECT collection_id AS id, revision, status, at FROM collection_history ORDER BY revision")
  )
  const counts = documentsIn(
    await query("SELECT collection_id AS id, count(*) AS documents FROM collection_document GROUP BY collection_id")
  )
  const histories = Map.groupBy(entries, ({ id }) => id)
  const documents = new Map(counts.map((each) => [each.id, each.documents]))
  return rows.map(({ consent, ended, id, status, step }) => ({
    id,
    status,
    step,
    hasEnded: ended !== null,
    isUnderConsent: consent !== null,
    history: (histories.get(id) ?? []).map(({ at, revision, status }) => ({ at, revision, status })),
    documents: documents.get(id) ?? 0
  }))
}

/** The recorded statuses of all consents, in the order of the changes. */
const consentsOf = async ({ query, tables }: Stage): Promise<ReadonlyArray<ConsentStep>> =>
  consentsIn(await query(`SELECT id, status, revision, since FROM ${tables.consents} ORDER BY ${tables.order}`))

/** The collections that read data under a consent that was revoked. `tables` knows the time of each change. */
const readingsOf = async ({ query, tables }: Stage): Promise<ReadonlyArray<Reading>> => {
  const rows = readingsIn(
    await query(`SELECT collection.id, consent_id AS consent, ${tables.readAt} AS readat, ${tables.revokedAt} AS revokedat
      FROM collection
        JOIN collection_history AS entry
          ON collection_id = collection.id AND entry.status IN ('COMPLETED', 'COMPLETED_PARTIAL')
        JOIN ${tables.consents} AS revocation ON revocation.id = consent_id AND revocation.status = 'REVOKED'`)
  )
  return rows.map(({ consent, id, readat, revokedat }) => ({
    id,
    consentId: consent,
    readAt: readat,
    revokedAt: revokedat
  }))
}

/** Follows the client's events from the oldest one to the newest. */
export const eventsOf = async (client: Client): Promise<ReadonlyArray<ReadEvent>> => {
  const all: Array<ReadEvent> = []
  let path: string | undefined = "/events?limit=100"
  while (path !== undefined) {
    const answer = await client.send(path)
    const page = answer.read<ReadonlyArray<ReadEvent>>()
    all.push(...page)
    path = page.length === 0 ? undefined : /<([^>]*)>; rel="next"/.exec(answer.headers.get("link") ?? "")?.[1]
  }
  return all
}

const callsIn = (file: string): ReadonlyArray<CompanyCall> =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line): CompanyCall => JSON.parse(line))

/** Reads the evidence. Everything must have ended, except the deliveries of events. */
export const evidenceOf = async (
  stage: Stage,
  collections: CollectionFleet,
  consents: ConsentFleet
): Promise<Evidence> => {
  await collections.findDocuments()
  return {
    collections: await collectionsOf(stage),
    consents: await consentsOf(stage),
    readings: await readingsOf(stage),
    calls: callsIn(stage.companyLog),
    accepted: collections.accepted,
    acceptedConsents: await consents.readAccepted(),
    banks: BankFiles.all(stage.dataDir).map(({ status }) => status),
    events: await eventsOf(stage.client),
    delivered: stage.webhooks.delivered()
  }
}
