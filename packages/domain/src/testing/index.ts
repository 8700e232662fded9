/** Generators for property tests. They add to those that `Arbitrary.schema` derives from every schema. */
export * as CollectionRequests from "./CollectionRequests.ts"
export * as Names from "./Names.ts"
export * as PersonalNumbers from "./PersonalNumbers.ts"
