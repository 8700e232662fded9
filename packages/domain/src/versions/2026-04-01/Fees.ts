/** The fees of version 2026-04-01. `Collections.ts` explains what belongs in this folder. */
export { Fees, feeFields } from "../../records/wealth/Fees.ts"
