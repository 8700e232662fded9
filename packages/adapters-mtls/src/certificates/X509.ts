/** The library that writes certificates, requests and revocation lists. It reads nothing that came from outside. */
import type * as Library from "@peculiar/x509"
import { Effect } from "effect"
import { webcrypto } from "node:crypto"
import type { KeyObject } from "node:crypto"
import * as Pem from "./Pem.ts"

export type X509 = typeof Library

/**
 * Loaded when it is needed: a service that has its certificates starts without it. It wants the metadata to be there
 * first.
 */
export const load: Effect.Effect<X509> = Effect.promise(async () => {
  await import("reflect-metadata")
  return import("@peculiar/x509")
})

/** A part of a name: text in UTF-8, taken as it is. In a plain string, the library would give `#` and `\` a meaning. */
const part = (type: string, text: string) => ({ [type]: [{ utf8String: text }] })

/** The names that we give: the organization is ours, and its unit is the environment (decisions 15). */
export const nameOf = (x509: X509, environment: string, commonName: string): Library.Name =>
  new x509.Name([part("O", "Sheaf"), part("OU", environment), part("CN", commonName)])

/**
 * How authorities sign: ECDSA on P-256 with SHA-256. Every TLS library in use verifies it; it is made in a fraction of the
 * time of an RSA signature of the same strength (RSA-3072), and a handshake carries some 300 bytes less.
 */
const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const

/** The curve of the keys of authorities. */
export const curve = algorithm.namedCurve

/** What stands in a certificate, beside who signed it. Times are milliseconds since 1970; they lose their fractions of a second. */
export interface Contents {
  readonly serial: string
  readonly subject: Library.Name
  readonly publicKey: KeyObject
  readonly notBefore: number
  readonly notAfter: number
  readonly extensions: Array<Library.Extension>
}

/** Who signs: the name, and the private key. */
export interface CertificateSigner {
  readonly name: Library.Name
  readonly key: KeyObject
}

const signingKey = ({ key }: CertificateSigner): webcrypto.CryptoKey => key.toCryptoKey(algorithm, false, ["sign"])

const wholeSecond = (millis: number): Date => new Date(Math.floor(millis / 1000) * 1000)

/** Signs a certificate (RFC 5280 §4), and gives it in PEM. */
export const signCertificate = (x509: X509, contents: Contents, signer: CertificateSigner): Effect.Effect<string> =>
  Effect.promise(async () => {
    const { extensions, notAfter, notBefore, publicKey, serial, subject } = contents
    const certificate = await x509.X509CertificateGenerator.create(
      {
        serialNumber: serial,
        subject,
        issuer: signer.name,
        notBefore: wholeSecond(notBefore),
        notAfter: wholeSecond(notAfter),
        publicKey: publicKey.export({ type: "spki", format: "der" }),
        extensions,
        signingAlgorithm: algorithm,
        signingKey: signingKey(signer)
      },
      webcrypto
    )
    return Pem.encode("CERTIFICATE", new Uint8Array(certificate.rawData))
  })

/** An entry of a revocation list. */
export type RevokedEntry = Library.X509CrlEntryParams

/** What stands in a revocation list. */
export interface ListContents {
  readonly thisUpdate: number
  readonly nextUpdate: number
  readonly entries: Array<RevokedEntry>
  readonly extensions: Array<Library.Extension>
}

/** Signs a revocation list (RFC 5280 §5), and gives it in DER. */
export const signList = (x509: X509, contents: ListContents, signer: CertificateSigner): Effect.Effect<Uint8Array> =>
  Effect.promise(async () => {
    const { entries, extensions, nextUpdate, thisUpdate } = contents
    const list = await x509.X509CrlGenerator.create(
      {
        issuer: signer.name,
        thisUpdate: wholeSecond(thisUpdate),
        nextUpdate: wholeSecond(nextUpdate),
        entries,
        extensions,
        signingAlgorithm: algorithm,
        signingKey: signingKey(signer)
      },
      webcrypto
    )
    return new Uint8Array(list.rawData)
  })
