/**
 * What Sheaf trusts, and as whom it appears, when it calls a server over TLS: certificates out of PEM texts. Each target
 * has its own (decisions 9).
 */
import { Redacted, Result, Schema } from "effect"
import { X509Certificate } from "node:crypto"
import { createSecureContext, getCACertificates } from "node:tls"
import type { SecureContext, SecureContextOptions } from "node:tls"
import * as PrivateKey from "../certificates/PrivateKey.ts"

/** The certificate that a server asks of us (mutual TLS), and its key, both as PEM. */
export interface OutboundIdentity {
  readonly certificate: string
  readonly key: Redacted.Redacted
}

export interface OutboundTlsOptions {
  /** Certificates of authorities, as PEM, that are trusted beside those of this machine. */
  readonly ca?: string
  readonly identity?: OutboundIdentity
}

/** The texts cannot be used. The message is for operators, and names which of them. */
export class UnusableCertificates extends Schema.TaggedError<UnusableCertificates>()("UnusableCertificates", {
  message: Schema.String
}) {}

/** OpenSSL's own words say nothing to an operator, and may say too much to a log. */
const attempt = <A>(run: () => A, message: string): Result.Result<A, UnusableCertificates> =>
  Result.try({ try: run, catch: () => new UnusableCertificates({ message }) })

const certificateOf = (pem: string, name: string): Result.Result<X509Certificate, UnusableCertificates> =>
  attempt(() => new X509Certificate(pem), `${name} holds no PEM certificate`)

const identityOptions = ({
  certificate,
  key
}: OutboundIdentity): Result.Result<SecureContextOptions, UnusableCertificates> =>
  Result.gen(function* () {
    const own = yield* certificateOf(certificate, "certFile")
    const privateKey = yield* Result.mapError(
      PrivateKey.read(Redacted.value(key), "keyFile"),
      (message) => new UnusableCertificates({ message })
    )
    if (!own.checkPrivateKey(privateKey)) {
      return yield* Result.fail(new UnusableCertificates({ message: "keyFile is not the key of certFile" }))
    }
    return { cert: certificate, key: Redacted.value(key) }
  })

/**
 * TLS 1.2 and later. Fails with a sentence when a text holds no certificate, or the key is another one's; the texts are
 * named in it as the entries of the configuration name their files.
 */
export const make = ({ ca, identity }: OutboundTlsOptions): Result.Result<SecureContext, UnusableCertificates> =>
  Result.gen(function* () {
    if (ca !== undefined) yield* certificateOf(ca, "caFile")
    const shown = identity === undefined ? {} : yield* identityOptions(identity)
    // Naming any authority takes the place of all that this machine trusts.
    const trusted = ca === undefined ? {} : { ca: [...getCACertificates("default"), ca] }
    const options = { minVersion: "TLSv1.2", ...trusted, ...shown } as const
    return yield* attempt(() => createSecureContext(options), "caFile and certFile cannot be used")
  })
