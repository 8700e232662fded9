/** Gives each suite its own PostgreSQL database, on one server per test process. */
import { Context, Effect, Layer, Redacted } from "effect"
import { PgConnection } from "@effect/sql-pg"
import { Postgres } from "../../src/postgres.ts"
import { PostgresServer } from "../../src/testing/index.ts"

export class DatabaseUrl extends Context.Service<DatabaseUrl, string>()("@sheaf/adapters-sql/test/DatabaseUrl") {}

const servers = new Map<string, Promise<PostgresServer.PostgresServer>>()

export const serverOf = (installation: PostgresServer.PostgresInstallation) =>
  Effect.promise(() => {
    const server = servers.get(installation.name) ?? PostgresServer.launch(installation)
    servers.set(installation.name, server)
    return server
  })

export const execute = (url: string, text: string) =>
  Effect.scoped(
    Effect.flatMap(PgConnection.make({ url: Redacted.make(url) }), (connection) => connection.query(text, [], false))
  )

let made = 0

export const emptyLayer = (installation: PostgresServer.PostgresInstallation) =>
  Layer.effect(
    DatabaseUrl,
    Effect.gen(function* () {
      const server = yield* serverOf(installation)
      const name = `test_${made++}`
      yield* Effect.orDie(execute(server.url(), `CREATE DATABASE ${name}`))
      return server.url(name)
    })
  )

export const layer = (installation: PostgresServer.PostgresInstallation) =>
  Layer.unwrap(Effect.map(DatabaseUrl, (address) => Postgres.layer(Redacted.make(address)))).pipe(
    Layer.provideMerge(emptyLayer(installation))
  )
