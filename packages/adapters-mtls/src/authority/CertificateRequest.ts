/**
 * A request for a certificate (PKCS #10, RFC 2986), read as far as it is used: the public key, and the proof that its sender
 * holds the private one. The name and the extensions that it asks for are not read at all: the authority chooses them.
 */
import { Option } from "effect"
import { createPublicKey } from "node:crypto"
import type { KeyObject } from "node:crypto"
import * as Der from "../certificates/Der.ts"
import * as Pem from "../certificates/Pem.ts"
import * as SignatureAlgorithm from "../certificates/SignatureAlgorithm.ts"

/** The numbers of an RSA public key. */
export interface RsaNumbers {
  readonly modulus: bigint
  readonly exponent: bigint
}

export interface CertificateRequest {
  readonly publicKey: KeyObject
  /** Absent for keys that are not RSA's. */
  readonly rsa: Option.Option<RsaNumbers>
  /** Absent when it is none that an RSA key signs with, or too weak. */
  readonly algorithm: Option.Option<SignatureAlgorithm.SignatureAlgorithm>
  /** What the signature is of. */
  readonly signed: Uint8Array
  readonly signature: Uint8Array
}

/** RFC 7468 §7, and the label of older software. */
const labels = ["CERTIFICATE REQUEST", "NEW CERTIFICATE REQUEST"]

const toNumber = (base64Url = ""): bigint => BigInt(`0x${Buffer.from(base64Url, "base64url").toString("hex") || "0"}`)

const rsaNumbers = (publicKey: KeyObject): Option.Option<RsaNumbers> => {
  if (publicKey.asymmetricKeyType !== "rsa") return Option.none()
  const { e, n } = publicKey.export({ format: "jwk" })
  return Option.some({ modulus: toNumber(n), exponent: toNumber(e) })
}

const readKey = Option.liftThrowable((spki: Uint8Array) =>
  createPublicKey({ key: Buffer.from(spki), format: "der", type: "spki" })
)

/** Written again, the key reads the same: nothing was in it that a reader could take for something else. */
const isCanonical = (key: KeyObject, spki: Uint8Array): boolean =>
  key.export({ type: "spki", format: "der" }).equals(spki)

/** Text is PEM; anything else has to be DER. */
const toDer = (content: Uint8Array): Option.Option<Uint8Array> =>
  content[0] === Der.tag.sequence
    ? Option.some(content)
    : Pem.decode(Buffer.from(content).toString("latin1"), ...labels)

/** Reads a request, in PEM or in DER; nothing when the content is anything but one request and no more. */
export const parse = (content: Uint8Array): Option.Option<CertificateRequest> =>
  Option.gen(function* () {
    const der = yield* toDer(content)
    const { bitString, integer, sequence } = Der.tag
    const [request] = yield* Der.tagged(der, sequence)
    if (request === undefined) return yield* Option.none()
    const [info, identifier, bits] = yield* Der.tagged(request.content, sequence, sequence, bitString)
    if (info === undefined || identifier === undefined || bits === undefined) return yield* Option.none()
    const [version, , spki] = yield* Der.tagged(info.content, integer, sequence, sequence, Der.context(0))
    if (version?.content.join() !== "0" || spki === undefined) return yield* Option.none()
    const publicKey = yield* readKey(spki.whole)
    if (!isCanonical(publicKey, spki.whole)) return yield* Option.none()
    return {
      publicKey,
      rsa: rsaNumbers(publicKey),
      algorithm: SignatureAlgorithm.read(identifier),
      signed: info.whole,
      signature: yield* Der.wholeBytes(bits)
    }
  })
