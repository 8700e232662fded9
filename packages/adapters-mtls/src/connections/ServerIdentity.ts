/** The identity of the mutual TLS server, read from files that can change while the server runs. */
import { Clock, Effect, Equal, FileSystem, Option, Redacted, Schema } from "effect"
import { X509Certificate } from "node:crypto"
import { createSecureContext } from "node:tls"
import * as Certificate from "../certificates/Certificate.ts"
import * as KeyPair from "../certificates/KeyPair.ts"

/** The server's key, the server's certificate with optional intermediate certificates, and the clients' root. */
export interface ServerIdentity extends KeyPair.KeyPair {
  /** The root that verifies clients, in PEM. */
  readonly authority: string
}

export type ServerFiles = KeyPair.KeyPairLabels

/** The files are unusable. The message says why, but never quotes their content. */
export class ServerFilesError extends Schema.TaggedError<ServerFilesError>()("ServerFilesError", {
  message: Schema.String
}) {}

const makeContext = Option.liftThrowable(createSecureContext)

const unusable = (message: string) => Effect.fail(new ServerFilesError({ message }))

const readText = Effect.fnUntraced(function* (file: string) {
  return yield* (yield* FileSystem.FileSystem)
    .readFileString(file)
    .pipe(Effect.catch(({ reason }) => unusable(`${file} cannot be read: ${reason._tag}`)))
})

/** Reads the key and the certificate. Fails with {@link ServerFilesError} if a server cannot use them. */
export const read = Effect.fnUntraced(function* (files: ServerFiles, authority: string) {
  const key = Redacted.make(yield* readText(files.key))
  const certificate = yield* readText(files.certificate)
  const pair = yield* Effect.catch(Effect.fromResult(KeyPair.parse({ key, certificate }, files)), unusable)
  // Certificates without extended key usages are valid for every purpose.
  if (pair.certificate.keyUsage?.includes(Certificate.extendedKeyUsages.server) === false) {
    return yield* unusable(`${files.certificate} is not a server certificate`)
  }
  // OpenSSL also checks the intermediate certificates and the strength of the key.
  if (Option.isNone(makeContext({ key: Redacted.value(key), cert: certificate }))) {
    return yield* unusable(`${files.certificate} and ${files.key} cannot be used: the content is damaged or too weak`)
  }
  return { key, certificate, authority } satisfies ServerIdentity
})

/** The time between two reads of the files. */
export const reloadInterval = "5 seconds"

/**
 * Rejects replacements that are expired or not yet valid. At startup, the server uses any certificate, because there is
 * no other.
 */
const requireValid = (files: ServerFiles, { certificate }: ServerIdentity) =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => {
    const { validFromDate, validToDate } = new X509Certificate(certificate)
    if (now > validToDate.getTime()) return unusable(`${files.certificate} has expired`)
    return now < validFromDate.getTime() ? unusable(`${files.certificate} is not valid yet`) : Effect.void
  })

/**
 * Reads the files at every interval, and passes changed content to `renew`. Unusable content changes nothing and is
 * logged only once, because the other file is usually about to be replaced, too.
 *
 * The files are polled rather than watched, because mounted secrets change through symbolic links, which watchers miss.
 */
export const watch = Effect.fnUntraced(function* (
  files: ServerFiles,
  first: ServerIdentity,
  renew: (identity: ServerIdentity) => Effect.Effect<void>
) {
  let current = first
  let logged = ""
  const look = read(files, first.authority).pipe(
    Effect.tap((found) => requireValid(files, found)),
    Effect.tap((found) => {
      logged = ""
      if (Equal.equals(found, current)) return Effect.void
      current = found
      return Effect.andThen(renew(found), Effect.logInfo("renewed the server certificate"))
    }),
    Effect.catchTag("ServerFilesError", ({ message }) => {
      if (message === logged) return Effect.void
      logged = message
      return Effect.logWarning(`could not renew the server certificate: ${message}`)
    })
  )
  return yield* Effect.forever(Effect.delay(look, reloadInterval))
})
