/** Removes personal data from recordings (docs/connector-kit.md#what-a-cassette-keeps). */
export { AllowList } from "./AllowList.ts"
export { Pseudonyms } from "./Pseudonyms.ts"
export { isMarkupWord } from "../Markup.ts"
export { maxBodyBytes, Scrubber } from "./Scrubber.ts"
export type { Headers } from "./HeaderScrubber.ts"
export type { Report, ScrubbedBody } from "./Scrubber.ts"
