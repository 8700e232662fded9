/** The certificates of mutual TLS: the server's own, and the root that verifies clients. */
import { Effect, FileSystem, Option } from "effect"
import { X509Certificate } from "node:crypto"
import { ServerCertificate } from "../installation/Certificates.ts"

export interface TlsCertificate {
  readonly name: "server" | "client_authority"
  /** The last moment in which the certificate is valid, in milliseconds since 1970. */
  readonly notAfter: number
}

const notAfterOf = Option.liftThrowable((pem: string) => new X509Certificate(pem).validToDate.getTime())

const certificate = (name: TlsCertificate["name"], pem: string): ReadonlyArray<TlsCertificate> =>
  Option.toArray(Option.map(notAfterOf(pem), (notAfter) => ({ name, notAfter })))

/** Makes the effect that reads the certificates. Without mutual TLS, the list is empty. */
export const makeReader = Effect.gen(function* () {
  const served = yield* ServerCertificate
  const files = yield* FileSystem.FileSystem
  if (Option.isNone(served)) return Effect.succeed<ReadonlyArray<TlsCertificate>>([])
  const { files: paths, identity } = served.value
  // The file is read again, because operators and the service itself replace it.
  const server = Effect.map(files.readFileString(paths.certificate), (pem) => certificate("server", pem))
  return Effect.map(
    Effect.catch(server, () => Effect.succeed([])),
    (own) => [...own, ...certificate("client_authority", identity.authority)]
  )
})
