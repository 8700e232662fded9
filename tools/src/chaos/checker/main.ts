/**
 * Checks the evidence of a run with faults: `main.ts <database address> <company's log> <client's log>`. Prints a
 * sentence for each broken promise, and exits with code 1 if any promise was broken. It imports none of the service's
 * code.
 */
import { PgConnection } from "@effect/sql-pg"
import { Effect, Redacted } from "effect"
import { readFileSync } from "node:fs"
import type { Accepted, CollectionRow, CompanyCall, ConsentStep, Reading } from "./Evidence.ts"
import * as Rules from "./Rules.ts"

const [url = "", companyLog = "", clientLog = ""] = process.argv.slice(2)

const linesOf = <A>(file: string): ReadonlyArray<A> =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line): A => JSON.parse(line))

const collectionsOf = `SELECT collection.id, status, step, ended_at IS NOT NULL AS "hasEnded",
    consent_id IS NOT NULL AS "isUnderConsent",
    (SELECT count(*)::int FROM collection_document WHERE collection_id = collection.id) AS documents,
    (SELECT coalesce(json_agg(json_build_object('revision', revision, 'status', status, 'at', at) ORDER BY revision), '[]')
      FROM collection_history WHERE collection_id = collection.id) AS history
  FROM collection`

/** The nodes' clocks differ, and they read the time before they commit. So the times are those of the commits. */
const readingsOf = `SELECT collection.id, consent_id AS "consentId",
    extract(epoch FROM pg_xact_commit_timestamp(entry.xmin))::float8 AS "readAt",
    extract(epoch FROM pg_xact_commit_timestamp(revocation.xmin))::float8 AS "revokedAt"
  FROM collection
    JOIN collection_history AS entry ON collection_id = collection.id AND entry.status IN ('COMPLETED', 'COMPLETED_PARTIAL')
    JOIN chaos.consent AS revocation ON revocation.id = consent_id AND revocation.status = 'REVOKED'`

const rowsOf = <A>(connection: PgConnection.PgConnection, text: string) =>
  Effect.map(connection.query(text), ({ rows }) => rows as ReadonlyArray<A>)

const evidence = Effect.gen(function* () {
  const connection = yield* PgConnection.make({ url: Redacted.make(url) })
  return {
    collections: yield* rowsOf<CollectionRow>(connection, collectionsOf),
    consents: yield* rowsOf<ConsentStep>(
      connection,
      "SELECT id, status, revision::int FROM chaos.consent ORDER BY place"
    ),
    readings: yield* rowsOf<Reading>(connection, readingsOf),
    calls: linesOf<CompanyCall>(companyLog),
    accepted: linesOf<Accepted>(clientLog)
  }
})

const found = await Effect.runPromise(Effect.scoped(evidence))
const violations = Rules.violationsOf(found)
const { accepted, calls, collections, consents } = found
const repeats = calls.length - new Set(calls.map(({ call, key }, index) => key ?? `${call} ${index}`)).size
console.log(
  `Checked ${collections.length} collections (${accepted.length} accepted), ` +
    `${new Set(consents.map(({ id }) => id)).size} consents and ${calls.length} calls to the company (${repeats} repeats).`
)
for (const violation of violations) console.log(violation)
process.exitCode = violations.length > 0 ? 1 : 0
