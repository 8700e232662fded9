/**
 * Reads the certificates for mutual TLS: the server's own certificate, and the root certificate of the authority that
 * issues clients' certificates.
 */
import { Effect, FileSystem, Option } from "effect"
import { X509Certificate } from "node:crypto"
import { ServerCertificate } from "../installation/Certificates.ts"

export interface TlsCertificate {
  readonly name: "server" | "client_authority"
  /** When the certificate expires, in milliseconds since 1970. */
  readonly notAfter: number
}

const notAfterOf = Option.liftThrowable((pem: string) => new X509Certificate(pem).validToDate.getTime())

const certificate = (name: TlsCertificate["name"], pem: string): ReadonlyArray<TlsCertificate> =>
  Option.toArray(Option.map(notAfterOf(pem), (notAfter) => ({ name, notAfter })))

/** Returns an effect that reads the certificates. If mutual TLS is off, there are none. */
export const makeReader = Effect.gen(function* () {
  const served = yield* ServerCertificate
  const files = yield* FileSystem.FileSystem
  if (Option.isNone(served)) return Effect.succeed<ReadonlyArray<TlsCertificate>>([])
  const { files: paths, identity } = served.value
  // Reads the file again each time, because the operator or the service itself can replace it.
  const server = Effect.map(files.readFileString(paths.certificate), (pem) => certificate("server", pem))
  return Effect.map(
    Effect.catch(server, () => Effect.succeed([])),
    (own) => [...own, ...certificate("client_authority", identity.authority)]
  )
})
