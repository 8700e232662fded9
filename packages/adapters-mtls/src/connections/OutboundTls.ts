/** The authorities that Sheaf trusts, and the identity that it presents, in calls to each target (spec 16). */
import { Redacted, Result, Schema } from "effect"
import { createSecureContext, getCACertificates } from "node:tls"
import type { SecureContext } from "node:tls"
import * as Certificate from "../certificates/Certificate.ts"
import * as KeyPair from "../certificates/KeyPair.ts"

export interface OutboundTlsOptions {
  /** CA certificates (PEM) to trust in addition to the machine's own. */
  readonly ca?: string
  /** Sheaf's certificate for servers that require mutual TLS, and its key. */
  readonly identity?: KeyPair.KeyPair
}

/** A setting's certificates or key are unusable. The message is for operators and names the setting. */
export class OutboundTlsError extends Schema.TaggedError<OutboundTlsError>()("OutboundTlsError", {
  message: Schema.String
}) {}

/**
 * Creates a context for TLS 1.2 and later. Fails if a setting contains no certificate, or if the key belongs to another
 * certificate. Error messages name the settings.
 */
export const make = ({ ca, identity }: OutboundTlsOptions): Result.Result<SecureContext, OutboundTlsError> =>
  Result.gen(function* () {
    if (ca !== undefined) yield* Certificate.fromPem(ca, "caFile")
    if (identity !== undefined) yield* KeyPair.parse(identity, { key: "keyFile", certificate: "certFile" })
    const options = {
      minVersion: "TLSv1.2" as const,
      // An explicit `ca` replaces this machine's authorities, so the list contains both.
      ...(ca !== undefined && { ca: [...getCACertificates("default"), ca] }),
      ...(identity !== undefined && { cert: identity.certificate, key: Redacted.value(identity.key) })
    }
    return yield* Result.try({
      try: () => createSecureContext(options),
      // OpenSSL's own message could reveal secrets in a log.
      catch: () => "caFile and certFile cannot be used"
    })
  }).pipe(Result.mapError((message) => new OutboundTlsError({ message })))
