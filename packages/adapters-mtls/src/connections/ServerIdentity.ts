/** The mutual TLS server's identity, read from files that can change while the server runs. */
import { Clock, Effect, Equal, FileSystem, Option, Redacted, Schema } from "effect"
import { X509Certificate } from "node:crypto"
import { createSecureContext } from "node:tls"
import * as Certificate from "../certificates/Certificate.ts"
import * as KeyPair from "../certificates/KeyPair.ts"

/**
 * The server's key and certificate (possibly with intermediate certificates), and the root for clients' certificates.
 */
export interface ServerIdentity extends KeyPair.KeyPair {
  /** The root for clients' certificates, as PEM. */
  readonly authority: string
}

export type ServerFiles = KeyPair.KeyPairLabels

/** The files cannot be used. The message says why, but never contains their content. */
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

/** Reads the key and certificate. Fails with {@link ServerFilesError} if a server cannot use them. */
export const read = Effect.fnUntraced(function* (files: ServerFiles, authority: string) {
  const key = Redacted.make(yield* readText(files.key))
  const certificate = yield* readText(files.certificate)
  const pair = yield* Effect.catch(Effect.fromResult(KeyPair.parse({ key, certificate }, files)), unusable)
  // A certificate without extended key usages is valid for any purpose.
  if (pair.certificate.keyUsage?.includes(Certificate.extendedKeyUsages.server) === false) {
    return yield* unusable(`${files.certificate} is not a server certificate`)
  }
  // OpenSSL also checks intermediate certificates, and the strength of the key.
  if (Option.isNone(makeContext({ key: Redacted.value(key), cert: certificate }))) {
    return yield* unusable(`${files.certificate} and ${files.key} cannot be used: the content is damaged or too weak`)
  }
  return { key, certificate, authority } satisfies ServerIdentity
})

/** How often the files are read. */
export const reloadInterval = "5 seconds"

/**
 * Rejects a replacement that has expired or is not valid yet. At startup, the server accepts any certificate, because
 * it has no other.
 */
const requireValid = (files: ServerFiles, { certificate }: ServerIdentity) =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => {
    const { validFromDate, validToDate } = new X509Certificate(certificate)
    if (now > validToDate.getTime()) return unusable(`${files.certificate} has expired`)
    return now < validFromDate.getTime() ? unusable(`${files.certificate} is not valid yet`) : Effect.void
  })

/**
 * Reads the files at every interval, and passes changed content to `renew`. Content that cannot be used is logged once
 * and otherwise ignored, because the other file is probably about to be replaced as well.
 *
 * Files are read at intervals and not watched, because mounted secrets change through symbolic links, which watchers do
 * not notice.
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
