/** The use cases of Sheaf, and the workflow that runs a collection. */
export * as CollectionEngine from "./CollectionEngine.ts"
export * as CollectionsLive from "./CollectionsLive.ts"
export * as CollectionWorkflow from "./CollectionWorkflow.ts"
export * as CompaniesLive from "./CompaniesLive.ts"
export * as Timeouts from "./Timeouts.ts"
export * as Upkeep from "./Upkeep.ts"
