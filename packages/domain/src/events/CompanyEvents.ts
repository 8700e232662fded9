/** The content of events about companies (spec 4.1, 6). */
import { Schema } from "effect"
import { CompanyId, CompanyStatus } from "../companies/Company.ts"

/** `updatedAt` is in milliseconds since 1970. */
export const CompanyEventPayload = Schema.Struct({
  company: CompanyId,
  status: CompanyStatus,
  updatedAt: Schema.Finite
})
export type CompanyEventPayload = typeof CompanyEventPayload.Type
