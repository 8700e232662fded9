/** Who is at the other end of a connection, as a certificate proves (spec 5, "Mutual TLS"; decisions 15). */
import { Context, Schema } from "effect"
import type { Effect } from "effect"
import type { Environment } from "./Caller.ts"
import type { StoreError } from "../StoreError.ts"

/** A client that has shown its certificate, and that it holds the key of it. */
export interface Peer {
  readonly clientId: string
  readonly environment: Environment
  /** The serial number of the certificate, as `IssuedCertificate` has it. */
  readonly serial: string
}

/** The certificate is not accepted, or is not any more. */
export class CertificateRefused extends Schema.TaggedError<CertificateRefused>()("CertificateRefused", {
  /**
   * - `MALFORMED`: it is no certificate.
   * - `UNKNOWN_AUTHORITY`: none of our authorities signed it.
   * - `WRONG_ENVIRONMENT`: our authority of the other environment did.
   * - `NOT_FOR_CLIENTS`: it is an authority's or a server's.
   * - `UNKNOWN`: it is not among those that were recorded for the client that it names.
   * - `NOT_YET_VALID`, `EXPIRED`: this is not its time.
   * - `REVOKED`: it was taken back.
   */
  reason: Schema.Literals([
    "MALFORMED",
    "UNKNOWN_AUTHORITY",
    "WRONG_ENVIRONMENT",
    "NOT_FOR_CLIENTS",
    "UNKNOWN",
    "NOT_YET_VALID",
    "EXPIRED",
    "REVOKED"
  ])
}) {}

export class PeerCertificates extends Context.Service<
  PeerCertificates,
  {
    /**
     * The client behind a certificate (in DER), as of now: asked for each request, also on a connection that is kept.
     * That its sender holds the key is for whoever spoke TLS with it to know.
     */
    readonly identify: (certificate: Uint8Array) => Effect.Effect<Peer, CertificateRefused | StoreError>
  }
>()("@sheaf/ports/PeerCertificates") {}
