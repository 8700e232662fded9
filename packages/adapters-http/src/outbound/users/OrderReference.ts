/**
 * References to orders at providers whose responses are verified against the order's challenge. The references contain
 * everything that verification needs, so any process can poll an order.
 */
import { Schema } from "effect"
import type { Option } from "effect"

/** Encodes and decodes references with one shape. Any other text is an unknown order. */
export const codecOf = <A>(schema: Schema.Codec<A, unknown>) => {
  const json = Schema.fromJsonString(schema)
  const encode = Schema.encodeSync(json)
  const decode = Schema.decodeUnknownOption(json)
  return {
    write: (facts: A): string => Buffer.from(encode(facts)).toString("base64url"),
    read: (reference: string): Option.Option<A> => decode(Buffer.from(reference, "base64url").toString("utf8"))
  }
}
