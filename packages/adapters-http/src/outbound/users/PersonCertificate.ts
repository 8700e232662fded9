/**
 * Verifies the certificate of a person with a Baltic electronic ID against the configured authorities (RFC 5280; spec
 * 17).
 */
import { Redacted, Result } from "effect"
import { X509Certificate } from "node:crypto"

export const extendedKeyUsages = {
  clientAuthentication: "1.3.6.1.5.5.7.3.2",
  smartIdAuthentication: "1.3.6.1.4.1.62306.5.7.0"
} as const

const minRsaKey = 2048

/** Fails if any certificate cannot be read. */
export const trustAnchorsOf = (pem: string): Result.Result<ReadonlyArray<X509Certificate>, string> => {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  if (blocks.length === 0) return Result.fail("holds no PEM certificate")
  const read = Result.try(() => blocks.map((block) => new X509Certificate(block)))
  if (Result.isFailure(read)) return Result.fail("holds a certificate that cannot be read")
  return read.success.every(({ ca }) => ca)
    ? Result.succeed(read.success)
    : Result.fail("holds a certificate that is not an authority's")
}

const isValidAt = ({ validFromDate, validToDate }: X509Certificate, now: number): boolean =>
  validFromDate.getTime() <= now && now <= validToDate.getTime()

const isStrong = ({ asymmetricKeyDetails, asymmetricKeyType }: X509Certificate["publicKey"]): boolean =>
  asymmetricKeyType === "ec" || (asymmetricKeyType === "rsa" && (asymmetricKeyDetails?.modulusLength ?? 0) >= minRsaKey)

const isIssuedBy = (leaf: X509Certificate, authority: X509Certificate): boolean =>
  leaf.checkIssued(authority) && leaf.verify(authority.publicKey)

export interface TrustPolicy {
  readonly anchors: ReadonlyArray<X509Certificate>
  readonly purposes: ReadonlyArray<string>
}

/**
 * Reads a person's certificate in base64. Returns it only if a configured authority issued it for authentication, and
 * if the person's and the authority's certificates are both valid at `now`.
 */
export const verify = (
  base64: string,
  { anchors, purposes }: TrustPolicy,
  now: number
): X509Certificate | undefined => {
  const read = Result.try(() => new X509Certificate(Buffer.from(base64, "base64")))
  if (Result.isFailure(read)) return undefined
  const leaf = read.success
  const isFit =
    !leaf.ca &&
    isValidAt(leaf, now) &&
    isStrong(leaf.publicKey) &&
    leaf.keyUsage !== undefined &&
    leaf.keyUsage.some((use) => purposes.includes(use))
  return isFit && anchors.some((authority) => isValidAt(authority, now) && isIssuedBy(leaf, authority))
    ? leaf
    : undefined
}

/**
 * Returns the personal code from the certificate's `serialNumber`, such as `PNOEE-30303039914` (ETSI EN 319 412-1
 * §5.1.3). Returns nothing if the subject names nobody, several people or a person from another country; Estonian and
 * Lithuanian codes can be identical, so the country matters.
 */
export const personalCodeOf = (certificate: X509Certificate, country: string): Redacted.Redacted | undefined => {
  const { serialNumber }: Readonly<Record<string, unknown>> = { ...certificate.toLegacyObject().subject }
  const [, issuer, personalCode = ""] =
    typeof serialNumber === "string" ? (/^PNO([A-Z]{2})-([0-9-]{6,20})$/.exec(serialNumber) ?? []) : []
  return issuer === country ? Redacted.make(personalCode) : undefined
}
