/** The client that a certificate identifies (spec 5.3). */
import { Context, Schema } from "effect"
import type { Effect } from "effect"
import type { IssuedCertificate } from "./CertificateStore.ts"
import type { StoreError } from "../stores/StoreError.ts"

export type PeerClient = Pick<IssuedCertificate, "clientId" | "environment" | "serial">

export class PeerCertificateError extends Schema.TaggedError<PeerCertificateError>()("PeerCertificateError", {
  /**
   * - `UNKNOWN_AUTHORITY`: the signer is not one of Sheaf's authorities.
   * - `WRONG_ENVIRONMENT`: the signer is Sheaf's authority for the other environment.
   * - `NOT_FOR_CLIENTS`: the certificate belongs to an authority or a server.
   * - `UNKNOWN`: Sheaf has no record of this certificate for the client that it names.
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
     * Returns the client that a DER certificate identifies. TLS must prove that the sender holds the key. Run the
     * effect again for every request on a connection, because each run checks validity and revocation. Only the first
     * run checks the signature.
     */
    readonly identify: (certificate: Uint8Array) => Effect.Effect<PeerClient, PeerCertificateError | StoreError>
  }
>()("@sheaf/ports/PeerCertificates") {}
