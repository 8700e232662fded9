/**
 * What a product costs its holder (spec 2.8): the object of 2026-04-01, and the codec to its flat form of 2025-01-01.
 * The schemas live beside the wealth records and in the version's own folder; this module is where users find them.
 */
export { Fees, GenericFees, PersonalizedFees } from "./wealth/Fees.ts"
export { Fees20250101 } from "../versions/2025-01-01/FlatFees.ts"
