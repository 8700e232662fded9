/**
 * Test helpers: the simulated companies without a login host, collections for connector contract tests, and a person's
 * device.
 */
export { loginHostUrl, layerTestConnectors, layerTestConnectorsWith, loginHostStub } from "./TestSandbox.ts"
export * as Banks from "./Banks.ts"
export { selectCases, isCi } from "./CaseSelection.ts"
export * as Device from "./Device.ts"
export { oneTimeConsentFor, faultyScenarios, connectorRunOf, connectorRuns } from "./Runs.ts"
export type { PageResponse } from "../pages/PageLayout.ts"
export type { ConnectorRun } from "./Runs.ts"
