/** The identity of the mutual TLS server, read from files that can change while the server runs. */
import { Clock, Effect, Equal, FileSystem, Option, Redacted, Schema } from "effect"
import { X509Certificate } from "node:crypto"
import { createSecureContext } from "node:tls"
import * as Certificate from "../certificates/Certificate.ts"
import * as KeyPair from "../certificates/KeyPair.ts"

export interface ServerIdentity extends KeyPair.KeyPair {
  /** The root certificate that clients' certificates must chain to, in PEM. */
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

export const read = Effect.fnUntraced(function* (files: ServerFiles, authority: string) {
  const key = Redacted.make(yield* readText(files.key))
  const certificate = yield* readText(files.certificate)
  const pair = yield* Effect.catch(Effect.fromResult(KeyPair.parse({ key, certificate }, files)), unusable)
  // A certificate without extended key usages is valid for any purpose.
  if (pair.certificate.keyUsage?.includes(Certificate.extendedKeyUsages.server) === false) {
    return yield* unusable(`${files.certificate} is not a server certificate`)
  }
  // OpenSSL also checks intermediate certificates and the key's strength.
  if (Option.isNone(makeContext({ key: Redacted.value(key), cert: certificate }))) {
    return yield* unusable(`${files.certificate} and ${files.key} cannot be used: the content is damaged or too weak`)
  }
  return { key, certificate, authority } satisfies ServerIdentity
})

export const reloadInterval = "5 seconds"

/**
 * Rejects a replacement that is expired or not yet valid. At startup, the server accepts such a certificate, because it
 * has no other.
 */
const requireValid = (files: ServerFiles, { certificate }: ServerIdentity) =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => {
    const { validFromDate, validToDate } = new X509Certificate(certificate)
    if (now > validToDate.getTime()) return unusable(`${files.certificate} has expired`)
    return now < validFromDate.getTime() ? unusable(`${files.certificate} is not valid yet`) : Effect.void
  })

/**
 * Reads the files at intervals, and passes changed content to `renew`. Unusable content is logged once and otherwise
 * ignored, because probably only one of the files has been replaced so far. Watching the files would not work: mounted
 * secrets change through symbolic links, which watchers do not notice.
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
