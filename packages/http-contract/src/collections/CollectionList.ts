/** The query of `GET /collections` (decisions 11). */
import { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import { CompanyId } from "@sheaf/domain/Company"
import { Schema } from "effect"
import type { Raw } from "../openapi/Operation.ts"
import * as Paging from "../openapi/Paging.ts"

/** The statuses to list. */
export const StatusIn = Paging.anyOf(CollectionStatus)

/** The client's own reference, as given in SESSION_METADATA. */
const ExternalReference = Schema.String.check(
  Schema.isPattern(/^[^\p{Cc}]{1,255}$/u, { message: "1 to 255 characters without control characters" })
)

export const query = {
  latest: Schema.optionalKey(Schema.Boolean),
  statusIn: Schema.optionalKey(StatusIn),
  company: Schema.optionalKey(CompanyId),
  externalReference: Schema.optionalKey(ExternalReference),
  ...Paging.query
}

/** The same query in the OpenAPI documents, which describe its values instead of its text. */
export const parameters: Readonly<Record<string, Raw>> = {
  latest: {
    description: "True to list only the newest collection from each company among those that match the other filters.",
    schema: { type: "boolean" }
  },
  statusIn: Paging.statusParameter(
    "One or more statuses to filter by, separated by commas or as a repeated parameter. Default: all statuses.",
    "CollectionStatusValue"
  ),
  company: { description: "The company to filter by. Default: all companies." },
  externalReference: {
    description:
      "The EXTERNAL_REFERENCE to filter by. Use it to find a collection if the response to its start request was lost.",
    schema: { type: "string", minLength: 1, maxLength: 255 }
  },
  ...Paging.parameters
}
