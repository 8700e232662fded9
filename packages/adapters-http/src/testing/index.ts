/** Fake servers and other helpers for tests and tools. */
export * as ScriptedResponses from "./ScriptedResponses.ts"
export { chromiumPath } from "./ChromiumPath.ts"
export * as FakeBankId from "./FakeBankId.ts"
export * as FakeMobileId from "./FakeMobileId.ts"
export * as FakeSmartId from "./FakeSmartId.ts"
export { personKeys } from "./PersonKeys.ts"
export * as SimulatedElectronicId from "./SimulatedElectronicId.ts"
