/** Sessions: the connector's state between two calls, sealed so that nobody else can read or change it. */
import { createCipheriv, createDecipheriv, createHmac, hash } from "node:crypto"
import { RequestError } from "./RequestError.ts"

const nonceLength = 12
const tagLength = 16

const keyOf = (secret: string, purpose: string): Buffer =>
  hash("sha256", `sheaf connector ${purpose}\0${secret}`, "buffer")

/**
 * Seals a state with AES-256-GCM. The nonce derives from the state, so a repeated call returns the same session, and
 * different states never share a nonce.
 */
export const seal = (secret: string, state: unknown): string => {
  const text = Buffer.from(JSON.stringify(state))
  const nonce = createHmac("sha256", keyOf(secret, "nonce")).update(text).digest().subarray(0, nonceLength)
  const cipher = createCipheriv("aes-256-gcm", keyOf(secret, "session"), nonce)
  const sealed = Buffer.concat([cipher.update(text), cipher.final()])
  return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString("base64url")
}

/** Opens a session. Fails with 422 if another key sealed the session. */
export const open = (secret: string, session: string): unknown => {
  const bytes = Buffer.from(session, "base64url")
  if (bytes.length < nonceLength + tagLength || bytes.toString("base64url") !== session) {
    throw new RequestError(422, "Unknown session")
  }
  const cipher = createDecipheriv("aes-256-gcm", keyOf(secret, "session"), bytes.subarray(0, nonceLength), {
    authTagLength: tagLength
  })
  cipher.setAuthTag(bytes.subarray(-tagLength))
  try {
    const text = Buffer.concat([cipher.update(bytes.subarray(nonceLength, -tagLength)), cipher.final()])
    const state: unknown = JSON.parse(text.toString())
    return state
  } catch {
    throw new RequestError(422, "Unknown session")
  }
}

/** Returns a keyed digest, so that nobody without the key can test guesses. */
export const digest = (secret: string, text: string): string =>
  createHmac("sha256", keyOf(secret, "digest")).update(text).digest("base64")
