/** Sheaf's stores and its durable engine, over SQL. */
export * as ClientStoreSql from "./ClientStoreSql.ts"
export * as CollectionStoreSql from "./CollectionStoreSql.ts"
export * as DurableEngine from "./DurableEngine.ts"
export * as KeyCheck from "./KeyCheck.ts"
export * as SingleProcess from "./SingleProcess.ts"
export * as Sqlite from "./Sqlite.ts"
