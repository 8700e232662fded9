/** PostgreSQL. Only services with `DATABASE_URL` load this module. */
export * as Membership from "../nodes/Membership.ts"
export * as Move from "../move/Move.ts"
export * as NodeEngine from "../nodes/NodeEngine.ts"
export * as Postgres from "./Postgres.ts"
export * as PostgresCounters from "./PostgresCounters.ts"
export * as PostgresSignals from "./PostgresSignals.ts"
