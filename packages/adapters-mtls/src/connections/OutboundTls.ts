/** TLS for calls to other servers: which authorities to trust, and which client certificate to present (spec 16). */
import { Redacted, Result, Schema } from "effect"
import { createSecureContext, getCACertificates } from "node:tls"
import type { SecureContext } from "node:tls"
import * as Certificate from "../certificates/Certificate.ts"
import * as KeyPair from "../certificates/KeyPair.ts"

export interface OutboundTlsOptions {
  /** CA certificates (PEM) to trust in addition to the machine's. */
  readonly ca?: string
  readonly identity?: KeyPair.KeyPair
}

/** A setting's certificates or key cannot be used. The message is for operators, and names the setting. */
export class OutboundTlsError extends Schema.TaggedError<OutboundTlsError>()("OutboundTlsError", {
  message: Schema.String
}) {}

/**
 * Creates a context for TLS 1.2 and later. Fails if a setting contains no certificate, or if the key does not belong to
 * the certificate. Errors name the setting.
 */
export const make = ({ ca, identity }: OutboundTlsOptions): Result.Result<SecureContext, OutboundTlsError> =>
  Result.gen(function* () {
    if (ca !== undefined) yield* Certificate.fromPem(ca, "caFile")
    if (identity !== undefined) yield* KeyPair.parse(identity, { key: "keyFile", certificate: "certFile" })
    const options = {
      minVersion: "TLSv1.2" as const,
      // `ca` replaces the system's default CAs, so they are added explicitly.
      ...(ca !== undefined && { ca: [...getCACertificates("default"), ca] }),
      ...(identity !== undefined && { cert: identity.certificate, key: Redacted.value(identity.key) })
    }
    return yield* Result.try({
      try: () => createSecureContext(options),
      // OpenSSL's own message could leak secrets into a log.
      catch: () => "caFile and certFile cannot be used"
    })
  }).pipe(Result.mapError((message) => new OutboundTlsError({ message })))
