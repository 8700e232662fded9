/** The algorithms by which an RSA key signs a request: which one it is, and whether the signature holds (RFC 8017). */
import { Option } from "effect"
import { constants, verify } from "node:crypto"
import type { KeyObject } from "node:crypto"
import * as Der from "./Der.ts"

/** RSASSA-PKCS1-v1_5, or RSASSA-PSS with the length of its salt in bytes. */
export interface SignatureAlgorithm {
  readonly hash: string
  readonly saltLength?: number
}

/** The hashes that are strong enough (BR 7.1.3.2): algorithms with any other hash are not read. */
const strongHashes = ["sha256", "sha384", "sha512"]

/** RSASSA-PKCS1-v1_5 by its hash: 1.2.840.113549.1.1.11 and the next two (RFC 8017 §A.2.4; RFC 4055 §5). */
const pkcs1v15 = ["2a864886f70d01010b", "2a864886f70d01010c", "2a864886f70d01010d"]
/** RSASSA-PSS and its mask generation: 1.2.840.113549.1.1.10 and 1.2.840.113549.1.1.8 (RFC 8017 §A.2.3). */
const pss = "2a864886f70d01010a"
const maskGeneration = "2a864886f70d010108"
/** Hashes by themselves: 2.16.840.1.101.3.4.2.1 and the next two (RFC 5754 §2). */
const sha2 = ["608648016503040201", "608648016503040202", "608648016503040203"]

/** The parts of an AlgorithmIdentifier; the object identifier as the hexadecimal of its bytes. */
const parts = (bytes: Uint8Array) =>
  Option.gen(function* () {
    const [identifier, parameters, ...rest] = yield* Der.elements(bytes)
    if (identifier?.tag !== Der.tag.oid || rest.length > 0) return yield* Option.none()
    return { oid: Buffer.from(identifier.content).toString("hex"), parameters }
  })

/** Without parameters, or with NULL for them: both are written (RFC 4055 §2.1). */
const isPlain = (parameters: Der.Element | undefined): boolean =>
  parameters === undefined || (parameters.tag === Der.tag.null && parameters.content.length === 0)

/** The hash of a plain AlgorithmIdentifier that is one of `known`. */
const hashOf = (bytes: Uint8Array, known: ReadonlyArray<string>): Option.Option<string> =>
  Option.flatMap(parts(bytes), ({ oid, parameters }) =>
    isPlain(parameters) ? Option.fromUndefinedOr(strongHashes[known.indexOf(oid)]) : Option.none()
  )

/** The content of the element that an explicit tag is around. */
const inside = (element: Der.Element, tag: number): Option.Option<Uint8Array> =>
  Option.map(Der.tagged(element.content, tag), ([only]) => only?.content ?? new Uint8Array(0))

/** An omitted parameter means SHA-1 or twenty bytes of salt, which are too weak: all three must be there (RFC 4055 §3.1). */
const pssOf = (parameters: Der.Element): Option.Option<SignatureAlgorithm> =>
  Option.gen(function* () {
    const [hash, mask, salt] = yield* Der.tagged(parameters.content, Der.context(0), Der.context(1), Der.context(2))
    if (hash === undefined || mask === undefined || salt === undefined) return yield* Option.none()
    const name = yield* hashOf(yield* inside(hash, Der.tag.sequence), sha2)
    const generator = yield* parts(yield* inside(mask, Der.tag.sequence))
    const generatorHash = yield* hashOf(generator.parameters?.content ?? new Uint8Array(0), sha2)
    const [saltLength = 0x80, ...more] = yield* inside(salt, Der.tag.integer)
    const isGood = generator.oid === maskGeneration && generatorHash === name && more.length === 0 && saltLength < 0x80
    return isGood ? { hash: name, saltLength } : yield* Option.none()
  })

/** Which algorithm an AlgorithmIdentifier names; nothing for one that is unknown or weak, or has unfit parameters. */
export const read = ({ content }: Der.Element): Option.Option<SignatureAlgorithm> =>
  Option.flatMap(parts(content), ({ oid, parameters }) =>
    oid === pss && parameters?.tag === Der.tag.sequence
      ? pssOf(parameters)
      : Option.map(hashOf(content, pkcs1v15), (hash) => ({ hash }))
  )

/** Whether this is the signature of the data by the key's other half. */
export const holds = (
  { hash, saltLength }: SignatureAlgorithm,
  key: KeyObject,
  data: Uint8Array,
  signature: Uint8Array
): boolean => {
  const padding =
    saltLength === undefined
      ? { padding: constants.RSA_PKCS1_PADDING }
      : { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength }
  try {
    return verify(hash, data, { key, ...padding }, signature)
  } catch {
    // Keys and signatures that do not go together at all.
    return false
  }
}
