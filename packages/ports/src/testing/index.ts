/**
 * The contract suites: one per driven port, each a function that takes a name and a layer with the adapter, and
 * registers its tests. An adapter that passes can take the place of any other.
 */
export * from "./ClientStoreContract.ts"
export * as ClientStoreMemory from "./ClientStoreMemory.ts"
export * from "./CollectionStoreContract.ts"
export * from "./ConnectorContract.ts"
export * from "./ElectronicIdContract.ts"
export * from "./SealerContract.ts"
