/** Generators of the domain's values, for property tests. Every schema generates by itself: `Arbitrary.schema(Fees)`. */
export * as CollectionRequests from "./CollectionRequests.ts"
export * as Names from "./Names.ts"
export * as PersonalNumbers from "./PersonalNumbers.ts"
