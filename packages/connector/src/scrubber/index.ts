/** The scrubber of cassettes (docs/connector-kit.md#what-a-cassette-keeps). */
export { AllowList } from "./AllowList.ts"
export { Pseudonyms } from "./Pseudonyms.ts"
export { isMarkupWord, maxBodyBytes, Scrubber } from "./Scrubber.ts"
export type { Headers, Report, ScrubbedBody } from "./Scrubber.ts"
