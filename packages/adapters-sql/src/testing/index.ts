/** PostgreSQL servers for tests and tools. */
export * as PostgresServer from "./PostgresServer.ts"
