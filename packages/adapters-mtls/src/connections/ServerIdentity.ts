/** As whom the server of mutual TLS appears, and whom it trusts: out of files, which may change while it runs. */
import { Clock, Effect, FileSystem, Option, Redacted, Schema } from "effect"
import { X509Certificate } from "node:crypto"
import { createSecureContext } from "node:tls"
import * as PrivateKey from "../certificates/PrivateKey.ts"

export interface ServerIdentity {
  readonly key: Redacted.Redacted
  /** The server's certificate, and those between it and what clients trust, in PEM. */
  readonly certificate: string
  /** The root by which clients are verified, in PEM. */
  readonly authority: string
}

/** Where key and certificate of the server are. */
export interface ServerFiles {
  readonly key: string
  readonly certificate: string
}

/** The files cannot be used. The message says why, and never what is in them. */
export class ServerFilesUnusable extends Schema.TaggedError<ServerFilesUnusable>()("ServerFilesUnusable", {
  message: Schema.String
}) {}

const serverAuthentication = "1.3.6.1.5.5.7.3.1"

const readCertificate = Option.liftThrowable((pem: string) => new X509Certificate(pem))
const makeContext = Option.liftThrowable(createSecureContext)

const unusable = (message: string) => Effect.fail(new ServerFilesUnusable({ message }))

const readText = Effect.fnUntraced(function* (file: string) {
  return yield* (yield* FileSystem.FileSystem)
    .readFileString(file)
    .pipe(Effect.catch(({ reason }) => unusable(`${file} cannot be read: ${reason._tag}`)))
})

/** Reads key and certificate. Fails with {@link ServerFilesUnusable} when no server can use them, or they do not go together. */
export const read = Effect.fnUntraced(function* (files: ServerFiles, authority: string) {
  const key = yield* readText(files.key)
  const certificate = yield* readText(files.certificate)
  const privateKey = yield* Effect.catch(Effect.fromResult(PrivateKey.read(key, files.key)), unusable)
  const own = readCertificate(certificate)
  if (Option.isNone(own)) return yield* unusable(`${files.certificate} holds no PEM certificate`)
  if (!own.value.checkPrivateKey(privateKey)) {
    return yield* unusable(`${files.key} is not the key of ${files.certificate}`)
  }
  // Without this extension, it is good for everything.
  if (own.value.keyUsage?.includes(serverAuthentication) === false) {
    return yield* unusable(`${files.certificate} is not for servers`)
  }
  // What stands behind the first certificate was not looked at yet, nor what is too weak for TLS.
  if (Option.isNone(makeContext({ key, cert: certificate }))) {
    return yield* unusable(
      `${files.certificate} and ${files.key} cannot be used: something in them is damaged, or too weak`
    )
  }
  return { key: Redacted.make(key), certificate, authority } satisfies ServerIdentity
})

/** How often the files are looked at. Who changes them waits no longer, and two small files are soon read. */
export const interval = "5 seconds"

const isSame = (one: ServerIdentity, other: ServerIdentity): boolean =>
  one.certificate === other.certificate && Redacted.value(one.key) === Redacted.value(other.key)

/** A certificate that is not good now. At the start there is no better one, and not everybody needs it. */
const outOfDate = (files: ServerFiles, { certificate }: ServerIdentity) =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => {
    const { validFromDate, validToDate } = new X509Certificate(certificate)
    if (now > validToDate.getTime()) return unusable(`${files.certificate} has expired`)
    return now < validFromDate.getTime() ? unusable(`${files.certificate} is not valid yet`) : Effect.void
  })

/**
 * Looks at the files again and again, and hands on what they hold whenever it has changed. What cannot be used changes
 * nothing, and is logged once: as a rule, somebody is about to replace the other of the two.
 *
 * Files are read rather than watched: mounted secrets change by links to folders, of which watchers say nothing.
 */
export const follow = Effect.fnUntraced(function* (
  files: ServerFiles,
  first: ServerIdentity,
  renew: (identity: ServerIdentity) => Effect.Effect<void>
) {
  let current = first
  let complaint = ""
  const look = read(files, first.authority).pipe(
    Effect.tap((found) => outOfDate(files, found)),
    Effect.tap((found) => {
      complaint = ""
      if (isSame(found, current)) return Effect.void
      current = found
      return Effect.andThen(renew(found), Effect.logInfo("the server's certificate was renewed"))
    }),
    Effect.catchTag("ServerFilesUnusable", ({ message }) => {
      if (message === complaint) return Effect.void
      complaint = message
      return Effect.logWarning(`the server's certificate is not renewed: ${message}`)
    })
  )
  return yield* Effect.forever(Effect.delay(look, interval))
})
