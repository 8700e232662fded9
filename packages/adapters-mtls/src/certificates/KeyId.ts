/** Key identifiers for certificates (RFC 5280 §4.2.1.2), computed without SHA-1. */
import { Option } from "effect"
import { createHash } from "node:crypto"
import type { KeyObject } from "node:crypto"
import * as Der from "./Der.ts"

const bytes = 20

const bitsOf = (spki: Uint8Array): Option.Option<Uint8Array> =>
  Option.gen(function* () {
    const [whole] = yield* Der.elementsWithTags(spki, Der.tag.sequence)
    const [, bits] = yield* Der.elementsWithTags(whole.content, Der.tag.sequence, Der.tag.bitString)
    return yield* Der.bitStringBytes(bits)
  })

/** Returns the first 160 bits of the SHA-256 hash of the key's bits (RFC 7093 §2, method 1), in hexadecimal. */
export const of = (publicKey: KeyObject): string => {
  // This cannot throw, because Node exports any public key as a SubjectPublicKeyInfo.
  const bits = Option.getOrThrow(bitsOf(new Uint8Array(publicKey.export({ type: "spki", format: "der" }))))
  return createHash("sha256").update(bits).digest().subarray(0, bytes).toString("hex")
}
