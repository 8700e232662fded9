/** PostgreSQL. Only services with `DATABASE_URL` load this module. */
export * as Membership from "./nodes/Membership.ts"
export * as Move from "./move/Move.ts"
export * as NodeShards from "./nodes/NodeShards.ts"
export * as Postgres from "./PostgresDatabase.ts"
export * as PostgresCounters from "./limits/PostgresCounters.ts"
export * as PostgresSignals from "./postgres/PostgresSignals.ts"
