/** The query parameters for consent lists (spec 3.4, 11). */
import { CompanyId } from "@sheaf/domain/Company"
import { ConsentStatus } from "@sheaf/domain/ConsentStatus"
import { Schema } from "effect"
import * as Paging from "../openapi/Paging.ts"

export const queryFields = {
  latest: Schema.optionalKey(Schema.Boolean),
  statusIn: Schema.optionalKey(Paging.commaSeparatedValues(ConsentStatus)),
  company: Schema.optionalKey(CompanyId),
  ...Paging.statusListFieldsOf(ConsentStatus)
}
