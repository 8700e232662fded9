/** What an authority signs: certificates of a client or of a server, which can sign nothing themselves (RFC 5280 §4.2). */
import type { JsonGeneralName } from "@peculiar/x509"
import { Clock, Effect } from "effect"
import { X509Certificate } from "node:crypto"
import type { KeyObject } from "node:crypto"
import type { Authority } from "./Authority.ts"
import * as KeyId from "../certificates/KeyId.ts"
import * as X509 from "../certificates/X509.ts"

/** What its holder is in a handshake (RFC 5280 §4.2.1.12): a client, or the server of these names. */
export type Role =
  | { readonly type: "client" }
  | { readonly type: "server"; readonly names: ReadonlyArray<JsonGeneralName> }

export interface Leaf {
  readonly serial: string
  readonly commonName: string
  readonly publicKey: KeyObject
  readonly days: number
  readonly role: Role
}

/** A certificate that was signed. Times are milliseconds since 1970. */
export interface Signed {
  /** In PEM. */
  readonly certificate: string
  readonly subjectKeyId: string
  readonly notBefore: number
  readonly notAfter: number
  readonly signedAt: number
}

/** Clocks are not all right: what was signed just now is good on one that is some minutes late. */
const backdated = 5 * 60_000
const day = 86_400_000

const purposes = { client: "1.3.6.1.5.5.7.3.2", server: "1.3.6.1.5.5.7.3.1" } as const

/**
 * Whether a certificate is what was meant. Asked of every one before anybody sees it, and of another library than the one
 * that wrote it: what is signed cannot be taken back, only revoked.
 */
const isAsMeant = (pem: string, { publicKey, role, serial }: Leaf, { root }: Authority): boolean => {
  const certificate = new X509Certificate(pem)
  return (
    certificate.verify(root.publicKey) &&
    certificate.checkIssued(root) &&
    !certificate.ca &&
    certificate.serialNumber.toLowerCase() === serial &&
    certificate.publicKey.equals(publicKey) &&
    certificate.keyUsage.join() === purposes[role.type]
  )
}

/**
 * Signs a certificate that is good from a little before now on, for as many days as it says, but not longer than its
 * authority is.
 *
 * The key is for signatures only: neither RSA key exchange nor anything older than TLS 1.2 is spoken here, so it never
 * has to encipher a key.
 */
export const sign = Effect.fnUntraced(function* (authority: Authority, leaf: Leaf) {
  const x509 = yield* X509.load
  const signedAt = yield* Clock.currentTimeMillis
  const subjectKeyId = KeyId.of(leaf.publicKey)
  const whole = (millis: number) => Math.floor(millis / 1000) * 1000
  const notBefore = Math.max(whole(signedAt - backdated), authority.notBefore)
  const notAfter = Math.min(whole(signedAt + leaf.days * day), authority.notAfter)
  const { role } = leaf
  const certificate = yield* X509.signCertificate(
    x509,
    {
      serial: leaf.serial,
      subject: X509.nameOf(x509, authority.environment, leaf.commonName),
      publicKey: leaf.publicKey,
      notBefore,
      notAfter,
      extensions: [
        new x509.BasicConstraintsExtension(false, undefined, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
        new x509.ExtendedKeyUsageExtension([purposes[role.type]], true),
        new x509.SubjectKeyIdentifierExtension(subjectKeyId),
        new x509.AuthorityKeyIdentifierExtension(authority.keyId),
        ...(role.type === "server" ? [new x509.SubjectAlternativeNameExtension([...role.names])] : [])
      ]
    },
    authority.signer
  )
  if (!isAsMeant(certificate, leaf, authority)) {
    return yield* Effect.die(new Error("a certificate was signed that is not what was meant; nobody was given it"))
  }
  return { certificate, subjectKeyId, notBefore, notAfter, signedAt } satisfies Signed
})
