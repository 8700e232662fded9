/**
 * The contract suites: one per driven port, each a function that takes a name and a layer with the adapter, and
 * registers its tests. An adapter that passes can take the place of any other.
 */
export * from "./AccountHoldingBankContract.ts"
export * from "./CertificateStoreContract.ts"
export * as CertificateStoreMemory from "./CertificateStoreMemory.ts"
export * from "./ClientStoreContract.ts"
export * as ClientStoreMemory from "./ClientStoreMemory.ts"
export * from "./CollectionStoreContract.ts"
export * from "./ConnectorContract.ts"
export * from "./ConsentStoreContract.ts"
export * as ConsentStoreMemory from "./ConsentStoreMemory.ts"
export * from "./ElectronicIdContract.ts"
export * from "./SealerContract.ts"
export * from "./SigningKeyStoreContract.ts"
export * as SigningKeyStoreMemory from "./SigningKeyStoreMemory.ts"
export * from "./UserStoreContract.ts"
export * as UserStoreMemory from "./UserStoreMemory.ts"
