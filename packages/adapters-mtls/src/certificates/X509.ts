/**
 * Creates certificates, certificate requests and revocation lists with a library that is never given untrusted input.
 */
import type * as Library from "@peculiar/x509"
import { Effect } from "effect"
import { generateKeyPairSync, webcrypto } from "node:crypto"
import type { KeyObject } from "node:crypto"
import * as Pem from "./Pem.ts"

export type X509 = typeof Library

/** Loads the library only when it is needed, so services that already have certificates start without it. */
export const load: Effect.Effect<X509> = Effect.promise(async () => {
  // The library needs the Reflect metadata API.
  await import("reflect-metadata")
  return import("@peculiar/x509")
})

/**
 * Returns one attribute of a distinguished name as a UTF-8 string. In a plain string, the library would give `#` and
 * `\` a special meaning.
 */
const part = (type: string, text: string) => ({ [type]: [{ utf8String: text }] })

/** Returns the name `O=Sheaf, OU=<environment>, CN=<commonName>` (spec 5.3). */
export const distinguishedNameOf = (x509: X509, environment: string, commonName: string): Library.Name =>
  new x509.Name([part("O", "Sheaf"), part("OU", environment), part("CN", commonName)])

/**
 * Authorities sign with ECDSA on P-256 and SHA-256, which all common TLS libraries support. RSA-3072 is equally strong,
 * but much slower, and takes about 300 more bytes per handshake.
 */
const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const

export const generateKeys = () => generateKeyPairSync("ec", algorithm)

export interface CertificateSigner {
  readonly environment: string
  readonly commonName: string
  readonly key: KeyObject
}

const signatureBy = (x509: X509, { commonName, environment, key }: CertificateSigner) => ({
  issuer: distinguishedNameOf(x509, environment, commonName),
  signingAlgorithm: algorithm,
  signingKey: key.toCryptoKey(algorithm, false, ["sign"])
})

type Unsigned<Parameters> = Omit<Parameters, keyof ReturnType<typeof signatureBy>>

export const dayMillis = 86_400_000

/** Certificates contain whole seconds, so milliseconds are rounded down. */
export const certificateDate = (millis: number): Date => new Date(Math.floor(millis / 1000) * 1000)

/** Returns PEM (RFC 5280 §4). */
export const signCertificate = (
  x509: X509,
  { publicKey, ...contents }: Unsigned<Library.X509CertificateCreateWithKeyParams> & { readonly publicKey: KeyObject },
  signer: CertificateSigner
): Effect.Effect<string> =>
  Effect.promise(async () => {
    const spki = publicKey.export({ type: "spki", format: "der" })
    const parameters = { ...contents, publicKey: spki, ...signatureBy(x509, signer) }
    const certificate = await x509.X509CertificateGenerator.create(parameters, webcrypto)
    return Pem.encode("CERTIFICATE", new Uint8Array(certificate.rawData))
  })

/** Returns DER (RFC 5280 §5). */
export const signRevocationList = (
  x509: X509,
  contents: Unsigned<Library.X509CrlCreateParams>,
  signer: CertificateSigner
): Effect.Effect<Uint8Array> =>
  Effect.promise(async () => {
    const list = await x509.X509CrlGenerator.create({ ...contents, ...signatureBy(x509, signer) }, webcrypto)
    return new Uint8Array(list.rawData)
  })
