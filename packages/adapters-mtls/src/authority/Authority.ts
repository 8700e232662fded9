/**
 * An authority of one environment: a key, and the certificate that says so by itself (spec 5; decisions 15). There are two,
 * so that nothing that was signed for tests ever opens production.
 */
import type { Environment } from "@sheaf/ports"
import { Clock, Effect, Option, Redacted, Schema } from "effect"
import { createPrivateKey, generateKeyPairSync, X509Certificate } from "node:crypto"
import * as KeyId from "../certificates/KeyId.ts"
import * as PrivateKey from "../certificates/PrivateKey.ts"
import * as SerialNumber from "./SerialNumber.ts"
import * as X509 from "../certificates/X509.ts"

export const environments: ReadonlyArray<Environment> = ["test", "production"]

/** An authority as it is kept: both in PEM. */
export interface AuthorityPair {
  readonly key: Redacted.Redacted
  readonly certificate: string
}

/** An authority, ready to sign. Its times are milliseconds since 1970. */
export interface Authority {
  readonly environment: Environment
  /** Its own certificate, the root that both sides trust, in PEM. */
  readonly certificate: string
  readonly root: X509Certificate
  readonly keyId: string
  readonly notBefore: number
  readonly notAfter: number
  readonly signer: X509.CertificateSigner
}

/** An authority that is not there, or cannot sign. The message says why. */
export class AuthorityUnusable extends Schema.TaggedError<AuthorityUnusable>()("AuthorityUnusable", {
  environment: Schema.Literals(["test", "production"]),
  message: Schema.String
}) {}

const day = 86_400_000

/** Ten years: everybody who trusts a root has to be told of the next one. */
const rootLifetime = 3652 * day

/** Clocks of clients are not all right. */
const backdated = day

const nameOf = (x509: X509.X509, environment: Environment) =>
  X509.nameOf(x509, environment, `Sheaf ${environment} authority`)

/** Makes an authority, which signs certificates and revocation lists, and no further authorities. */
export const make = Effect.fnUntraced(function* (environment: Environment) {
  const x509 = yield* X509.load
  const now = yield* Clock.currentTimeMillis
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: X509.curve })
  const name = nameOf(x509, environment)
  const { keyCertSign, cRLSign } = x509.KeyUsageFlags
  const certificate = yield* X509.signCertificate(
    x509,
    {
      serial: yield* SerialNumber.make,
      subject: name,
      publicKey,
      notBefore: now - backdated,
      notAfter: now + rootLifetime,
      extensions: [
        new x509.BasicConstraintsExtension(true, 0, true),
        new x509.KeyUsagesExtension(keyCertSign | cRLSign, true),
        new x509.SubjectKeyIdentifierExtension(KeyId.of(publicKey))
      ]
    },
    { name, key: privateKey }
  )
  const key = Redacted.make(privateKey.export({ type: "pkcs8", format: "pem" }).toString())
  return { key, certificate } satisfies AuthorityPair
})

const readPair = Option.liftThrowable(({ certificate, key }: AuthorityPair) => {
  const root = new X509Certificate(certificate)
  return { root, key: createPrivateKey(Redacted.value(key)) }
})

/** Opens an authority, to sign with it. Fails when the pair is none, or not of this environment, or its time is over. */
export const open = Effect.fnUntraced(function* (environment: Environment, pair: AuthorityPair) {
  const x509 = yield* X509.load
  const now = yield* Clock.currentTimeMillis
  const unusable = (message: string) =>
    new AuthorityUnusable({ environment, message: `the ${environment} authority cannot be used: ${message}` })
  if (PrivateKey.isEncrypted(Redacted.value(pair.key))) return yield* unusable(`its key ${PrivateKey.onlyPlain}`)
  const { key, root } = yield* Option.match(readPair(pair), {
    onNone: () => Effect.fail(unusable("its files are no private key and certificate")),
    onSome: Effect.succeed
  })
  const name = nameOf(x509, environment)
  if (new x509.X509Certificate(root.raw).subject !== name.toString() || !root.ca) {
    return yield* unusable(`its certificate is not the one of the ${environment} authority`)
  }
  if (!root.checkPrivateKey(key)) {
    return yield* unusable("its key and its certificate do not belong together")
  }
  const [notBefore, notAfter] = [root.validFromDate.getTime(), root.validToDate.getTime()]
  if (now < notBefore || now > notAfter) {
    return yield* unusable(`its certificate is good from ${root.validFrom} to ${root.validTo}`)
  }
  return {
    environment,
    certificate: pair.certificate,
    root,
    keyId: KeyId.of(root.publicKey),
    notBefore,
    notAfter,
    signer: { name, key }
  } satisfies Authority
})
