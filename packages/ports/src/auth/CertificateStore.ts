/** The client certificates that Sheaf's certificate authorities have issued, including the revoked ones (spec 5.3). */
import { Context } from "effect"
import type { Effect, Option } from "effect"
import type { Environment } from "./Caller.ts"
import type { StoreError } from "../stores/StoreError.ts"

/** The revocation reasons in RFC 5280 §5.3.1 that apply to client certificates. */
export const revocationReasons = [
  "keyCompromise",
  "affiliationChanged",
  "superseded",
  "cessationOfOperation",
  "privilegeWithdrawn"
] as const

export type RevocationReason = (typeof revocationReasons)[number]

/** A signed client certificate. Times are milliseconds since 1970; `notBefore` and `notAfter` are whole seconds. */
export interface IssuedCertificate {
  /** The unique serial number: lower-case hexadecimal, an even number of digits, no leading `00`. */
  readonly serial: string
  readonly clientId: string
  readonly environment: Environment
  /** The subject key identifier (RFC 5280 §4.2.1.2), in hexadecimal. */
  readonly subjectKeyId: string
  readonly notBefore: number
  /** The last second of the certificate's validity. */
  readonly notAfter: number
  readonly issuedAt: number
}

export interface StoredCertificate extends IssuedCertificate {
  readonly revokedAt?: number
  readonly reason?: RevocationReason
}

/**
 * The store of certificates. Sheaf stores each certificate before handing it out. All writes survive a power failure.
 */
export class CertificateStore extends Context.Service<
  CertificateStore,
  {
    /**
     * Adds a certificate. Returns false if the serial number is taken, or if the key has ever been certified for
     * another client. Fails if the client does not exist.
     */
    readonly record: (certificate: IssuedCertificate) => Effect.Effect<boolean, StoreError>
    /** Must be fast, because every request over mutual TLS calls it. */
    readonly find: (serial: string) => Effect.Effect<Option.Option<StoredCertificate>, StoreError>
    /** Returns the certificates of one client or of all clients, oldest first. Includes revoked and expired ones. */
    readonly list: (clientId?: string) => Effect.Effect<ReadonlyArray<StoredCertificate>, StoreError>
    /** Returns all certificates for a public key, oldest first. */
    readonly withKey: (subjectKeyId: string) => Effect.Effect<ReadonlyArray<StoredCertificate>, StoreError>
    /**
     * Returns the ids of all clients that have ever had a certificate for a public key. Certificates that have been
     * erased count too.
     */
    readonly clientsWithKey: (subjectKeyId: string) => Effect.Effect<ReadonlyArray<string>, StoreError>
    /**
     * Revokes a certificate. For a revoked certificate, only the reason can change, and only to `keyCompromise`.
     * Returns false if nothing changes.
     */
    readonly revoke: (serial: string, reason?: RevocationReason) => Effect.Effect<boolean, StoreError>
    /**
     * Erases the certificates that expired before a time, but remembers which client each key belongs to. Keeps
     * certificates that were revoked for `keyCompromise`, because Sheaf must never certify their keys again.
     */
    readonly eraseExpired: (expiredBefore: number) => Effect.Effect<void, StoreError>
    /** Returns the revoked certificates that are still valid at this time (by `notAfter`), in order of revocation. */
    readonly revoked: (
      environment: Environment,
      notAfterFrom: number
    ) => Effect.Effect<ReadonlyArray<StoredCertificate>, StoreError>
  }
>()("@sheaf/ports/CertificateStore") {}
