/**
 * The public module `@sheaf/domain/Fees`: the fees of the newest version, and codecs for older versions with different
 * fees.
 */
export { Fees, GenericFees, PersonalizedFees } from "../records/wealth/Fees.ts"
export { Fees20250101 } from "./2025-01-01/records/SplitFees.ts"
