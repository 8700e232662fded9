/**
 * Reads a certificate signing request (PKCS #10, RFC 2986): the public key, and the proof that the sender has the
 * private key. The name and the extensions are ignored, because the authority chooses them.
 */
import { Option } from "effect"
import { createPublicKey } from "node:crypto"
import type { KeyObject } from "node:crypto"
import * as Der from "../certificates/Der.ts"
import * as Pem from "../certificates/Pem.ts"
import * as SignatureAlgorithm from "../certificates/SignatureAlgorithm.ts"

export interface RsaPublicKey {
  readonly modulus: bigint
  readonly exponent: bigint
}

export interface CertificateRequest {
  readonly publicKey: KeyObject
  /** Present only for RSA keys. */
  readonly rsa: Option.Option<RsaPublicKey>
  /** Absent if the signature is weak or not an RSA signature. */
  readonly algorithm: Option.Option<SignatureAlgorithm.SignatureAlgorithm>
  readonly signed: Uint8Array
  readonly signature: Uint8Array
}

/** The label from RFC 7468 §7, and a label that older software uses. */
const labels = ["CERTIFICATE REQUEST", "NEW CERTIFICATE REQUEST"]

const toNumber = (base64Url = ""): bigint => BigInt(`0x${Buffer.from(base64Url, "base64url").toString("hex") || "0"}`)

const rsaNumbers = (publicKey: KeyObject): Option.Option<RsaPublicKey> => {
  if (publicKey.asymmetricKeyType !== "rsa") return Option.none()
  const { e, n } = publicKey.export({ format: "jwk" })
  return Option.some({ modulus: toNumber(n), exponent: toNumber(e) })
}

const readKey = Option.liftThrowable((spki: Uint8Array) =>
  createPublicKey({ key: Buffer.from(spki), format: "der", type: "spki" })
)

/**
 * Returns true if Node would encode the key with the same bytes. Otherwise, other software might read a different key
 * from these bytes.
 */
const isCanonical = (key: KeyObject, spki: Uint8Array): boolean =>
  key.export({ type: "spki", format: "der" }).equals(spki)

/** Content that does not start like DER must be PEM. */
const toDer = (content: Uint8Array): Option.Option<Uint8Array> =>
  content[0] === Der.tag.sequence
    ? Option.some(content)
    : Pem.decode(Buffer.from(content).toString("latin1"), ...labels)

/** Reads a request in PEM or DER. Returns nothing unless there is exactly one request. */
export const parse = (content: Uint8Array): Option.Option<CertificateRequest> =>
  Option.gen(function* () {
    const der = yield* toDer(content)
    const { bitString, integer, sequence } = Der.tag
    const [request] = yield* Der.elementsWithTags(der, sequence)
    const [info, identifier, bits] = yield* Der.elementsWithTags(request.content, sequence, sequence, bitString)
    const [version, , spki] = yield* Der.elementsWithTags(info.content, integer, sequence, sequence, Der.contextTag(0))
    const publicKey = yield* readKey(spki.whole)
    if (version.content.join() !== "0" || !isCanonical(publicKey, spki.whole)) return yield* Option.none()
    return {
      publicKey,
      rsa: rsaNumbers(publicKey),
      algorithm: SignatureAlgorithm.parse(identifier),
      signed: info.whole,
      signature: yield* Der.bitStringBytes(bits)
    }
  })
