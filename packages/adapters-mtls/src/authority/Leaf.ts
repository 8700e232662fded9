/**
 * Certificates that an authority signs for clients and servers. They cannot sign other certificates (RFC 5280 §4.2).
 */
import type { JsonGeneralName } from "@peculiar/x509"
import { Clock, Effect } from "effect"
import { X509Certificate } from "node:crypto"
import type { KeyObject } from "node:crypto"
import * as Certificate from "../certificates/Certificate.ts"
import * as KeyId from "../certificates/KeyId.ts"
import * as X509 from "../certificates/X509.ts"
import type { Authority } from "./Authority.ts"

export type LeafRole =
  | { readonly type: "client" }
  | { readonly type: "server"; readonly names: ReadonlyArray<JsonGeneralName> }

export interface LeafContents {
  readonly serial: string
  readonly commonName: string
  readonly publicKey: KeyObject
  readonly days: number
  readonly role: LeafRole
}

/**
 * A certificate becomes valid this many milliseconds before it is issued, because some clocks are a few minutes slow.
 */
const backdated = 5 * 60_000

/**
 * Checks that a new certificate has the intended content, reading it with Node and not with the library that wrote it.
 * The check comes before the certificate is handed out, because afterward it could only be revoked.
 */
const isAsIntended = (pem: string, { publicKey, role, serial }: LeafContents, { root }: Authority): boolean => {
  const certificate = new X509Certificate(pem)
  return (
    Certificate.isSignedBy(certificate, root) &&
    !certificate.ca &&
    certificate.serialNumber.toLowerCase() === serial &&
    certificate.publicKey.equals(publicKey) &&
    certificate.keyUsage.join() === Certificate.extendedKeyUsages[role.type]
  )
}

/**
 * Signs a certificate that expires after the given number of days, but no later than the authority. It is valid from
 * five minutes ago. Times in the result are milliseconds since 1970. The key may be used only for signatures: TLS is
 * used without RSA key exchange, so the key never encrypts.
 */
export const sign = Effect.fnUntraced(function* (authority: Authority, leaf: LeafContents) {
  const x509 = yield* X509.load
  const issuedAt = yield* Clock.currentTimeMillis
  const subjectKeyId = KeyId.of(leaf.publicKey)
  const notBefore = X509.certificateDate(Math.max(issuedAt - backdated, authority.notBefore))
  const notAfter = X509.certificateDate(Math.min(issuedAt + leaf.days * X509.dayMillis, authority.notAfter))
  const certificate = yield* X509.signCertificate(
    x509,
    {
      serialNumber: leaf.serial,
      subject: X509.distinguishedNameOf(x509, authority.environment, leaf.commonName),
      publicKey: leaf.publicKey,
      notBefore,
      notAfter,
      extensions: [
        new x509.BasicConstraintsExtension(false, undefined, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
        new x509.ExtendedKeyUsageExtension([Certificate.extendedKeyUsages[leaf.role.type]], true),
        new x509.SubjectKeyIdentifierExtension(subjectKeyId),
        new x509.AuthorityKeyIdentifierExtension(authority.keyId),
        ...(leaf.role.type === "server" ? [new x509.SubjectAlternativeNameExtension([...leaf.role.names])] : [])
      ]
    },
    authority.signer
  )
  if (!isAsIntended(certificate, leaf, authority)) {
    return yield* Effect.die(new Error("the signed certificate differs from the intended one; it was discarded"))
  }
  return { certificate, subjectKeyId, notBefore: notBefore.getTime(), notAfter: notAfter.getTime(), issuedAt }
})
