/**
 * The reference of an order at a provider whose answers must be verified against the order's challenge. It contains what the
 * verification needs, so that any process can poll the order.
 */
import { Schema } from "effect"
import type { Option } from "effect"

/** Writes and reads references of one shape. References of other shapes, and other texts, are unknown orders. */
export const codecOf = <A>(schema: Schema.Codec<A, unknown>) => {
  const json = Schema.fromJsonString(schema)
  const encode = Schema.encodeSync(json)
  const decode = Schema.decodeUnknownOption(json)
  return {
    write: (facts: A): string => Buffer.from(encode(facts)).toString("base64url"),
    read: (reference: string): Option.Option<A> => decode(Buffer.from(reference, "base64url").toString("utf8"))
  }
}
