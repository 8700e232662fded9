/** Reads the evidence of a run: the rows of the database, the company's log, and what the clients saw. */
import type { TestClient } from "@sheaf/sandbox-site/testing"
import { BankFiles } from "@sheaf/app-api/testing"
import { readFileSync } from "node:fs"
import type { CollectionWorkload } from "./workload/CollectionWorkload.ts"
import type { ConsentWorkload } from "./workload/ConsentWorkload.ts"
import type { ChaosTestbed } from "./stage/Stage.ts"
import type {
  CollectionRow,
  CompanyCall,
  ConsentStatusEntry,
  Evidence,
  HistoryEntry,
  ObservedEvent,
  ReadAfterRevocation
} from "./checker/Evidence.ts"

/** Casts a column so that both databases return a number. */
const numeric = (column: string, name = column): string => `CAST(${column} AS double precision) AS "${name}"`

const read = async <A>({ query }: ChaosTestbed, statement: string): Promise<ReadonlyArray<A>> =>
  (await query(statement)) as ReadonlyArray<A> // the caller describes the statement's columns in `A`

const collectionsOf = async (stage: ChaosTestbed): Promise<ReadonlyArray<CollectionRow>> => {
  const rows = await read<Omit<CollectionRow, "history">>(
    stage,
    `SELECT id, status, ${numeric("step")}, ended_at IS NOT NULL AS "hasEnded", consent_id IS NOT NULL AS "isUnderConsent",
        (SELECT ${numeric("count(*)", "count")} FROM collection_document WHERE collection_id = collection.id) AS documents
      FROM collection`
  )
  const entries = await read<HistoryEntry & { readonly id: string }>(
    stage,
    `SELECT collection_id AS id, ${numeric("revision")}, status, ${numeric("at")}
      FROM collection_history ORDER BY collection_history.revision`
  )
  const histories = Map.groupBy(entries, ({ id }) => id)
  return rows.map((row) => ({
    ...row,
    // SQLite has no booleans.
    hasEnded: Boolean(row.hasEnded),
    isUnderConsent: Boolean(row.isUnderConsent),
    history: histories.get(row.id) ?? []
  }))
}

const consentsOf = (stage: ChaosTestbed): Promise<ReadonlyArray<ConsentStatusEntry>> =>
  read(
    stage,
    `SELECT id, status, ${numeric("revision")}, ${numeric("since")} FROM ${stage.tables.consents} AS change ORDER BY place`
  )

const readingsOf = (stage: ChaosTestbed): Promise<ReadonlyArray<ReadAfterRevocation>> => {
  const { consents, readAt, revokedAt } = stage.tables
  return read(
    stage,
    `SELECT collection.id, consent_id AS "consentId", ${numeric(readAt, "readAt")}, ${numeric(revokedAt, "revokedAt")}
      FROM collection
        JOIN collection_history AS entry
          ON collection_id = collection.id AND entry.status IN ('COMPLETED', 'COMPLETED_PARTIAL')
        JOIN ${consents} AS revocation ON revocation.id = consent_id AND revocation.status = 'REVOKED'`
  )
}

/** Returns the events, oldest first. */
export const eventsOf = async (client: TestClient): Promise<ReadonlyArray<ObservedEvent>> => {
  const all: Array<ObservedEvent> = []
  let path: string | undefined = "/events?limit=100"
  while (path !== undefined) {
    const answer = await client.send(path)
    const page = answer.read<ReadonlyArray<ObservedEvent>>()
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

/** Call this after everything except event delivery has finished. */
export const evidenceOf = async (
  stage: ChaosTestbed,
  collections: CollectionWorkload,
  consents: ConsentWorkload
): Promise<Evidence> => ({
  accepted: await collections.readAccepted(),
  acceptedConsents: await consents.readAccepted(),
  collections: await collectionsOf(stage),
  consents: await consentsOf(stage),
  readings: await readingsOf(stage),
  calls: callsIn(stage.companyLog),
  banks: BankFiles.storedConsents(stage.dataDir).map(({ status }) => status),
  events: await eventsOf(stage.client),
  delivered: stage.webhooks.delivered()
})
