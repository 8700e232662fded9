/**
 * Verifies a request's signature: the certificate's validity and role, the digest of the body, and the signature itself
 * (draft-cavage-http-signatures-10; NextGenPSD2 1.3.11, signing messages).
 */
import type { BankProfile } from "@sheaf/ports"
import { Clock, Effect, Option } from "effect"
import { createHash, createVerify, X509Certificate } from "node:crypto"
import { failWith } from "./TppErrors.ts"

export interface SignatureRules {
  /** True if every request must be signed. By default, only signatures that are present are checked. */
  readonly isRequired?: boolean
  /**
   * The certificate, in PEM format, of the CA that must have issued the providers' signing certificates. By default,
   * any CA is accepted.
   */
  readonly authority?: string
}

type SignatureProfile = NonNullable<BankProfile.ResolvedProfile["signature"]>

/** Header names are in lower case. */
export interface SignedRequest {
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Uint8Array
}

/** The OID of the role PSP_AI, DER-encoded as in certificates (ETSI TS 119 495 §5.1). */
const roleOfAccountInformation = Buffer.from("060704008198270103", "hex")

const authorizationNumber = /^organizationIdentifier=(.+)$/m

const toleranceMillis = 15 * 60_000

const readCertificate = Option.liftThrowable(
  (base64: string) => new X509Certificate(Buffer.from(base64.replace(/-----[A-Z ]+-----/g, ""), "base64"))
)

const parametersOf = (header: string): ReadonlyMap<string, string> =>
  new Map(Array.from(header.matchAll(/(\w+)="([^"]*)"/g), ([, name = "", value = ""]) => [name, value]))

const algorithms: ReadonlyMap<string, string> = new Map([
  ["rsa-sha256", "sha256"],
  ["rsa-sha512", "sha512"]
])

const digests: ReadonlyMap<string, string> = new Map([
  ["SHA-256", "sha256"],
  ["SHA-512", "sha512"]
])

const isDigestOf = (body: Uint8Array, header: string): boolean => {
  const [, name = "", value] = /^([A-Z0-9-]+)=(.+)$/.exec(header) ?? []
  const algorithm = digests.get(name)
  return algorithm !== undefined && createHash(algorithm).update(body).digest("base64") === value
}

/** A signature must cover each of these headers that the request contains. */
const covered = ["digest", "x-request-id", "date", "psu-id", "psu-corporate-id", "tpp-redirect-uri"]

const required = ["digest", "x-request-id", "date"]

const plainSerial = (serial: string): string => serial.toLowerCase().replace(/^0+/, "")

const faultOf = (
  { headers }: SignedRequest,
  header: string,
  certificate: X509Certificate,
  { headers: own = [], keyId: naming }: SignatureProfile
): string | undefined => {
  const parameters = parametersOf(header)
  const keyId = parameters.get("keyId") ?? ""
  const [, serial = ""] = /^SN=([0-9a-fA-F]+),CA=.+$/.exec(keyId) ?? []
  const isNamed =
    naming === "URL" ? keyId.startsWith("https://") : plainSerial(serial) === plainSerial(certificate.serialNumber)
  if (!isNamed) return "keyId does not name the certificate."
  const algorithm = algorithms.get(parameters.get("algorithm") ?? "")
  if (algorithm === undefined) return "The algorithm is neither rsa-sha256 nor rsa-sha512."
  const names = (parameters.get("headers") ?? "").split(" ")
  const present = [...covered, ...own].filter((name) => headers[name] !== undefined)
  const missing = [...required, ...present].find((name) => !names.includes(name))
  if (missing !== undefined) return `The signature does not cover ${missing}.`
  if (names.some((name) => headers[name] === undefined)) return "The signature covers a header that the request lacks."
  const text = names.map((name) => `${name}: ${headers[name]}`).join("\n")
  const isSigned = createVerify(algorithm)
    .update(text)
    .verify(certificate.publicKey, parameters.get("signature") ?? "", "base64")
  return isSigned ? undefined : "The signature does not match the headers."
}

const checkCertificate = Effect.fnUntraced(function* (presented: string, { authority }: SignatureRules, now: number) {
  const read = readCertificate(presented)
  if (Option.isNone(read)) {
    return yield* failWith("CERTIFICATE_INVALID", "The header contains no certificate.", "TPP-Signature-Certificate")
  }
  const certificate = read.value
  if (authority !== undefined && !certificate.verify(new X509Certificate(authority).publicKey)) {
    yield* failWith("CERTIFICATE_INVALID", "The bank does not trust the certificate's authority.")
  }
  if (certificate.publicKey.asymmetricKeyType !== "rsa") {
    yield* failWith("CERTIFICATE_INVALID", "The certificate's key is not an RSA key.")
  }
  if (now > certificate.validToDate.getTime()) yield* failWith("CERTIFICATE_EXPIRED", "The certificate has expired.")
  if (now < certificate.validFromDate.getTime())
    yield* failWith("CERTIFICATE_INVALID", "The certificate is not yet valid.")
  if (!certificate.raw.includes(roleOfAccountInformation)) {
    yield* failWith("ROLE_INVALID", "The certificate does not state the role PSP_AI.")
  }
  return certificate
})

/**
 * Verifies the signature and returns the provider's authorization number, or an empty string if the request is
 * unsigned. Fails with a message about the certificate, the signature or the date.
 */
export const verifyTppSignature = Effect.fnUntraced(function* (
  request: SignedRequest,
  rules: SignatureRules,
  profile: SignatureProfile = {}
) {
  const { date = "", digest, signature, "tpp-signature-certificate": presented } = request.headers
  if (signature === undefined) {
    if (rules.isRequired === true) yield* failWith("SIGNATURE_MISSING", "The bank requires a signature.", "Signature")
    return ""
  }
  if (presented === undefined) {
    return yield* failWith("CERTIFICATE_MISSING", "A signature needs this header.", "TPP-Signature-Certificate")
  }
  const now = yield* Clock.currentTimeMillis
  const certificate = yield* checkCertificate(presented, rules, now)
  if (digest === undefined || !isDigestOf(request.body, digest)) {
    yield* failWith("SIGNATURE_INVALID", "The digest does not match the body.", "Digest")
  }
  const fault = faultOf(request, signature, certificate, profile)
  if (fault !== undefined) yield* failWith("SIGNATURE_INVALID", fault, "Signature")
  if (!(Math.abs(Date.parse(date) - now) <= toleranceMillis)) {
    yield* failWith("TIMESTAMP_INVALID", "The date differs from the bank's clock by more than 15 minutes.", "Date")
  }
  const [, number = certificate.subject] = authorizationNumber.exec(certificate.subject) ?? []
  return number
})
