/** The fees of the head, and the codec of 2025-01-01 between them and its flat form: `@sheaf/domain/Fees`. */
export { Fees, GenericFees, PersonalizedFees } from "../../../records/wealth/Fees.ts"
export { Fees20250101 } from "./FlatFees.ts"
