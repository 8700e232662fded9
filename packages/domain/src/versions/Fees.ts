/** The public module `@sheaf/domain/Fees`: the newest version's fees, and codecs for the versions that differ. */
export { Fees, GenericFees, PersonalizedFees } from "../records/wealth/Fees.ts"
export { Fees20250101 } from "./2025-01-01/records/SplitFees.ts"
