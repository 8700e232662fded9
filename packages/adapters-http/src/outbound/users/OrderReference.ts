/**
 * References to orders at electronic-ID providers. A reference contains everything that is needed to verify a response
 * against the order's challenge, so any process can poll the order.
 */
import { Schema } from "effect"
import type { Option } from "effect"

/** Text that does not match the schema is treated as an unknown order. */
export const codecOf = <A>(schema: Schema.Codec<A, unknown>) => {
  const json = Schema.fromJsonString(schema)
  const encode = Schema.encodeSync(json)
  const decode = Schema.decodeUnknownOption(json)
  return {
    write: (facts: A): string => Buffer.from(encode(facts)).toString("base64url"),
    read: (reference: string): Option.Option<A> => decode(Buffer.from(reference, "base64url").toString("utf8"))
  }
}
