/** AES-256-GCM, run synchronously on the event loop. */
import { createCipheriv, createDecipheriv, createSecretKey } from "node:crypto"
import type { KeyObject } from "node:crypto"

const algorithm = "aes-256-gcm"

/** The length of the authentication tag that follows the ciphertext, in bytes. */
const tagLength = 16

/** Prepares a 32-byte key. With a prepared key, operations on small values are three times as fast. */
export const importKey = (bytes: Uint8Array): KeyObject => createSecretKey(bytes)

/** Returns the ciphertext followed by its tag. */
export const encrypt = (key: KeyObject, nonce: Uint8Array, plain: Uint8Array, aad: Uint8Array): Uint8Array => {
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagLength })
  cipher.setAAD(aad)
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Returns undefined if the ciphertext is not authentic. */
export const decrypt = (
  key: KeyObject,
  nonce: Uint8Array,
  sealed: Uint8Array,
  aad: Uint8Array
): Uint8Array | undefined => {
  const end = sealed.length - tagLength
  if (end < 0) return undefined
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagLength })
  decipher.setAAD(aad)
  decipher.setAuthTag(sealed.subarray(end))
  const plain = decipher.update(sealed.subarray(0, end))
  try {
    decipher.final()
  } catch {
    plain.fill(0)
    return undefined
  }
  return new Uint8Array(plain)
}
