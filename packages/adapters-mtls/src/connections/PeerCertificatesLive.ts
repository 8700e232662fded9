/** Clients by their certificates: signed by our authority, and good now by what is recorded of them (decisions 15). */
import { CertificateRefused, CertificateStore, PeerCertificates } from "@sheaf/ports"
import type { Environment, IssuedCertificate } from "@sheaf/ports"
import { Clock, Effect, Layer, Option } from "effect"
import { hash, X509Certificate } from "node:crypto"
import * as KeyId from "../certificates/KeyId.ts"
import * as SerialNumber from "../authority/SerialNumber.ts"

/** The certificate of an authority, in PEM. */
export interface Root {
  readonly environment: Environment
  readonly certificate: string
}

export interface PeerOptions {
  /** The environment of this service. */
  readonly environment: Environment
  /** Our authorities: that of the environment, and others, to tell who came to the wrong one. */
  readonly roots: ReadonlyArray<Root>
  /** How many certificates are remembered, so that their signatures need not be verified again; 4096 unless set. */
  readonly cacheSize?: number
}

/** What a certificate says for good: its signature holds, and it is a client's. */
type Statement = Omit<IssuedCertificate, "issuedAt">

/** What must be recorded as it is said: who has an authority's key, but not the database, cannot sign himself in. */
const recorded = ["clientId", "environment", "notAfter", "notBefore", "serial", "subjectKeyId"] as const

const clientAuthentication = "1.3.6.1.5.5.7.3.2"

const second = 1000

const refuse = (reason: CertificateRefused["reason"]) => Effect.fail(new CertificateRefused({ reason }))

const parse = Option.liftThrowable((der: Uint8Array) => new X509Certificate(der))

/** The certificate that these bytes are. Node also takes PEM, and a certificate with something behind it. */
const read = (der: Uint8Array): Option.Option<X509Certificate> =>
  Option.filter(parse(der), ({ raw }) => raw.equals(der))

const isSignedBy = (certificate: X509Certificate, root: X509Certificate): boolean =>
  certificate.checkIssued(root) && certificate.verify(root.publicKey)

/** The one name that a certificate gives its holder. As it is: the subject as a text is written with escapes. */
const nameOf = (certificate: X509Certificate): string | undefined => {
  const { CN } = certificate.toLegacyObject().subject
  return typeof CN === "string" ? CN : undefined
}

/** What certificates said: a signature is verified once for many requests. The oldest entry makes room for a new one. */
const makeCache = (size: number) => {
  const statements = new Map<string, Statement>()
  return {
    get: (fingerprint: string) => statements.get(fingerprint),
    add: (fingerprint: string, statement: Statement) => {
      const [oldest] = statements.size < size ? [] : statements.keys()
      if (oldest !== undefined) statements.delete(oldest)
      statements.set(fingerprint, statement)
    }
  }
}

const make = ({ cacheSize = 4096, environment, roots }: PeerOptions) =>
  Effect.gen(function* () {
    const certificates = yield* CertificateStore
    const authorities = roots.map((root) => ({ ...root, root: new X509Certificate(root.certificate) }))
    const cache = makeCache(cacheSize)

    const judge = (der: Uint8Array): Effect.Effect<Statement, CertificateRefused> =>
      Effect.suspend(() => {
        const certificate = Option.getOrUndefined(read(der))
        if (certificate === undefined) return refuse("MALFORMED")
        const authority = authorities.find(({ root }) => isSignedBy(certificate, root))
        if (authority === undefined) return refuse("UNKNOWN_AUTHORITY")
        if (authority.environment !== environment) return refuse("WRONG_ENVIRONMENT")
        // Without this extension a certificate would be good for everything; ours all have it.
        if (certificate.ca || !certificate.keyUsage?.includes(clientAuthentication)) return refuse("NOT_FOR_CLIENTS")
        const serial = Option.getOrUndefined(SerialNumber.parse(certificate.serialNumber))
        const clientId = nameOf(certificate)
        if (serial === undefined || clientId === undefined) return refuse("UNKNOWN")
        return Effect.succeed({
          clientId,
          environment,
          serial,
          // Of the key itself: the extension says what its signer likes.
          subjectKeyId: KeyId.of(certificate.publicKey),
          notBefore: certificate.validFromDate.getTime(),
          notAfter: certificate.validToDate.getTime()
        })
      })

    const statementOf = (der: Uint8Array): Effect.Effect<Statement, CertificateRefused> => {
      const fingerprint = hash("sha256", der, "base64")
      const known = cache.get(fingerprint)
      if (known !== undefined) return Effect.succeed(known)
      return Effect.tap(judge(der), (statement) => Effect.sync(() => cache.add(fingerprint, statement)))
    }

    return PeerCertificates.of({
      identify: Effect.fnUntraced(function* (der) {
        const statement = yield* statementOf(der)
        const { clientId, environment, notAfter, notBefore, serial } = statement
        const now = yield* Clock.currentTimeMillis
        if (now < notBefore) return yield* refuse("NOT_YET_VALID")
        if (now >= notAfter + second) return yield* refuse("EXPIRED")
        // Never out of a cache: a revocation by another process is felt at the next request.
        const record = Option.getOrUndefined(yield* certificates.find(serial))
        if (record === undefined || recorded.some((member) => record[member] !== statement[member])) {
          return yield* refuse("UNKNOWN")
        }
        if (record.revokedAt !== undefined) return yield* refuse("REVOKED")
        return { clientId, environment, serial }
      })
    })
  })

/** Knows the clients of an environment, by the certificates of its authority. */
export const layer = (options: PeerOptions): Layer.Layer<PeerCertificates, never, CertificateStore> =>
  Layer.effect(PeerCertificates, make(options))
