/** The members that identify a record or a document across collections (spec 10). */
import { Schema } from "effect"
import * as Annotations from "../shared/Annotations.ts"

export const recordId = Schema.NonEmptyString.pipe(
  Annotations.describe(
    "The record's identifier, the same in later collections for the user if the company identifies the contract."
  )
)

export const idStableMember = (id: "id" | "documentId") =>
  Annotations.optional(
    Schema.Boolean,
    `True if later collections return the same \`${id}\`. If false or absent, the identifier is random.`
  )
