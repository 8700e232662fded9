/** The query parameters for collection lists (spec 11). */
import { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import { CompanyId } from "@sheaf/domain/Company"
import { Schema } from "effect"
import * as Paging from "../openapi/Paging.ts"

export const StatusFilter = Paging.commaSeparatedValues(CollectionStatus)

const ExternalReference = Schema.String.check(
  Schema.isPattern(/^[^\p{Cc}]{1,255}$/u, { message: "1 to 255 characters without control characters" })
)

export const queryFields = {
  latest: Schema.optionalKey(Schema.Boolean),
  statusIn: Schema.optionalKey(StatusFilter),
  company: Schema.optionalKey(CompanyId),
  externalReference: Schema.optionalKey(ExternalReference),
  ...Paging.statusListFieldsOf(CollectionStatus)
}
