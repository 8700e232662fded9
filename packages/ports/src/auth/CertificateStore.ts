/** The client certificates that Sheaf's authorities signed and revoked (spec 5.3). */
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

/** The store of certificates. Sheaf stores each before it hands it out. All writes survive a power failure. */
export class CertificateStore extends Context.Service<
  CertificateStore,
  {
    /**
     * Adds a certificate. Returns false if the serial number is taken, or the key was ever certified for another
     * client. Fails if the client does not exist.
     */
    readonly record: (certificate: IssuedCertificate) => Effect.Effect<boolean, StoreError>
    /** Returns the certificate with this serial number. Every request over mutual TLS calls it, so it must be fast. */
    readonly find: (serial: string) => Effect.Effect<Option.Option<StoredCertificate>, StoreError>
    /** Returns one client's certificates, or every client's, oldest first, including revoked and expired ones. */
    readonly list: (clientId?: string) => Effect.Effect<ReadonlyArray<StoredCertificate>, StoreError>
    /** Returns all certificates for a public key, oldest first. */
    readonly withKey: (subjectKeyId: string) => Effect.Effect<ReadonlyArray<StoredCertificate>, StoreError>
    /**
     * Returns the ids of all clients that ever had a certificate for a public key, even if those certificates are
     * erased.
     */
    readonly clientsWithKey: (subjectKeyId: string) => Effect.Effect<ReadonlyArray<string>, StoreError>
    /**
     * Revokes a certificate. For a revoked certificate, only the reason can change, and only to `keyCompromise`.
     * Returns false if nothing changes.
     */
    readonly revoke: (serial: string, reason?: RevocationReason) => Effect.Effect<boolean, StoreError>
    /**
     * Erases the certificates that expired before a time, but remembers each key's client. Keeps certificates revoked
     * for `keyCompromise`, so that Sheaf never signs their keys again.
     */
    readonly eraseExpired: (expiredBefore: number) => Effect.Effect<void, StoreError>
    /** Returns revoked certificates with `notAfter` at or after this time, in order of revocation. */
    readonly revoked: (
      environment: Environment,
      notAfterFrom: number
    ) => Effect.Effect<ReadonlyArray<StoredCertificate>, StoreError>
  }
>()("@sheaf/ports/CertificateStore") {}
