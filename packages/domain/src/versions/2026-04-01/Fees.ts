/** The fees of version 2026-04-01. See `Collections.ts`. */
export { Fees, feeFields } from "../../records/wealth/Fees.ts"
