/** Generators of the domain's values, for property tests. Records and fees generate from their schemas. */
export * as Names from "./Names.ts"
export * as PersonalNumbers from "./PersonalNumbers.ts"
