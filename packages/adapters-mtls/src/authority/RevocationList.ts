/** An authority's signed list of revoked certificates, for other services that check them (RFC 5280 §5). */
import { CertificateStore } from "@sheaf/ports"
import type { RevocationReason, StoredCertificate } from "@sheaf/ports"
import { Clock, Effect } from "effect"
import * as Pem from "../certificates/Pem.ts"
import * as X509 from "../certificates/X509.ts"
import type { Authority } from "./Authority.ts"

/** How long a list is valid, in milliseconds. A newer list can replace it earlier. */
const lifetime = 7 * X509.dayMillis

const listNumber = "2.5.29.20"

/** Encodes milliseconds as a DER INTEGER. Dates from 2004 to 6429 take six bytes, without a leading zero. */
const integer = (millis: number) =>
  Buffer.concat([Buffer.of(0x02, 6), Buffer.from(millis.toString(16).padStart(12, "0"), "hex")])

/** The reason codes of RFC 5280 §5.3.1. */
const reasons: Readonly<Record<RevocationReason, number>> = {
  keyCompromise: 1,
  affiliationChanged: 3,
  superseded: 4,
  cessationOfOperation: 5,
  privilegeWithdrawn: 9
}

const toEntry = ({ reason, revokedAt = 0, serial }: StoredCertificate) => ({
  serialNumber: serial,
  revocationDate: X509.certificateDate(revokedAt),
  ...(reason !== undefined && { reason: reasons[reason] })
})

/**
 * Creates an authority's current list, in PEM and DER. RFC 5280 §3.3 requires that a revoked certificate appears on at
 * least one list issued after the certificate expires, so certificates stay listed for one list lifetime after they
 * expire. A list's number is the time in milliseconds, so it always increases.
 */
export const make = Effect.fnUntraced(function* (authority: Authority) {
  const x509 = yield* X509.load
  const now = yield* Clock.currentTimeMillis
  const revoked = yield* (yield* CertificateStore).revoked(authority.environment, now - lifetime)
  const der = yield* X509.signRevocationList(
    x509,
    {
      thisUpdate: X509.certificateDate(now),
      nextUpdate: X509.certificateDate(now + lifetime),
      entries: revoked.map(toEntry),
      extensions: [
        new x509.AuthorityKeyIdentifierExtension(authority.keyId),
        new x509.Extension(listNumber, false, integer(now))
      ]
    },
    authority.signer
  )
  return { pem: Pem.encode("X509 CRL", der), der }
})
