/** What plays the other side in tests: servers of other people, real ones, on this machine. */
export * as Answers from "./Answers.ts"
export * as SimulatedProvider from "./SimulatedProvider.ts"
