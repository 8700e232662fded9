/** What plays the other side in tests: servers of other people, real ones, on this machine; and clients who check. */
export * as Answers from "./Answers.ts"
export * as CheckedClient from "./CheckedClient.ts"
export * as PublishedContract from "./PublishedContract.ts"
export * as PublishedDocument from "./PublishedDocument.ts"
export * as SimulatedProvider from "./SimulatedProvider.ts"
export * as Speaker from "./Speaker.ts"
