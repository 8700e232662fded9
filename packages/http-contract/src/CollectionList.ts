/** The query of `GET /collections` (decisions 11). */
import { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import { Schema, SchemaTransformation } from "effect"
import type { Raw } from "./Operation.ts"

/** The statuses to list: separated by commas, or as a repeated parameter, or both. */
export const StatusIn = Schema.Array(Schema.String).pipe(
  Schema.decodeTo(
    Schema.Array(Schema.String),
    SchemaTransformation.transform({
      decode: (texts): ReadonlyArray<string> => texts.flatMap((text) => text.split(",")),
      encode: (statuses) => statuses
    })
  ),
  // Not strict: a text becomes a status by being checked, which is the target's work.
  Schema.decodeTo(Schema.Array(CollectionStatus), SchemaTransformation.passthrough({ strict: false }))
)

/** The client's own reference, as it was given in SESSION_METADATA. */
export const ExternalReference = Schema.String.check(
  Schema.isPattern(/^[^\p{Cc}]{1,255}$/u, { message: "1 to 255 characters without control characters" })
)

const maximumLimit = 100

/** How many entries a page has when the query does not say. */
export const defaultLimit = 50

/** How many entries a page has at most: 1 to 100, in plain digits. */
export const Limit = Schema.String.check(
  Schema.isPattern(/^(?:[1-9][0-9]?|100)$/, { message: `a whole number from 1 to ${maximumLimit}` })
).pipe(
  Schema.decodeTo(
    Schema.Int,
    SchemaTransformation.transform({ decode: (text) => Number(text), encode: (limit) => String(limit) })
  )
)

/** Where a page begins. Opaque: it is taken out of the `Link` of the page before. */
export const Cursor = Schema.String.check(
  Schema.isPattern(/^[\x21-\x7e]{1,1024}$/, { message: "a cursor out of a Link header" })
)

/** The same in the words of OpenAPI, which sees a query as what it means. */
export const parameters: Readonly<Record<string, Raw>> = {
  latest: {
    description: "Of what the other filters leave, only the newest collection of each company.",
    schema: { type: "boolean" }
  },
  statusIn: {
    description: "Only collections in one of these statuses: separated by commas, or as a repeated parameter.",
    schema: { type: "array", items: { $ref: "#/components/schemas/CollectionStatusValue" } },
    style: "form",
    explode: false
  },
  company: { description: "Only collections from this company." },
  externalReference: {
    description: "Only collections that were started with this EXTERNAL_REFERENCE.",
    schema: { type: "string", minLength: 1, maxLength: 255 }
  },
  limit: {
    description: "How many entries a page has at most.",
    schema: { type: "integer", minimum: 1, maximum: maximumLimit, default: defaultLimit }
  },
  cursor: {
    description: "Where the page begins: taken out of the `Link` of the page before, with the same filters.",
    schema: { type: "string", minLength: 1, maxLength: 1024 }
  }
}
