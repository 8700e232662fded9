/**
 * A service's sandbox: the companies, the site, and what commands need to serve companies and banks without a service.
 */
export * as BankTls from "./BankTls.ts"
export { formatConfigFile } from "./ConnectorsSection.ts"
export { layer, layerBankConnectors } from "./SandboxCompanies.ts"
export type { Options } from "./SandboxCompanies.ts"
export * as SandboxSite from "./SandboxSite.ts"
