/**
 * The signature of requests to banks with the seal of the operator: `Digest` and `Signature` as NextGenPSD2 1.3 uses
 * draft-cavage-http-signatures-10 (spec 16).
 */
import type { BankProfile } from "@sheaf/ports"
import { Redacted } from "effect"
import { X509Certificate, createPrivateKey, createSign, hash } from "node:crypto"

/** The algorithms of signatures, each with the digest of the body that it goes with. */
const algorithms = {
  "rsa-sha256": { digest: "SHA-256", hash: "sha256" },
  "rsa-sha512": { digest: "SHA-512", hash: "sha512" }
} as const

type SealAlgorithm = keyof typeof algorithms

/** The certificate for electronic seals (QSealC) and its key, both in PEM. The key is an RSA key. */
export interface ElectronicSeal {
  readonly certificate: string
  readonly key: Redacted.Redacted
  /** `rsa-sha256` by default. */
  readonly algorithm?: SealAlgorithm
  /** The address at which banks find the certificate. Required if a profile names the key by its address. */
  readonly url?: string
}

/** A request before it is signed. `fields` have names in lower case. */
export interface UnsignedRequest {
  readonly body: Uint8Array
  readonly fields: Readonly<Record<string, string>>
  readonly method: string
  /** The path with its query. */
  readonly target: string
}

/** The fields that the signature covers by default, in this order, if the request has them. */
const usual: readonly [string, ...Array<string>] = ["digest", "x-request-id", "date", "psu-id", "tpp-redirect-uri"]

/** Returns the issuer's distinguished name as one text, without its line breaks. */
const issuerOf = ({ issuer }: X509Certificate): string =>
  issuer
    .split("\n")
    .reverse()
    .map((part) => part.replaceAll('"', "'"))
    .join(",")

/**
 * Returns a function that returns the fields to add to a request. The signature covers the digest of the body, even of
 * an empty one.
 */
export const make = (
  { algorithm = "rsa-sha256", certificate, key, url }: ElectronicSeal,
  { headers: signed = usual, keyId: naming = "CERTIFICATE" }: NonNullable<BankProfile.BankProfile["signature"]> = {}
): ((request: UnsignedRequest) => Readonly<Record<string, string>>) => {
  const x509 = new X509Certificate(certificate)
  const privateKey = createPrivateKey(Redacted.value(key))
  const keyId = naming === "URL" && url !== undefined ? url : `SN=${x509.serialNumber},CA=${issuerOf(x509)}`
  const hashes = algorithms[algorithm]
  const presented = x509.raw.toString("base64")
  return ({ body, fields, method, target }) => {
    const digest = `${hashes.digest}=${hash(hashes.hash, body, "base64")}`
    const all: Readonly<Record<string, string>> = {
      ...fields,
      digest,
      "(request-target)": `${method.toLowerCase()} ${target}`
    }
    const covered = signed.filter((name) => all[name] !== undefined)
    const text = covered.map((name) => `${name}: ${all[name]}`).join("\n")
    const signature = createSign(hashes.hash).update(text).sign(privateKey, "base64")
    return {
      digest,
      signature: `keyId="${keyId}",algorithm="${algorithm}",headers="${covered.join(" ")}",signature="${signature}"`,
      "tpp-signature-certificate": presented
    }
  }
}
