/** What the queries of all lists have in common: filters by status, and pages (decisions 11). */
import { Schema, SchemaTransformation } from "effect"
import type { Raw } from "./Operation.ts"

/** Some of the values of an enum: separated by commas, or as a repeated parameter, or both. */
export const anyOf = <Value extends string>(values: Schema.Codec<Value>) =>
  Schema.Array(Schema.String).pipe(
    Schema.decodeTo(
      Schema.Array(Schema.String),
      SchemaTransformation.transform({
        decode: (texts): ReadonlyArray<string> => texts.flatMap((text) => text.split(",")),
        encode: (given) => given
      })
    ),
    // Not strict: a text becomes a value by being checked, which is the target's work.
    Schema.decodeTo(Schema.Array(values), SchemaTransformation.passthrough({ strict: false }))
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

/** The opaque start of a page, from the `Link` header of the page before. */
export const CursorText = Schema.String.check(
  Schema.isPattern(/^[\x21-\x7e]{1,1024}$/, { message: "a cursor out of a Link header" })
)

/** The response header that leads to the next page. */
export const paged = {
  link: Schema.optionalKey(
    Schema.String.annotate({ description: 'The next page, as `<…>; rel="next"`; absent on the last one.' })
  )
}

/** The parameters of pages in the words of OpenAPI, which sees a query as what it means. */
export const parameters = {
  limit: {
    description: "How many entries a page has at most.",
    schema: { type: "integer", minimum: 1, maximum: maximumLimit, default: defaultLimit }
  },
  cursor: {
    description: "Where the page begins: taken out of the `Link` of the page before, with the same filters.",
    schema: { type: "string", minLength: 1, maxLength: 1024 }
  }
} satisfies Readonly<Record<string, Raw>>

/** The same of a filter by status, whose values are those of a component. */
export const statusParameter = (description: string, component: string): Raw => ({
  description,
  schema: { type: "array", items: { $ref: `#/components/schemas/${component}` } },
  style: "form",
  explode: false
})
