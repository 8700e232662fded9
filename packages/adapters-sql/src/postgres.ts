/** Exports everything for PostgreSQL. Only services with `DATABASE_URL` load it. */
export * as LiveNodes from "./nodes/LiveNodes.ts"
export * as DataMigration from "./dataMigration/DataMigration.ts"
export * as NodeShards from "./nodes/NodeShards.ts"
export * as Postgres from "./PostgresDatabase.ts"
export * as PostgresCounters from "./limits/PostgresCounters.ts"
export * as PostgresSignals from "./postgres/PostgresSignals.ts"
