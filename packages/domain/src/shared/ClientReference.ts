/** The client's own reference for the objects that it starts. Events repeat it (spec 6). */
import { Schema } from "effect"
import * as Annotations from "./Annotations.ts"

/**
 * Spaces and other characters of names and addresses are not allowed, because events go to systems that must not learn
 * personal data.
 */
const ClientReference = Schema.String.check(
  Schema.isPattern(/^[A-Za-z0-9._-]{1,64}$/, {
    message: "1 to 64 letters (A to Z), digits, dots, underscores and hyphens"
  })
).annotate({
  identifier: "ClientReference",
  description:
    "The client's own reference: 1 to 64 letters (A to Z), digits, dots, underscores and hyphens. Choose one that " +
    "names no person, because events repeat it.",
  examples: ["order-20417"]
})

/** The member `clientReference` in requests that start something. */
export const givenClientReference = Annotations.optional(
  ClientReference,
  "The client's own reference, which status objects, lists and events repeat. Default: none."
)

/** The member `clientReference` in the started object. */
export const shownClientReference = Annotations.optional(
  ClientReference,
  "The `clientReference` from the request; absent if it had none."
)
