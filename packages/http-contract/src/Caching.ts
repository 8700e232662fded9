/** The response headers that say what may be kept, and for how long (RFC 9110 §8.8.3, RFC 9111 §5.2). */
import { Schema } from "effect"

/** Answers that a client keeps and asks about again with `If-None-Match`. Nobody else keeps them. */
export const cacheable = {
  etag: Schema.String.annotate({ description: "Changes whenever the body does. Strong." }),
  "cache-control": Schema.Literal("private, no-cache")
}

/** Answers that hold personal data: nobody keeps them. */
export const personal = { "cache-control": Schema.Literal("no-store") }

/** Answers that a client asks for again and again, until they are final. */
export const polled = {
  ...cacheable,
  "retry-after": Schema.optionalKey(
    Schema.String.annotate({ description: "Seconds until the next poll; absent once the collection has ended." })
  )
}
