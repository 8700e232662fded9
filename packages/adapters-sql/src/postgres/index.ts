/** PostgreSQL. Only services with `DATABASE_URL` load this module. */
export * as Membership from "../nodes/Membership.ts"
export * as Move from "../move/Move.ts"
export * as NodeShards from "../nodes/NodeShards.ts"
export * as Postgres from "./Postgres.ts"
export * as PostgresCounters from "./PostgresCounters.ts"
export * as PostgresSignals from "./PostgresSignals.ts"
