/** Simulated companies and banks, their data, and the catalogs of scenarios (decisions 16). */
export { BankClient } from "./banks/server/BankClient.ts"
export * as BankServer from "./banks/server/BankServer.ts"
export type { LoginHostOptions } from "./clientSide/LoginHost.ts"
export * as ElectronicIdSandbox from "./electronicId/ElectronicIdSandbox.ts"
export { bankNames, descriptions, layer } from "./Sandbox.ts"
export type { SandboxOptions } from "./Sandbox.ts"
export { catalog, unlisted } from "./scenarios/Catalog.ts"
export { consentCatalog } from "./scenarios/ConsentTable.ts"
