/** The response headers that say what may be kept, and for how long (RFC 9110 §8.8.3, RFC 9111 §5.2). */
import { Schema } from "effect"

/** Answers that a client keeps and asks about again with `If-None-Match`. Nobody else keeps them. */
export const cacheable = {
  etag: Schema.String.annotate({ description: "Changes whenever the body does. Strong." }),
  "cache-control": Schema.Literal("private, no-cache")
}

/** Answers that hold personal data: nobody keeps them. */
export const personal = { "cache-control": Schema.Literal("no-store") }
