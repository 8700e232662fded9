/** The response headers that control caching (RFC 9110 §8.8.3, RFC 9111 §5.2). */
import { Schema } from "effect"

/**
 * Headers of responses that clients may store, but must revalidate with `If-None-Match`. Shared caches must not store
 * them.
 */
export const revalidationHeaders = {
  etag: Schema.String.annotate({ description: "A strong entity tag, which changes whenever the body changes." }),
  "cache-control": Schema.Literal("private, no-cache").annotate({
    description:
      "Always `private, no-cache`: only the client can store the response, and it must revalidate the response before each use."
  })
}

/** Headers of responses with personal data. No cache may store them. */
export const noStoreHeaders = {
  "cache-control": Schema.Literal("no-store").annotate({
    description: "Always `no-store`: no cache can store the response, because it contains personal data."
  })
}

export const publicCacheHeaders = {
  "cache-control": Schema.Literal("public, max-age=300").annotate({
    description: "Always `public, max-age=300`: any cache can store the response for five minutes."
  })
}

/** Headers of responses that clients poll until the status is final. */
export const pollingHeaders = {
  ...revalidationHeaders,
  "retry-after": Schema.optionalKey(
    Schema.String.annotate({ description: "Seconds to wait before the next poll; absent if the status is final." })
  ),
  "preference-applied": Schema.optionalKey(
    Schema.String.annotate({
      description:
        "`wait=N` if the service applied the `wait` preference, with the time limit that it used, in seconds. If " +
        "absent, wait for `Retry-After` before the next poll."
    })
  )
}
