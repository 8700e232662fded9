/** Bundle signatures: Ed25519 (RFC 8032) over the bytes of the manifest. `openssl pkeyutl` can verify them too. */
import { Option } from "effect"
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign as signBytes,
  verify as verifyBytes
} from "node:crypto"
import type { KeyObject } from "node:crypto"

/** The length of a signature, in bytes. */
export const signatureBytes = 64

/**
 * Operators pin a public key by its SubjectPublicKeyInfo in base64 (RFC 8410), which is the middle line of the PEM
 * file.
 */
export const isPublicKey = (text: string): boolean => /^MCowBQYDK2VwAyEA[A-Za-z0-9+/]{43}=$/.test(text)

const publicKeyOf = Option.liftThrowable((text: string) =>
  createPublicKey({ key: Buffer.from(text, "base64"), format: "der", type: "spki" })
)

const isEd25519 = ({ asymmetricKeyType }: KeyObject): boolean => asymmetricKeyType === "ed25519"

export const verify = (publicKey: string, bytes: Uint8Array, signature: Uint8Array): boolean =>
  Option.exists(
    Option.filter(publicKeyOf(publicKey), isEd25519),
    (key) => signature.byteLength === signatureBytes && verifyBytes(null, bytes, key, signature)
  )

export interface BundleSigner {
  readonly publicKey: string
  readonly sign: (bytes: Uint8Array) => Uint8Array
}

const parsePrivateKey = Option.liftThrowable((pem: string) => createPrivateKey(pem))

/** Reads a PKCS #8 private key in PEM format. Returns nothing if it is not an Ed25519 key. */
export const signerOf = (pem: string): Option.Option<BundleSigner> =>
  Option.map(Option.filter(parsePrivateKey(pem), isEd25519), (key) => ({
    publicKey: createPublicKey(key).export({ format: "der", type: "spki" }).toString("base64"),
    sign: (bytes) => signBytes(null, bytes, key)
  }))

export const createKey = (): string =>
  generateKeyPairSync("ed25519").privateKey.export({ format: "pem", type: "pkcs8" }).toString()
