/** Generators that `Arbitrary.schema` cannot derive, and the function that store tests need to brand statuses. */
export * as CollectionRequests from "./CollectionRequests.ts"
export * as Names from "./Names.ts"
export * as PersonalCodes from "./PersonalCodes.ts"
export * as PersonalNumbers from "./PersonalNumbers.ts"
export { brandStatus } from "../shared/Lifecycle.ts"
