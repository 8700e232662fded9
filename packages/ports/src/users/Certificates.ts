/** What the certificate authorities have signed for clients, and taken back (spec 5, "Mutual TLS"; decisions 15). */
import { Context } from "effect"
import type { Effect, Option } from "effect"
import type { Environment } from "./Caller.ts"
import type { StoreError } from "../StoreError.ts"

/** Why a certificate was taken back: the reasons of RFC 5280 §5.3.1 that a client's certificate can have. */
export const revocationReasons = [
  "keyCompromise",
  "affiliationChanged",
  "superseded",
  "cessationOfOperation",
  "privilegeWithdrawn"
] as const

export type RevocationReason = (typeof revocationReasons)[number]

/** A certificate that was signed for a client. Times are milliseconds since 1970; those of validity are whole seconds. */
export interface IssuedCertificate {
  /** Its serial number: lower-case hexadecimal, an even number of digits, no `00` in front. Two never have the same. */
  readonly serial: string
  readonly clientId: string
  readonly environment: Environment
  /** What identifies its public key (RFC 5280 §4.2.1.2), in hexadecimal. */
  readonly subjectKeyId: string
  readonly notBefore: number
  /** The last second in which it is valid. */
  readonly notAfter: number
  readonly issuedAt: number
}

/** A certificate as it is known now. */
export interface StoredCertificate extends IssuedCertificate {
  readonly revokedAt?: number
  /** Absent also of a revoked one when nobody said why. */
  readonly reason?: RevocationReason
}

/** Where the authorities keep what they have signed. */
export class CertificateStore extends Context.Service<
  CertificateStore,
  {
    /**
     * Adds a certificate, before anybody is given it; false, and nothing added, when its serial number is taken. Fails for
     * a client that is unknown. Survives a power cut, as revoking does.
     */
    readonly record: (certificate: IssuedCertificate) => Effect.Effect<boolean, StoreError>
    /** The certificate with this serial number. Cheap: it is asked for each request over mutual TLS. */
    readonly find: (serial: string) => Effect.Effect<Option.Option<StoredCertificate>, StoreError>
    /** The certificates of this client, or of every one: the oldest first, revoked and expired ones too. */
    readonly list: (clientId?: string) => Effect.Effect<ReadonlyArray<StoredCertificate>, StoreError>
    /** Every certificate of this public key, the oldest first. */
    readonly withKey: (subjectKeyId: string) => Effect.Effect<ReadonlyArray<StoredCertificate>, StoreError>
    /**
     * Takes a certificate back from this moment on; false when none that is not taken back already has the number. That a
     * key was compromised may be found out later: then one that is taken back keeps its time, and has this reason.
     */
    readonly revoke: (serial: string, reason?: RevocationReason) => Effect.Effect<boolean, StoreError>
    /** The revoked certificates of an environment whose `notAfter` is this time or later, the first revoked first. */
    readonly revoked: (
      environment: Environment,
      notAfterFrom: number
    ) => Effect.Effect<ReadonlyArray<StoredCertificate>, StoreError>
  }
>()("@sheaf/ports/CertificateStore") {}
