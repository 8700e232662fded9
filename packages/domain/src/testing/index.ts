/** Generators for property tests, in addition to the generators that `Arbitrary.schema` derives from schemas. */
export * as CollectionRequests from "./CollectionRequests.ts"
export * as Names from "./Names.ts"
export * as PersonalNumbers from "./PersonalNumbers.ts"
