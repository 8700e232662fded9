/** The query of the lists of consents, which is that of collections (decisions 9, 11). */
import { CompanyId } from "@sheaf/domain/Company"
import { ConsentStatus } from "@sheaf/domain/ConsentStatus"
import { Schema } from "effect"
import type { Raw } from "../openapi/Operation.ts"
import * as Paging from "../openapi/Paging.ts"

export const query = {
  latest: Schema.optionalKey(Schema.Boolean),
  statusIn: Schema.optionalKey(Paging.anyOf(ConsentStatus)),
  company: Schema.optionalKey(CompanyId),
  limit: Schema.optionalKey(Paging.Limit),
  cursor: Schema.optionalKey(Paging.CursorText)
}

/** The same in the words of OpenAPI, which sees a query as what it means. */
export const parameters: Readonly<Record<string, Raw>> = {
  latest: {
    description: "Of what the other filters leave, only the newest consent of each company.",
    schema: { type: "boolean" }
  },
  statusIn: Paging.statusParameter(
    "Only consents in one of these statuses: separated by commas, or as a repeated parameter.",
    "ConsentStatusValue"
  ),
  company: { description: "Only consents at this company." },
  ...Paging.parameters
}
