/** Deterministic encryption (AES-256-GCM): the same text and key give the same sealed text. */
import { Option } from "effect"
import { createCipheriv, createDecipheriv, hash } from "node:crypto"

const algorithm = "aes-256-gcm"
const nonceBytes = 12
const tagBytes = 16

/** Derives a key from texts. */
export const keyOf = (...text: ReadonlyArray<string>): Buffer => hash("sha256", JSON.stringify(text), "buffer")

/** Encrypts a text with a key of 32 bytes. */
export const seal = (key: Buffer, text: string): string => {
  const nonce = hash("sha256", text, "buffer").subarray(0, nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce)
  const sealed = [cipher.update(text, "utf8"), cipher.final()]
  return Buffer.concat([nonce, cipher.getAuthTag(), ...sealed]).toString("base64url")
}

const unseal = (key: Buffer, bytes: Buffer): string => {
  const nonce = bytes.subarray(0, nonceBytes)
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString("utf8")
}

/** Decrypts what {@link seal} encrypted with the same key. Returns nothing for other input. */
export const open: (key: Buffer, sealed: string) => Option.Option<string> = Option.liftThrowable(
  (key: Buffer, sealed: string) => unseal(key, Buffer.from(sealed, "base64url"))
)
