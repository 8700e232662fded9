/** The query of `GET /collections` (decisions 11). */
import { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import { Schema } from "effect"
import type { Raw } from "../openapi/Operation.ts"
import * as Paging from "../openapi/Paging.ts"

/** The statuses to list. */
export const StatusIn = Paging.anyOf(CollectionStatus)

/** The client's own reference, as it was given in SESSION_METADATA. */
export const ExternalReference = Schema.String.check(
  Schema.isPattern(/^[^\p{Cc}]{1,255}$/u, { message: "1 to 255 characters without control characters" })
)

/** The same in the words of OpenAPI, which sees a query as what it means. */
export const parameters: Readonly<Record<string, Raw>> = {
  latest: {
    description: "Of what the other filters leave, only the newest collection of each company.",
    schema: { type: "boolean" }
  },
  statusIn: Paging.statusParameter(
    "Only collections in one of these statuses: separated by commas, or as a repeated parameter.",
    "CollectionStatusValue"
  ),
  company: { description: "Only collections from this company." },
  externalReference: {
    description: "Only collections that were started with this EXTERNAL_REFERENCE.",
    schema: { type: "string", minLength: 1, maxLength: 255 }
  },
  ...Paging.parameters
}
