/** Parses RSA signature algorithm identifiers and verifies signatures (RFC 8017). */
import { Option } from "effect"
import { constants, verify } from "node:crypto"
import type { KeyObject } from "node:crypto"
import * as Der from "./Der.ts"

/** RSASSA-PSS if there is a salt length (in bytes), otherwise RSASSA-PKCS1-v1_5. */
export interface SignatureAlgorithm {
  readonly hash: string
  readonly saltLength?: number
}

/** Requests with any other hash are rejected (CA/Browser Forum Baseline Requirements 7.1.3.2). */
const strongHashes = ["sha256", "sha384", "sha512"]

/** RSASSA-PKCS1-v1_5 with each hash: 1.2.840.113549.1.1.11, 12 and 13 (RFC 8017 §A.2.4; RFC 4055 §5). */
const pkcs1v15 = ["2a864886f70d01010b", "2a864886f70d01010c", "2a864886f70d01010d"]
/** RSASSA-PSS (1.2.840.113549.1.1.10) and its mask generation function (1.2.840.113549.1.1.8; RFC 8017 §A.2.3). */
const pss = "2a864886f70d01010a"
const maskGeneration = "2a864886f70d010108"
/** The hashes: 2.16.840.1.101.3.4.2.1, 2 and 3 (RFC 5754 §2). */
const sha2 = ["608648016503040201", "608648016503040202", "608648016503040203"]

const parts = (bytes: Uint8Array) =>
  Option.gen(function* () {
    const [identifier, parameters, ...rest] = yield* Der.elements(bytes)
    if (identifier?.tag !== Der.tag.oid || rest.length > 0) return yield* Option.none()
    return { oid: Buffer.from(identifier.content).toString("hex"), parameters }
  })

/** Returns true if parameters are absent or NULL. Both encodings are in use (RFC 4055 §2.1). */
const isPlain = (parameters: Der.DerElement | undefined): boolean =>
  parameters === undefined || (parameters.tag === Der.tag.null && parameters.content.length === 0)

const hashOf = (bytes: Uint8Array, known: ReadonlyArray<string>): Option.Option<string> =>
  Option.flatMap(parts(bytes), ({ oid, parameters }) =>
    isPlain(parameters) ? Option.fromUndefinedOr(strongHashes[known.indexOf(oid)]) : Option.none()
  )

const inside = (element: Der.DerElement, tag: number): Option.Option<Uint8Array> =>
  Option.map(Der.elementsWithTags(element.content, tag), ([only]) => only.content)

/**
 * Parses the parameters of RSASSA-PSS. Requires the hash, the mask generation function and the salt length, because
 * their defaults rely on SHA-1 (RFC 4055 §3.1).
 */
const pssOf = (parameters: Der.DerElement): Option.Option<SignatureAlgorithm> =>
  Option.gen(function* () {
    const [hash, mask, salt] = yield* Der.elementsWithTags(
      parameters.content,
      Der.contextTag(0),
      Der.contextTag(1),
      Der.contextTag(2)
    )
    const name = yield* hashOf(yield* inside(hash, Der.tag.sequence), sha2)
    const generator = yield* parts(yield* inside(mask, Der.tag.sequence))
    const generatorHash = yield* hashOf(generator.parameters?.content ?? new Uint8Array(0), sha2)
    const [saltLength = 0x80, ...more] = yield* inside(salt, Der.tag.integer)
    const isGood = generator.oid === maskGeneration && generatorHash === name && more.length === 0 && saltLength < 0x80
    return isGood ? { hash: name, saltLength } : yield* Option.none()
  })

/** Returns nothing if the algorithm is unknown or weak, or if its parameters are wrong. */
export const parse = ({ content }: Der.DerElement): Option.Option<SignatureAlgorithm> =>
  Option.flatMap(parts(content), ({ oid, parameters }) =>
    oid === pss && parameters?.tag === Der.tag.sequence
      ? pssOf(parameters)
      : Option.map(hashOf(content, pkcs1v15), (hash) => ({ hash }))
  )

export const isValidSignature = (
  { hash, saltLength }: SignatureAlgorithm,
  key: KeyObject,
  data: Uint8Array,
  signature: Uint8Array
): boolean => {
  const padding = saltLength === undefined ? constants.RSA_PKCS1_PADDING : constants.RSA_PKCS1_PSS_PADDING
  try {
    return verify(hash, data, { key, padding, saltLength }, signature)
  } catch {
    // OpenSSL throws if the key is too small for the padding.
    return false
  }
}
