/**
 * Tests that Sheaf rejects a database that it cannot use, with a one-line error that says what to do and omits the
 * password.
 */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { Postgres } from "../../src/postgres.ts"
import { PostgresServer } from "../../src/testing/index.ts"
import * as PostgresDatabase from "./PostgresDatabase.ts"

const open = (url: string) => Effect.scoped(Layer.build(Postgres.layer(Redacted.make(url))))

const refusal = (url: string) => Effect.map(Effect.flip(open(url)), ({ message }) => message)

let made = 0

const prepared = Effect.fnUntraced(function* (server: PostgresServer.PostgresServer, ...texts: ReadonlyArray<string>) {
  const name = `refused_${made++}`
  yield* PostgresDatabase.execute(server.url(), `CREATE DATABASE ${name}`)
  for (const text of texts) yield* PostgresDatabase.execute(server.url(name), text.replaceAll("NAME", name))
  return server.url(name)
})

for (const installation of PostgresServer.installations()) {
  layer(Layer.empty, { excludeTestServices: true })(`a database of ${installation.name} is rejected`, (it) => {
    const rejected = (what: string, expected: string, texts: ReadonlyArray<string>, user = "sheaf") =>
      it.effect(what, () =>
        Effect.gen(function* () {
          const server = yield* PostgresDatabase.serverOf(installation)
          const url = yield* prepared(server, ...texts)
          const message = yield* refusal(url.replace("sheaf@", `${user}:secret@`))
          assert.include(message, expected)
          assert.notInclude(message, "secret")
          assert.notInclude(message, "\n")
        })
      )

    rejected("if another product uses it", "has tables of another product in the schema public: use an empty", [
      "CREATE TABLE wp_posts (id integer)"
    ])
    rejected("if it is read-only", "is read-only: use the address of the primary server", [
      "ALTER DATABASE NAME SET default_transaction_read_only = on"
    ])
    /** Fakes one of the server's functions, because starting an old server or a standby would take too long. */
    const pretending = (declaration: string, body: string) => [
      "CREATE SCHEMA fake",
      `CREATE FUNCTION fake.${declaration} LANGUAGE sql AS '${body}'`,
      "ALTER DATABASE NAME SET search_path = fake, pg_catalog, public"
    ]
    rejected(
      "if its server is too old",
      "runs PostgreSQL 13: use PostgreSQL 14 or newer",
      pretending(
        "current_setting(name text) RETURNS text",
        "SELECT CASE name WHEN ''server_version_num'' THEN ''130022'' ELSE pg_catalog.current_setting(name) END"
      )
    )
    rejected(
      "if its server is in recovery",
      "is read-only: use the address of the primary server",
      pretending("pg_is_in_recovery() RETURNS boolean", "SELECT true")
    )
    rejected("if it belongs to a newer release", "belongs to a newer release, which no longer supports", [
      "CREATE TABLE sheaf_migration (migration_id integer, created_at timestamptz, name text)",
      "INSERT INTO sheaf_migration VALUES (999, now(), 'later')"
    ])
    const role = `limited_${installation.name.replaceAll(" ", "_").toLowerCase()}`
    rejected(
      "if the user cannot create tables",
      `run GRANT CREATE ON SCHEMA public TO ${role}`,
      [`DROP ROLE IF EXISTS ${role}`, `CREATE ROLE ${role} LOGIN`, "REVOKE CREATE ON SCHEMA public FROM PUBLIC"],
      role
    )
    const user = (name: string, options: string) => [
      `DROP ROLE IF EXISTS ${name}`,
      `CREATE ROLE ${name} LOGIN ${options}`,
      `GRANT ALL ON SCHEMA public TO ${name}`
    ]
    const allowingOnly = (limit: number) => `ALTER DATABASE NAME CONNECTION LIMIT ${limit}`
    rejected("if it allows too few connections", "only 17 connections, and each node uses 18: raise the limit", [
      allowingOnly(17)
    ])
    rejected(
      "if it has no free connection",
      "; raise the connection limit, or close other connections",
      [...user(`${role}_guest`, ""), allowingOnly(0)],
      `${role}_guest`
    )
    rejected(
      "if the user cannot connect",
      "; grant the user the CONNECT privilege on the database",
      [...user(`${role}_outsider`, ""), "REVOKE CONNECT ON DATABASE NAME FROM PUBLIC"],
      `${role}_outsider`
    )

    const admitting = (...lines: ReadonlyArray<string>) => [
      `DO $$ BEGIN EXECUTE format('COPY (SELECT unnest(ARRAY[%s])) TO %L', '${[
        ...lines,
        "host all all 127.0.0.1/32 trust"
      ]
        .map((line) => `''${line}''`)
        .join(",")}', current_setting('hba_file')); END $$`,
      "SELECT pg_reload_conf()"
    ]
    rejected(
      "if the password is wrong",
      "; correct the user or the password",
      [
        ...user(`${role}_locked`, "PASSWORD 'right'"),
        ...admitting(`host all ${role}_locked 127.0.0.1/32 scram-sha-256`)
      ],
      `${role}_locked`
    )
    rejected(
      "if the server requires TLS",
      "; add sslmode=require to the address",
      [...user(`${role}_plain`, ""), ...admitting(`hostnossl all ${role}_plain 127.0.0.1/32 reject`)],
      `${role}_plain`
    )

    rejected(
      "if the user does not exist",
      'cannot be used: role "nobody" does not exist; correct the user or the password',
      [],
      "nobody"
    )

    it.effect("if it cannot be reached or does not exist", () =>
      Effect.gen(function* () {
        const server = yield* PostgresDatabase.serverOf(installation)
        assert.include(yield* refusal(server.url("absent")), 'database "absent" does not exist; create the database')
        assert.include(
          yield* refusal(`${server.url()}?sslmode=require`),
          "; set up TLS on the server, or remove sslmode"
        )
        const refused = yield* refusal("postgres://sheaf:secret@127.0.0.1:1/sheaf")
        assert.strictEqual(
          refused,
          "DATABASE_URL: 127.0.0.1:1/sheaf cannot be used: connect ECONNREFUSED 127.0.0.1:1; start the server, or correct the address"
        )
      })
    )
  })
}
