/** A reference that the client chooses for a collection, consent or Connect session. Events repeat it (spec 6). */
import { Schema } from "effect"
import * as Annotations from "./Annotations.ts"

/**
 * Excludes spaces and other characters that occur in names and addresses, because events go to systems that must not
 * receive personal data.
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

export const givenClientReference = Annotations.optional(
  ClientReference,
  "The client's own reference, which status objects, lists and events repeat. Default: none."
)

export const shownClientReference = Annotations.optional(
  ClientReference,
  "The `clientReference` from the request; absent if it had none."
)
