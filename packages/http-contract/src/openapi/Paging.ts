/** The query parameters that lists share: filters and paging (spec 11). */
import { Timestamp } from "@sheaf/domain/Timestamp"
import { UserId } from "@sheaf/domain/User"
import { Schema, SchemaTransformation } from "effect"
import queries from "./queries.json" with { type: "json" }

/**
 * The maximum number of values in a filter, which is more than any enum has. Without a limit, a request could make the
 * service check thousands of values, which takes tens of milliseconds.
 */
const maxValues = 64

/** Enum values in a query, separated by commas, in repeated parameters, or both. */
export const commaSeparatedValues = <Value extends string>(values: Schema.Codec<Value>) =>
  Schema.Array(Schema.String).pipe(
    Schema.decodeTo(
      Schema.Array(Schema.String).check(
        Schema.isMaxLength(maxValues, { message: `at most ${maxValues} values in total` })
      ),
      SchemaTransformation.transform({
        decode: (texts): ReadonlyArray<string> => texts.flatMap((text) => text.split(",")),
        encode: (given) => (given.length === 0 ? given : [given.join(",")])
      })
    ),
    // Lenient, because the target schema checks each value anyway.
    Schema.decodeTo(Schema.Array(values), SchemaTransformation.passthrough({ strict: false }))
  )

export const defaultLimit = 50

/** The `limit` of a request: the maximum number of entries on a page, 1 to 100, in plain digits. */
export const PageLimit = Schema.String.check(
  Schema.isPattern(/^(?:[1-9][0-9]?|100)$/, { message: "a whole number from 1 to 100" })
).pipe(
  Schema.decodeTo(
    Schema.Int,
    SchemaTransformation.transform({ decode: (text) => Number(text), encode: (limit) => String(limit) })
  )
)

/** An opaque position in a list, from the `Link` header of the previous page. */
export const CursorText = Schema.String.check(
  Schema.isPattern(/^[\x21-\x7e]{1,1024}$/, { message: "a cursor from a Link header" })
)

export const nextPageHeader = {
  link: Schema.optionalKey(
    Schema.String.annotate({ description: 'The next page, as `<…>; rel="next"`; absent on the last page.' })
  )
}

export const queryFields = { limit: Schema.optionalKey(PageLimit), cursor: Schema.optionalKey(CursorText) }

export const listFields = {
  userId: Schema.optionalKey(UserId),
  createdAfter: Schema.optionalKey(Timestamp),
  createdBefore: Schema.optionalKey(Timestamp),
  order: Schema.optionalKey(Schema.Literals(["asc", "desc"])),
  ...queryFields
}

export const statusListFieldsOf = <Status extends string>(statuses: Schema.Codec<Status>) => ({
  status: Schema.optionalKey(commaSeparatedValues(statuses)),
  ...listFields
})

/** `statuses` is the name of the status schema. */
export const listQueriesOf = (statuses: string) => ({
  ...queries.list,
  status: { ...queries.list.status, schema: { type: "array", items: { $ref: `#/components/schemas/${statuses}` } } }
})
