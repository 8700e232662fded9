/** PostgreSQL servers for tests and tools, and the building blocks of the SQL stores. */
export { freePort } from "./FreePort.ts"
export * as PostgresServer from "./PostgresServer.ts"
export { PointReads } from "../database/PointReads.ts"
export { Statement } from "../unitsOfWork/Statement.ts"
export { UnitsOfWork } from "../unitsOfWork/UnitsOfWork.ts"
