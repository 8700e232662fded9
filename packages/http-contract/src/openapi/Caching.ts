/** The response headers that say what may be kept, and for how long (RFC 9110 §8.8.3, RFC 9111 §5.2). */
import { Schema } from "effect"

const kept = Schema.Literal("private, no-cache").annotate({
  description: "Always `private, no-cache`: only the client keeps the answer, and asks about it again each time."
})

const notKept = Schema.Literal("no-store").annotate({
  description: "Always `no-store`: it holds personal data, which nobody keeps."
})

/** Answers that a client keeps and asks about again with `If-None-Match`. Nobody else keeps them. */
export const cacheable = {
  etag: Schema.String.annotate({ description: "Changes whenever the body does. Strong." }),
  "cache-control": kept
}

/** Answers that hold personal data: nobody keeps them. */
export const personal = { "cache-control": notKept }

/** Answers that are the same for everybody, for a while. */
export const shared = {
  "cache-control": Schema.Literal("public, max-age=300").annotate({
    description: "Always `public, max-age=300`: anybody may keep the answer for five minutes."
  })
}

/** Answers that a client asks for again and again, until they are final. */
export const polled = {
  ...cacheable,
  "retry-after": Schema.optionalKey(
    Schema.String.annotate({ description: "Seconds until the next poll; absent once there is nothing to wait for." })
  )
}
