/**
 * Test certificates of a payment service provider: for connections (QWAC) and for seals (QSealC). They are signed by
 * one of Sheaf's authorities instead of a qualified one (ETSI TS 119 495 §5).
 */
import { Clock, Effect } from "effect"
import { generateKeyPairSync } from "node:crypto"
import * as KeyId from "../certificates/KeyId.ts"
import * as KeyPair from "../certificates/KeyPair.ts"
import * as Psd2Role from "../certificates/Psd2Role.ts"
import * as X509 from "../certificates/X509.ts"
import type { Authority } from "./Authority.ts"
import * as SerialNumber from "../certificates/SerialNumber.ts"

export interface ProviderCertificateOptions {
  readonly kind: Psd2Role.QcType
  /** The provider's authorization number, for example `PSDSE-FINA-000000`. */
  readonly organizationId: string
  readonly organization: string
  readonly host: string
  readonly roles: ReadonlyArray<Psd2Role.Psd2Role>
  /** How many days the certificate is valid. If negative, the certificate has already expired. */
  readonly days: number
}

/** Tolerance for slow clocks. */
const backdated = X509.dayMillis

/** Banks accept only RSA signatures (NextGenPSD2 1.3.11). */
const keyBits = 2048

/** The OID of the name part that holds the authorization number (ETSI EN 319 412-1 §5.1.4). */
const organizationIdentifier = "2.5.4.97"

export const make = Effect.fnUntraced(function* (authority: Authority, options: ProviderCertificateOptions) {
  const { days, host, kind, organization, organizationId, roles } = options
  const x509 = yield* X509.load
  const now = yield* Clock.currentTimeMillis
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: keyBits })
  const notAfter = now + days * X509.dayMillis
  const part = (type: string, value: string) => ({ [type]: [{ utf8String: value }] })
  const purpose = kind === "QWAC" ? [x509.ExtendedKeyUsage.clientAuth, x509.ExtendedKeyUsage.serverAuth] : undefined
  const statement = { kind, roles, supervisor: { name: "Finansinspektionen", id: "SE-FINA" } }
  const certificate = yield* X509.signCertificate(
    x509,
    {
      serialNumber: yield* SerialNumber.make,
      subject: new x509.Name([
        { C: [{ printableString: "SE" }] },
        part("O", organization),
        part(organizationIdentifier, organizationId),
        part("CN", kind === "QWAC" ? host : organization)
      ]),
      publicKey,
      notBefore: X509.certificateDate(Math.min(now, notAfter) - backdated),
      notAfter: X509.certificateDate(notAfter),
      extensions: [
        new x509.BasicConstraintsExtension(false, undefined, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
        ...(purpose === undefined
          ? []
          : [
              new x509.ExtendedKeyUsageExtension(purpose),
              new x509.SubjectAlternativeNameExtension([{ type: "dns", value: host }])
            ]),
        new x509.SubjectKeyIdentifierExtension(KeyId.of(publicKey)),
        new x509.AuthorityKeyIdentifierExtension(authority.keyId),
        new x509.Extension(Psd2Role.qcStatementsOid, false, new Uint8Array(Psd2Role.encodeQcStatements(statement)))
      ]
    },
    authority.signer
  )
  return { key: KeyPair.keyToPem(privateKey), certificate } satisfies KeyPair.KeyPair
})
