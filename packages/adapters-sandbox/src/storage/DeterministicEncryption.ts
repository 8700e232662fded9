/** Deterministic encryption (AES-256-GCM): the same text and key always produce the same ciphertext. */
import { Option } from "effect"
import { createCipheriv, createDecipheriv, hash } from "node:crypto"
import type { CipherKey } from "node:crypto"

const algorithm = "aes-256-gcm"
const nonceBytes = 12
const tagBytes = 16

export const deriveKey = (...text: ReadonlyArray<string>): Buffer => hash("sha256", JSON.stringify(text), "buffer")

export const encrypt = (key: CipherKey, text: string): string => {
  const nonce = hash("sha256", text, "buffer").subarray(0, nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce)
  const sealed = [cipher.update(text, "utf8"), cipher.final()]
  return Buffer.concat([nonce, cipher.getAuthTag(), ...sealed]).toString("base64url")
}

/** Returns nothing if {@link encrypt} did not produce the text under the same key. */
export const decrypt: (key: CipherKey, sealed: string) => Option.Option<string> = Option.liftThrowable(
  (key, sealed) => {
    const bytes = Buffer.from(sealed, "base64url")
    const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
    decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
    return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString("utf8")
  }
)
