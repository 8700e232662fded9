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

const pkcs1 = "1.2.840.113549.1.1."

/** RSASSA-PKCS1-v1_5 by its hash (RFC 8017 §A.2.4; RFC 4055 §5). */
const pkcs1v15: Readonly<Record<string, string>> = {
  [`${pkcs1}2`]: "md2",
  [`${pkcs1}3`]: "md4",
  [`${pkcs1}4`]: "md5",
  [`${pkcs1}5`]: "sha1",
  [`${pkcs1}14`]: "sha224",
  [`${pkcs1}11`]: "sha256",
  [`${pkcs1}12`]: "sha384",
  [`${pkcs1}13`]: "sha512"
}

const pss = `${pkcs1}10`
const maskGeneration = `${pkcs1}8`

const sha2 = "2.16.840.1.101.3.4.2."

/** Hashes by themselves (RFC 5754 §2; SHA-1: RFC 3279 §2.1). */
const hashes: Readonly<Record<string, string>> = {
  "1.3.14.3.2.26": "sha1",
  [`${sha2}4`]: "sha224",
  [`${sha2}1`]: "sha256",
  [`${sha2}2`]: "sha384",
  [`${sha2}3`]: "sha512"
}

/** The parts of an AlgorithmIdentifier. */
const parts = (bytes: Uint8Array) =>
  Option.gen(function* () {
    const [identifier, parameters, ...rest] = yield* Der.elements(bytes)
    if (identifier?.tag !== Der.tag.oid || rest.length > 0) return yield* Option.none()
    return { oid: yield* Der.oid(identifier), parameters }
  })

/** Without parameters, or with NULL for them: both are written (RFC 4055 §2.1). */
const isPlain = (parameters: Der.Element | undefined): boolean =>
  parameters === undefined || (parameters.tag === Der.tag.null && parameters.content.length === 0)

const hashOf = (bytes: Uint8Array): Option.Option<string> =>
  parts(bytes).pipe(
    Option.filter(({ parameters }) => isPlain(parameters)),
    Option.flatMap(({ oid }) => Option.fromUndefinedOr(hashes[oid]))
  )

/** The content of the element that an explicit tag is around. */
const inside = (element: Der.Element, tag: number): Option.Option<Uint8Array> =>
  Option.map(Der.tagged(element.content, tag), ([only]) => only?.content ?? new Uint8Array(0))

/** What is left out is SHA-1 with twenty bytes of salt: too weak, and so not read at all (RFC 4055 §3.1). */
const pssOf = (parameters: Der.Element): Option.Option<SignatureAlgorithm> =>
  Option.gen(function* () {
    const [hash, mask, salt] = yield* Der.tagged(parameters.content, Der.context(0), Der.context(1), Der.context(2))
    if (hash === undefined || mask === undefined || salt === undefined) return yield* Option.none()
    const name = yield* Option.flatMap(inside(hash, Der.tag.sequence), hashOf)
    const generator = yield* Option.flatMap(inside(mask, Der.tag.sequence), parts)
    const generatorHash = yield* Option.flatMap(Option.fromUndefinedOr(generator.parameters), ({ content }) =>
      hashOf(content)
    )
    const [saltLength = 0x80, ...more] = yield* inside(salt, Der.tag.integer)
    const isGood = generator.oid === maskGeneration && generatorHash === name && more.length === 0 && saltLength < 0x80
    return isGood ? { hash: name, saltLength } : yield* Option.none()
  })

/** Which algorithm an AlgorithmIdentifier names; nothing for one that is unknown, or for parameters that do not fit it. */
export const read = (identifier: Der.Element): Option.Option<SignatureAlgorithm> =>
  Option.flatMap(parts(identifier.content), ({ oid, parameters }) => {
    if (oid === pss) {
      return parameters?.tag === Der.tag.sequence ? pssOf(parameters) : Option.none()
    }
    const hash = pkcs1v15[oid]
    return hash !== undefined && isPlain(parameters) ? Option.some({ hash }) : Option.none()
  })

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
