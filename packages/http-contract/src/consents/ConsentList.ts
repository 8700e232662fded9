/** The query of the lists of consents (decisions 9, 11). */
import { CompanyId } from "@sheaf/domain/Company"
import { ConsentStatus } from "@sheaf/domain/ConsentStatus"
import { Schema } from "effect"
import type { Raw } from "../openapi/Operation.ts"
import * as Paging from "../openapi/Paging.ts"

export const query = {
  latest: Schema.optionalKey(Schema.Boolean),
  statusIn: Schema.optionalKey(Paging.anyOf(ConsentStatus)),
  company: Schema.optionalKey(CompanyId),
  ...Paging.query
}

/** The same query in the OpenAPI documents, which describe its values instead of its text. */
export const parameters: Readonly<Record<string, Raw>> = {
  latest: {
    description: "True to list only the newest consent at each company among those that match the other filters.",
    schema: { type: "boolean" }
  },
  statusIn: Paging.statusParameter(
    "One or more statuses to filter by, separated by commas or as a repeated parameter. Default: all statuses.",
    "ConsentStatusValue"
  ),
  company: { description: "The bank to filter by. Default: all banks." },
  ...Paging.parameters
}
