/** Generators that `Arbitrary.schema` does not derive from schemas, and the brand of statuses for tests of stores. */
export * as CollectionRequests from "./CollectionRequests.ts"
export * as Names from "./Names.ts"
export * as PersonalNumbers from "./PersonalNumbers.ts"
export { decided } from "../Lifecycle.ts"
