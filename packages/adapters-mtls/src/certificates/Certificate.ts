/** Reads certificates with Node, never with the library that writes them. */
import { Option, Result } from "effect"
import { X509Certificate } from "node:crypto"

/** The extended key usages of leaf certificates (RFC 5280 §4.2.1.12). */
export const extendedKeyUsages = { client: "1.3.6.1.5.5.7.3.2", server: "1.3.6.1.5.5.7.3.1" } as const

const parse = Option.liftThrowable((content: string | Uint8Array) => new X509Certificate(content))

/** Reads the first certificate in a PEM string. Error messages mention `name`. */
export const fromPem = (pem: string, name: string): Result.Result<X509Certificate, string> =>
  Result.fromOption(parse(pem), () => `${name} holds no PEM certificate`)

/** Reads exactly one certificate, in DER. Node alone would also accept PEM and trailing bytes. */
export const fromDer = (der: Uint8Array): Option.Option<X509Certificate> =>
  Option.filter(parse(der), ({ raw }) => raw.equals(der))

/** Returns true if a certificate names `root` as its issuer and was signed with the key of `root`. */
export const isSignedBy = (certificate: X509Certificate, root: X509Certificate): boolean =>
  certificate.checkIssued(root) && certificate.verify(root.publicKey)
