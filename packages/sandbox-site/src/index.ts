/** The sandbox of a service: its companies, its site, and the parts of the commands that serve them alone. */
export * as BankTls from "./BankTls.ts"
export { formatConfigFile } from "./ConnectorsSection.ts"
export { layer, layerBankConnectors } from "./SandboxCompanies.ts"
export type { Options } from "./SandboxCompanies.ts"
export * as SandboxSite from "./SandboxSite.ts"
