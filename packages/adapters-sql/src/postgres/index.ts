/** PostgreSQL. Only services with `DATABASE_URL` load this module. */
export * as Postgres from "./Postgres.ts"
export * as PostgresCounters from "./PostgresCounters.ts"
export * as PostgresSignals from "./PostgresSignals.ts"
export * as SingleNode from "./SingleNode.ts"
