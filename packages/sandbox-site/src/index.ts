/** A service's sandbox: companies, site, and what commands need to serve them alone. */
export * as BankTls from "./BankTls.ts"
export { formatConfigFile } from "./ConnectorsSection.ts"
export { layer, layerBankConnectors } from "./SandboxCompanies.ts"
export type { Options } from "./SandboxCompanies.ts"
export * as SandboxSite from "./SandboxSite.ts"
