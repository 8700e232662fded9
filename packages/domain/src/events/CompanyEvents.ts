/** The content of events about companies (spec 4.1, 6). */
import { Schema } from "effect"
import { CompanyId, CompanyStatus } from "../companies/Company.ts"

/** A company's availability since the time `updatedAt`, in milliseconds since 1970. */
export const CompanyEventPayload = Schema.Struct({
  company: CompanyId,
  status: CompanyStatus,
  updatedAt: Schema.Finite
})
export type CompanyEventPayload = typeof CompanyEventPayload.Type
