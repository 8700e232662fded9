/** Strings and lists with a maximum size, so that a single contract cannot fill a response. */
import { Schema } from "effect"
import * as Annotations from "../shared/Annotations.ts"

export const text = (maximum = 300) => Schema.NonEmptyString.check(Schema.isMaxLength(maximum))

export const listOf = <S extends Schema.Top>(entry: S, maximum = 100) =>
  Schema.Array(entry).check(Schema.isMaxLength(maximum))

const Detail = Schema.Struct({
  name: text(100).pipe(Annotations.describe("The name of the fact, in the company's words.")),
  value: text(1000).pipe(Annotations.describe("The fact, in the company's words."))
}).pipe(Annotations.annotate("Detail", "A fact that has no member of its own, in the company's words."))

export const details = Annotations.optional(listOf(Detail), "Further facts that have no member of their own.")
