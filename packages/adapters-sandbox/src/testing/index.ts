/** The simulated companies without a login host, collections that cover them, and a person's device, for tests. */
export { loginHostUrl, sandbox, sandboxWith, loginHostStub } from "./TestSandbox.ts"
export * as Banks from "./Banks.ts"
export { selectCases, isThorough } from "./CaseSelection.ts"
export * as Device from "./Device.ts"
export { oneTimeConsentFor, faultyScenarios, runOf, runs } from "./Runs.ts"
export type { Run } from "./Runs.ts"
