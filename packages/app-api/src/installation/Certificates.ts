/**
 * Loads the certificates for mutual TLS: the server's own, and those of the authorities that sign clients' certificates
 * (spec 5.3).
 */
import { AuthorityFiles, PeerCertificatesLive, OwnCertificates, ServerIdentity } from "@sheaf/adapters-mtls"
import { Context, Effect, Layer, Option } from "effect"
import type { PlatformError } from "effect/PlatformError"
import * as Demo from "./Demo.ts"
import { failWith } from "../errors/OperatorError.ts"
import * as Production from "../config/Production.ts"
import type { Settings } from "../config/Settings.ts"
import * as TextFile from "../config/values/TextFile.ts"
import * as FileErrors from "../errors/FileErrors.ts"

/** None if mutual TLS is off. */
export class ServerCertificate extends Context.Service<
  ServerCertificate,
  Option.Option<{ readonly identity: ServerIdentity.ServerIdentity; readonly files: ServerIdentity.ServerFiles }>
>()("@sheaf/app-api/ServerCertificate") {}

const unusable = ({ message }: { readonly message: string }) => failWith(message)

const unreadable =
  (folder: string) =>
  ({ reason }: PlatformError) =>
    failWith(`cannot read or create the certificates in ${folder}: ${FileErrors.reasonOf({ reason })}`)

const own = Effect.fnUntraced(function* (settings: Settings, folder: string) {
  const { certificateDays: days, demo } = settings
  const ensure = OwnCertificates.ensure({ folder, days, ...(demo && { demoClient: Demo.clientId }) })
  const made = yield* ensure
  // Keeps certificates from expiring even if the service runs for months.
  const renew = Effect.catchCause(ensure, (cause) => Effect.logWarning("cannot renew certificates", cause))
  yield* Effect.forkScoped(Effect.forever(Effect.delay(renew, "6 hours")))
  if (Option.isNone(settings.serverFiles)) return made
  const files = settings.serverFiles.value
  const identity = yield* ServerIdentity.read(files, made.identity.authority)
  yield* TextFile.requirePrivate("SHEAF_CONFIG: tls.keyFile", files.key)
  return { identity, files }
})

/** Uses the operator's own certificate, which Sheaf's authority has not signed. No authority is created for it. */
const configured = Effect.fnUntraced(function* ({ environment, serverFiles }: Settings, folder: string) {
  if (Option.isNone(serverFiles)) return yield* failWith(Production.missingCertificateMessage)
  const files = serverFiles.value
  const identity = yield* ServerIdentity.read(files, yield* AuthorityFiles.readRootCertificate(folder, environment))
  yield* TextFile.requirePrivate("SHEAF_CONFIG: tls.keyFile", files.key)
  return { identity, files }
})

const server = (settings: Settings, folder: string) =>
  Layer.effect(
    ServerCertificate,
    Option.isNone(settings.mutualTlsPort)
      ? Effect.succeedNone
      : Effect.asSome(settings.mode.createsKeys ? own(settings, folder) : configured(settings, folder)).pipe(
          Effect.catchTags({
            AuthorityError: unusable,
            ServerFilesError: unusable,
            PlatformError: unreadable(folder),
            // Cannot happen: the service itself makes the request, for a client that it has just added.
            CertificateRequestError: Effect.die,
            UnknownClient: Effect.die
          })
        )
  )

const peers = ({ environment }: Settings, folder: string) =>
  Layer.unwrap(
    AuthorityFiles.readRootCertificates(folder).pipe(
      Effect.catchTags({ AuthorityError: unusable, PlatformError: unreadable(folder) }),
      Effect.map((roots) => PeerCertificatesLive.layer({ environment, roots }))
    )
  )

/** A service that creates its own keys also creates authorities and certificates, at its first start. */
export const layer = (settings: Settings, folder: string) =>
  Layer.provideMerge(peers(settings, folder), server(settings, folder))
