/** Simulated companies and banks, their data, and the catalogues of scenarios (decisions 16). */
export type { LoginHostOptions } from "./clientSide/LoginHost.ts"
export * as ElectronicIdSandbox from "./electronicId/ElectronicIdSandbox.ts"
export { descriptions, layer } from "./Sandbox.ts"
export type { SandboxOptions } from "./Sandbox.ts"
export { catalogue, unlisted } from "./scenarios/Catalogue.ts"
export { consentCatalogue } from "./scenarios/ConsentTable.ts"
