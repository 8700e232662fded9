/** Tests releases that share a database during a rolling upgrade (spec 14.2). The next two releases are simulated. */
import { assert, layer } from "@effect/vitest"
import { testsOf } from "@sheaf/ports/testing"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { migrations, release } from "../../src/Tables.ts"
import { migrateTo, newestMigrationOf, oldestSupportedRelease } from "../../src/database/Releases.ts"
import { Postgres } from "../../src/postgres.ts"
import { PostgresServer } from "../../src/testing/index.ts"
import * as PostgresDatabase from "./PostgresDatabase.ts"

const [installation] = PostgresServer.installations()

const newest = newestMigrationOf(release)

const run = (text: string) => Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(text))

const next = {
  migrations: { ...migrations, [`00${newest + 1}_expand`]: run("ALTER TABLE client ADD COLUMN nickname TEXT") },
  oldest: newest
}

const afterNext = {
  migrations: { ...next.migrations, [`00${newest + 2}_contract`]: run("ALTER TABLE client DROP COLUMN name") },
  oldest: newest + 1
}

const aNode = (release: number) =>
  run(`INSERT INTO node VALUES ('older', '10.0.0.7:7000', now(), now() + interval '1 minute', 0, ${release})`)

layer(PostgresDatabase.layer(installation), { excludeTestServices: true })("on a database of this release", (it) => {
  const test = testsOf(it, Effect.void)

  test("the next release migrates while this release runs, and this release can still start", function* () {
    yield* aNode(newest)
    assert.lengthOf(yield* migrateTo(next), 1)
    const address = Redacted.make(yield* PostgresDatabase.DatabaseUrl)
    yield* Effect.scoped(Layer.build(Layer.fresh(Postgres.layer(address))))
    assert.isTrue(yield* Postgres.supportsThisRelease)
  })

  test("the release after the next changes nothing while this release runs, and then rejects this release", function* () {
    const { message } = yield* Effect.flip(migrateTo(afterNext))
    assert.include(message, "nodes of an older release use the database (10.0.0.7:7000): stop them")
    assert.strictEqual(yield* oldestSupportedRelease, newest)
    yield* run("SELECT name, nickname FROM client")
    yield* run("DELETE FROM node")
    yield* aNode(newest + 1)
    assert.lengthOf(yield* migrateTo(afterNext), 1)
    assert.isFalse(yield* Postgres.supportsThisRelease)
    const address = Redacted.make(yield* PostgresDatabase.DatabaseUrl)
    const refusal = yield* Effect.flip(Effect.scoped(Layer.build(Layer.fresh(Postgres.layer(address)))))
    assert.include(
      refusal.message,
      `belongs to a newer release, which no longer supports this release (migration ${newest})`
    )
  })
})
