/** For tests: the simulated companies without a login host, and collections that show what they do. */
export { address, sandbox, somewhere } from "./Adapter.ts"
export { consentTo, faulty, runOf, runs } from "./Runs.ts"
export type { Run } from "./Runs.ts"
