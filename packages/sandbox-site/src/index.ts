/**
 * The sandbox of a service: its companies and its site. Also exports what commands need to run the companies and banks
 * without a service.
 */
export * as BankTls from "./BankTls.ts"
export { formatConfigFile } from "./ConnectorsSection.ts"
export { layer, layerBankConnectors } from "./SandboxCompanies.ts"
export type { Options } from "./SandboxCompanies.ts"
export * as SandboxSite from "./SandboxSite.ts"
