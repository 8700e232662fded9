/** For tests: the simulated companies without a login host, and collections that show what they do. */
export { address, sandbox, somewhere } from "./Adapter.ts"
export { consentTo, runs } from "./Runs.ts"
export type { Run } from "./Runs.ts"
export { startOf } from "./Start.ts"
export type { Start } from "./Start.ts"
