/**
 * An environment's certificate authority: a key and its self-signed certificate (spec 5.3). Each environment has its
 * own authority, so test certificates never work in production.
 */
import type { Environment } from "@sheaf/ports"
import { Clock, Effect, Schema } from "effect"
import * as KeyId from "../certificates/KeyId.ts"
import * as KeyPair from "../certificates/KeyPair.ts"
import * as X509 from "../certificates/X509.ts"
import * as SerialNumber from "../certificates/SerialNumber.ts"

export const environments: ReadonlyArray<Environment> = ["test", "production"]

/** The authority does not exist or cannot sign. The message says why. */
export class AuthorityError extends Schema.TaggedError<AuthorityError>()("AuthorityError", {
  environment: Schema.Literals(["test", "production"]),
  message: Schema.String
}) {}

/** Ten years, because replacing a root certificate affects every system that trusts it. */
const rootLifetime = 3652 * X509.dayMillis

/** Tolerance for clients whose clocks are slow. */
const backdated = X509.dayMillis

const commonNameOf = (environment: Environment): string => `Sheaf ${environment} authority`

const subjectOf = (environment: Environment): string => `O=Sheaf\nOU=${environment}\nCN=${commonNameOf(environment)}`

/** The authority can sign leaf certificates and revocation lists, but no other authorities. */
export const make = Effect.fnUntraced(function* (environment: Environment) {
  const x509 = yield* X509.load
  const now = yield* Clock.currentTimeMillis
  const { privateKey, publicKey } = X509.generateKeys()
  const commonName = commonNameOf(environment)
  const { keyCertSign, cRLSign } = x509.KeyUsageFlags
  const certificate = yield* X509.signCertificate(
    x509,
    {
      serialNumber: yield* SerialNumber.make,
      subject: X509.distinguishedNameOf(x509, environment, commonName),
      publicKey,
      notBefore: X509.certificateDate(now - backdated),
      notAfter: X509.certificateDate(now + rootLifetime),
      extensions: [
        new x509.BasicConstraintsExtension(true, 0, true),
        new x509.KeyUsagesExtension(keyCertSign | cRLSign, true),
        new x509.SubjectKeyIdentifierExtension(KeyId.of(publicKey))
      ]
    },
    { environment, commonName, key: privateKey }
  )
  return { key: KeyPair.keyToPem(privateKey), certificate } satisfies KeyPair.KeyPair
})

/** Fails unless the key and the certificate are valid, unexpired and for this environment. */
export const open = Effect.fnUntraced(function* (environment: Environment, pair: KeyPair.KeyPair) {
  const now = yield* Clock.currentTimeMillis
  const unusable = (message: string) =>
    Effect.fail(new AuthorityError({ environment, message: `the ${environment} authority cannot sign: ${message}` }))
  const { certificate: root, key } = yield* Effect.catch(
    Effect.fromResult(KeyPair.parse(pair, { key: "ca.key", certificate: "ca.pem" })),
    unusable
  )
  if (root.subject !== subjectOf(environment) || !root.ca) {
    return yield* unusable(`ca.pem is not the certificate of the ${environment} authority`)
  }
  const [notBefore, notAfter] = [root.validFromDate.getTime(), root.validToDate.getTime()]
  if (now < notBefore || now > notAfter) {
    return yield* unusable(`ca.pem is valid from ${root.validFrom} to ${root.validTo}`)
  }
  return {
    environment,
    certificate: pair.certificate,
    root,
    keyId: KeyId.of(root.publicKey),
    notBefore,
    notAfter,
    signer: { environment, commonName: commonNameOf(environment), key } satisfies X509.CertificateSigner
  }
})

/** An authority that is ready to sign. Times are milliseconds since 1970. */
export type Authority = Effect.Success<ReturnType<typeof open>>
