/** The simulated companies without a login host, and collections that cover them, for tests. */
export { address, sandbox, somewhere } from "./Adapter.ts"
export { consentTo, faulty, runOf, runs } from "./Runs.ts"
export type { Run } from "./Runs.ts"
