/** What an authority has taken back, signed by it, for whoever checks certificates elsewhere (RFC 5280 §5). */
import { CertificateStore } from "@sheaf/ports"
import type { RevocationReason, StoredCertificate } from "@sheaf/ports"
import { Clock, Effect } from "effect"
import type { Authority } from "./Authority.ts"
import * as Pem from "../certificates/Pem.ts"
import * as X509 from "../certificates/X509.ts"

/** How long a list is good for. A newer one can be made at any time. */
const lifetime = 7 * 86_400_000

const listNumber = "2.5.29.20"

/** A positive INTEGER in DER. */
const integer = (value: number): Uint8Array => {
  const hex = value.toString(16)
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, "hex")
  const content = bytes[0] !== undefined && bytes[0] >= 0x80 ? [0, ...bytes] : [...bytes]
  return Uint8Array.from([0x02, content.length, ...content])
}

/** A list in both of its forms. */
export interface SignedList {
  readonly pem: string
  readonly der: Uint8Array
}

/** RFC 5280 §5.3.1. */
const reasons: Readonly<Record<RevocationReason, number>> = {
  keyCompromise: 1,
  affiliationChanged: 3,
  superseded: 4,
  cessationOfOperation: 5,
  privilegeWithdrawn: 9
}

const toEntry = ({ reason, revokedAt = 0, serial }: StoredCertificate): X509.RevokedEntry => ({
  serialNumber: serial,
  revocationDate: new Date(Math.floor(revokedAt / 1000) * 1000),
  ...(reason !== undefined && { reason: reasons[reason] })
})

/**
 * The list of an authority as of now. A certificate stays on it until a list was made after its end (RFC 5280
 * §3.3). Its number is the time in milliseconds, so that a later list has a higher one.
 */
export const make = Effect.fnUntraced(function* (authority: Authority) {
  const x509 = yield* X509.load
  const now = yield* Clock.currentTimeMillis
  const revoked = yield* (yield* CertificateStore).revoked(authority.environment, now - lifetime)
  const der = yield* X509.signList(
    x509,
    {
      thisUpdate: now,
      nextUpdate: now + lifetime,
      entries: revoked.map(toEntry),
      extensions: [
        new x509.AuthorityKeyIdentifierExtension(authority.keyId),
        new x509.Extension(listNumber, false, integer(now))
      ]
    },
    authority.signer
  )
  return { pem: Pem.encode("X509 CRL", der), der } satisfies SignedList
})
