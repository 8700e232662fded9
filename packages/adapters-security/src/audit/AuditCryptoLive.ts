/** Hashes and signs the audit log. The Ed25519 key is derived from the pepper (RFC 8032, RFC 8410). */
import { AuditCrypto, signedTextOf } from "@sheaf/ports"
import { Layer } from "effect"
import type { Redacted } from "effect"
import { createHash, createPrivateKey, createPublicKey, sign, verify } from "node:crypto"
import * as KeyRing from "../sealing/KeyRing.ts"

/** The DER prefix of an Ed25519 private key in PKCS #8. The 32-byte key follows it (RFC 8410 §7). */
const pkcs8 = Buffer.from("302e020100300506032b657004220420", "hex")

const keysOf = (pepper: Redacted.Redacted<Uint8Array>) => {
  const seed = KeyRing.deriveKey(pepper, "sheaf/audit")
  const key = createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: "der", type: "pkcs8" })
  return { key, publicKey: createPublicKey(key) }
}

/** Signs with the key from the current pepper. Also accepts signatures made under older peppers. */
export const layer = (
  pepper: Redacted.Redacted<Uint8Array>,
  olderPeppers: ReadonlyArray<Redacted.Redacted<Uint8Array>> = []
): Layer.Layer<AuditCrypto> =>
  Layer.sync(AuditCrypto, () => {
    const { key, publicKey } = keysOf(pepper)
    const accepted = [publicKey, ...olderPeppers.map((older) => keysOf(older).publicKey)]
    return {
      hashAfter: (previous, text) => createHash("sha256").update(previous).update(text).digest(),
      sign: (checkpoint) => ({ ...checkpoint, signature: sign(null, Buffer.from(signedTextOf(checkpoint)), key) }),
      isSigned: ({ signature, ...checkpoint }) =>
        accepted.some((each) => verify(null, Buffer.from(signedTextOf(checkpoint)), each, signature)),
      publicKey: String(publicKey.export({ format: "pem", type: "spki" }))
    }
  })
