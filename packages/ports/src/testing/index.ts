/**
 * The contract suites of the driven ports. Each is a function that takes a name and a layer with an adapter, and registers
 * tests. An adapter that passes can replace any other.
 */
export * from "./consents/AccountHoldingBankContract.ts"
export * from "./collections/AnimatedQrContract.ts"
export * from "./users/ApiKeysContract.ts"
export * from "./users/CertificateStoreContract.ts"
export * as CertificateStoreMemory from "./users/CertificateStoreMemory.ts"
export * from "./users/ClientStoreContract.ts"
export * as ClientStoreMemory from "./users/ClientStoreMemory.ts"
export * from "./collections/CollectionStoreContract.ts"
export * from "./companies/ConnectorContract.ts"
export { take } from "./companies/Taking.ts"
export * from "./consents/ConsentStoreContract.ts"
export * as ConsentStoreMemory from "./consents/ConsentStoreMemory.ts"
export * from "./users/ElectronicIdContract.ts"
export * from "./collections/ScenariosContract.ts"
export * from "./SealerContract.ts"
export * from "./users/SigningKeyStoreContract.ts"
export * as SigningKeyStoreMemory from "./users/SigningKeyStoreMemory.ts"
export * from "./users/TokensContract.ts"
export * from "./users/UserStoreContract.ts"
export * as UserStoreMemory from "./users/UserStoreMemory.ts"
