/**
 * Identifies clients by certificates that one of Sheaf's authorities signed and that the store still accepts (spec
 * 5.3).
 */
import { PeerCertificateError, CertificateStore, PeerCertificates } from "@sheaf/ports"
import type { Environment, IssuedCertificate, PeerClient, StoreError } from "@sheaf/ports"
import { Cache, Effect, Layer, Option } from "effect"
import { X509Certificate } from "node:crypto"
import * as SerialNumber from "../certificates/SerialNumber.ts"
import * as Certificate from "../certificates/Certificate.ts"
import * as KeyId from "../certificates/KeyId.ts"

export interface PeerOptions {
  readonly environment: Environment
  /**
   * The authorities' root certificates in PEM. If they include the other environment's root, a client from that
   * environment gets a more helpful rejection.
   */
  readonly roots: ReadonlyArray<{ readonly environment: Environment; readonly certificate: string }>
}

type CertificateFacts = Omit<IssuedCertificate, "issuedAt">

/**
 * These certificate fields must match the store's record, so a stolen authority key is useless without access to the
 * database.
 */
const recorded = ["clientId", "environment", "notAfter", "notBefore", "serial", "subjectKeyId"] as const

const second = 1000

/** The maximum number of certificates to cache. A cached certificate's signature is not verified again. */
const capacity = 4096

const refuse = (reason: PeerCertificateError["reason"]) => Effect.fail(new PeerCertificateError({ reason }))

export const layer = ({ environment, roots }: PeerOptions) =>
  Layer.effect(
    PeerCertificates,
    Effect.gen(function* () {
      const certificates = yield* CertificateStore
      const authorities = roots.map((root) => ({ ...root, root: new X509Certificate(root.certificate) }))

      const judge = (der: Uint8Array): Effect.Effect<CertificateFacts, PeerCertificateError> => {
        const certificate = Option.getOrUndefined(Certificate.fromDer(der))
        if (certificate === undefined) return refuse("MALFORMED")
        const authority = authorities.find(({ root }) => Certificate.isSignedBy(certificate, root))
        if (authority === undefined) return refuse("UNKNOWN_AUTHORITY")
        if (authority.environment !== environment) return refuse("WRONG_ENVIRONMENT")
        // A certificate without extended key usages would be valid for any purpose, so it is rejected. Sheaf's
        // certificates always have extended key usages.
        if (certificate.ca || !certificate.keyUsage?.includes(Certificate.extendedKeyUsages.client))
          return refuse("NOT_FOR_CLIENTS")
        const serial = Option.getOrUndefined(SerialNumber.parse(certificate.serialNumber))
        // Reads the subject as an object, because its text form would contain escapes.
        const { CN: clientId } = certificate.toLegacyObject().subject
        if (serial === undefined || typeof clientId !== "string") return refuse("UNKNOWN")
        return Effect.succeed({
          clientId,
          environment,
          serial,
          // Computes the key id, because a signer could write any id into a certificate.
          subjectKeyId: KeyId.of(certificate.publicKey),
          notBefore: certificate.validFromDate.getTime(),
          notAfter: certificate.validToDate.getTime()
        })
      }
      const statements = yield* Cache.make({
        capacity,
        lookup: (base64: string) => Effect.suspend(() => judge(Buffer.from(base64, "base64")))
      })

      /**
       * Checks only what can change after a certificate was issued. This runs for every request over mutual TLS, so the
       * code creates as few Effect values as possible.
       */
      const accept = (statement: CertificateFacts): Effect.Effect<PeerClient, PeerCertificateError | StoreError> => {
        const { clientId, environment, notAfter, notBefore, serial } = statement
        const peer: PeerClient = { clientId, environment, serial }
        return Effect.clockWith((clock) => {
          const now = clock.currentTimeMillisUnsafe()
          if (now < notBefore) return refuse("NOT_YET_VALID")
          if (now >= notAfter + second) return refuse("EXPIRED")
          // Not cached, so a revocation by another process takes effect at the next request.
          return Effect.flatMap(certificates.find(serial), (found) => {
            if (Option.isNone(found) || recorded.some((member) => found.value[member] !== statement[member])) {
              return refuse("UNKNOWN")
            }
            return found.value.revokedAt === undefined ? Effect.succeed(peer) : refuse("REVOKED")
          })
        })
      }

      return PeerCertificates.of({
        identify: (der) => {
          let accepted: Effect.Effect<PeerClient, PeerCertificateError | StoreError> | undefined
          const judged = Effect.flatMap(
            Effect.suspend(() => Cache.get(statements, Buffer.from(der).toString("base64"))),
            (statement) => (accepted = accept(statement))
          )
          return Effect.suspend(() => accepted ?? judged)
        }
      })
    })
  )
