/** The certificates for mutual TLS: the server's, and the root for clients' certificates. */
import { Effect, FileSystem, Option } from "effect"
import { X509Certificate } from "node:crypto"
import { ServerCertificate } from "../installation/Certificates.ts"

export interface TlsCertificate {
  readonly name: "server" | "client_authority"
  /** The certificate's last moment, in milliseconds since 1970. */
  readonly notAfter: number
}

const notAfterOf = Option.liftThrowable((pem: string) => new X509Certificate(pem).validToDate.getTime())

const certificate = (name: TlsCertificate["name"], pem: string): ReadonlyArray<TlsCertificate> =>
  Option.toArray(Option.map(notAfterOf(pem), (notAfter) => ({ name, notAfter })))

/** Returns the effect that reads the certificates: none if mutual TLS is off. */
export const makeReader = Effect.gen(function* () {
  const served = yield* ServerCertificate
  const files = yield* FileSystem.FileSystem
  if (Option.isNone(served)) return Effect.succeed<ReadonlyArray<TlsCertificate>>([])
  const { files: paths, identity } = served.value
  // Read each time, because operators and the service itself replace the file.
  const server = Effect.map(files.readFileString(paths.certificate), (pem) => certificate("server", pem))
  return Effect.map(
    Effect.catch(server, () => Effect.succeed([])),
    (own) => [...own, ...certificate("client_authority", identity.authority)]
  )
})
