/** For demonstrations, benchmarks and tests: the service as a process, and its files. */
export * as BankFiles from "./BankFiles.ts"
export * as ConnectorProcess from "./ConnectorProcess.ts"
export * as ConsentHistory from "./ConsentHistory.ts"
export * as ListeningProcess from "./ListeningProcess.ts"
export * as RecordedData from "./RecordedData.ts"
export { sheaf } from "./ListeningProcess.ts"
export { bulkLimits, start } from "./ServiceProcess.ts"
export type { ServiceProcess } from "./ServiceProcess.ts"
