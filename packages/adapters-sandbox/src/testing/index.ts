/** The simulated companies without a login host, collections that cover them, and a person's device, for tests. */
export { address, sandbox, sandboxWith, somewhere } from "./Adapter.ts"
export * as Banks from "./Banks.ts"
export { covering, isThorough } from "./Covering.ts"
export * as Device from "./Device.ts"
export { consentTo, faulty, runOf, runs } from "./Runs.ts"
export type { Run } from "./Runs.ts"
