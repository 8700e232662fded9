/**
 * Signs requests to banks with the operator's seal. NextGenPSD2 1.3 uses `Digest` and `Signature` from
 * draft-cavage-http-signatures-10 (spec 16).
 */
import type { BankProfile } from "@sheaf/ports"
import { Redacted } from "effect"
import { X509Certificate, createPrivateKey, createSign, hash } from "node:crypto"

const algorithms = {
  "rsa-sha256": { digest: "SHA-256", hash: "sha256" },
  "rsa-sha512": { digest: "SHA-512", hash: "sha512" }
} as const

type SealAlgorithm = keyof typeof algorithms

export type KeyNaming = { readonly naming: "URL"; readonly url: string } | { readonly naming: "CERTIFICATE" }

/** A certificate for electronic seals (QSealC) and its RSA key, both as PEM. */
export interface ElectronicSeal {
  readonly certificate: string
  readonly key: Redacted.Redacted
  /** Default: `rsa-sha256`. */
  readonly algorithm?: SealAlgorithm
  readonly keyId: KeyNaming
}

/** The names in `fields` are in lower case. */
export interface UnsignedRequest {
  readonly body: Uint8Array
  readonly fields: Readonly<Record<string, string>>
  readonly method: string
  readonly target: string
}

/** The fields that a signature covers by default, in this order. Fields that the request lacks are skipped. */
const usual: readonly [string, ...Array<string>] = ["digest", "x-request-id", "date", "psu-id", "tpp-redirect-uri"]

/**
 * Returns the issuer's distinguished name on one line, with percent-encoding for characters that a header cannot carry.
 * NextGenPSD2 1.3.11 shows `CN=D-TRUST%20CA%202-1%202015,O=D-Trust%20GmbH,C=DE`.
 */
const issuerOf = ({ issuer }: X509Certificate): string => issuer.split("\n").reverse().map(encodeURI).join(",")

/**
 * The returned function signs a request and returns the signature's header fields. The signature always covers the
 * body's digest, even if the body is empty.
 */
export const make = (
  { algorithm = "rsa-sha256", certificate, key, keyId: named }: ElectronicSeal,
  { headers: signed = usual }: Pick<NonNullable<BankProfile.BankProfile["signature"]>, "headers"> = {}
): ((request: UnsignedRequest) => Readonly<Record<string, string>>) => {
  const x509 = new X509Certificate(certificate)
  const privateKey = createPrivateKey(Redacted.value(key))
  const keyId = named.naming === "URL" ? named.url : `SN=${x509.serialNumber},CA=${issuerOf(x509)}`
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
