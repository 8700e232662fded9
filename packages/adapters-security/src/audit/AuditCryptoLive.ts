/** The audit log's hashes, and signatures with an Ed25519 key that is derived from the pepper (RFC 8032, RFC 8410). */
import { AuditCrypto, signedText } from "@sheaf/ports"
import { Layer } from "effect"
import type { Redacted } from "effect"
import { createHash, createPrivateKey, createPublicKey, sign, verify } from "node:crypto"
import * as KeyRing from "../KeyRing.ts"

/** The beginning of an Ed25519 private key in PKCS #8 DER. The key's 32 bytes follow (RFC 8410 §7). */
const pkcs8 = Buffer.from("302e020100300506032b657004220420", "hex")

export const layer = (pepper: Redacted.Redacted<Uint8Array>): Layer.Layer<AuditCrypto> =>
  Layer.sync(AuditCrypto, () => {
    const seed = KeyRing.derive(pepper, "sheaf/audit")
    const key = createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: "der", type: "pkcs8" })
    const publicKey = createPublicKey(key)
    return {
      hashAfter: (previous, text) => createHash("sha256").update(previous).update(text).digest(),
      sign: (checkpoint) => ({ ...checkpoint, signature: sign(null, Buffer.from(signedText(checkpoint)), key) }),
      isSigned: ({ signature, ...checkpoint }) =>
        verify(null, Buffer.from(signedText(checkpoint)), publicKey, signature),
      publicKey: String(publicKey.export({ format: "pem", type: "spki" }))
    }
  })
