/** The fees of a product in the newest version, and the codec of each version whose fees differ: `@sheaf/domain/Fees`. */
export { Fees, GenericFees, PersonalizedFees } from "../records/wealth/Fees.ts"
export { Fees20250101 } from "./2025-01-01/records/FlatFees.ts"
