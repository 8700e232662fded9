/** By whom clients are known over mutual TLS, and as whom the service appears there (spec 5; decisions 15). */
import { AuthorityFiles, PeerCertificatesLive, SandboxCertificates, ServerIdentity } from "@sheaf/adapters-mtls"
import type { Environment } from "@sheaf/ports"
import { Context, Effect, Layer, Option } from "effect"
import type { PlatformError } from "effect/PlatformError"
import * as Demo from "./Demo.ts"
import { SettingsError } from "./config/Settings.ts"
import type { Settings } from "./config/Settings.ts"

/** This release has the sandbox only. */
const environment: Environment = "test"

/** As whom the listener of mutual TLS appears, and the files that it is out of; absent where there is no such listener. */
export class ServerCertificate extends Context.Service<
  ServerCertificate,
  Option.Option<{ readonly identity: ServerIdentity.ServerIdentity; readonly files: ServerIdentity.ServerFiles }>
>()("@sheaf/app-api/ServerCertificate") {}

const unusable = ({ message }: { readonly message: string }) => Effect.fail(new SettingsError({ message }))

const unreadable =
  (folder: string) =>
  ({ reason }: PlatformError) => {
    const message = `the certificates in ${folder} cannot be read or made: ${reason._tag}`
    return Effect.fail(new SettingsError({ message }))
  }

/** A service that runs for months renews what it has made, long before it ends. */
const renewal = "6 hours"

const own = Effect.fnUntraced(function* (settings: Settings, folder: string) {
  const { certificateDays: days, demo } = settings
  const ensure = SandboxCertificates.ensure({ folder, days, ...(demo && { demoClient: Demo.clientId }) })
  const made = yield* ensure
  const again = Effect.catchCause(ensure, (cause) => Effect.logWarning("certificates could not be renewed", cause))
  yield* Effect.forkScoped(Effect.forever(Effect.delay(again, renewal)))
  if (Option.isNone(settings.serverFiles)) return made
  const files = settings.serverFiles.value
  return { identity: yield* ServerIdentity.read(files, made.identity.authority), files }
})

const server = (settings: Settings, folder: string) =>
  Layer.effect(
    ServerCertificate,
    Option.isNone(settings.mutualTlsPort)
      ? Effect.succeedNone
      : Effect.asSome(own(settings, folder)).pipe(
          Effect.catchTags({
            AuthorityUnusable: unusable,
            ServerFilesUnusable: unusable,
            PlatformError: unreadable(folder),
            // The request that the sandbox makes, for the client that it has added, is what is asked of everybody's.
            RequestRefused: Effect.die,
            UnknownClient: Effect.die
          })
        )
  )

const peers = (folder: string) =>
  Layer.unwrap(
    AuthorityFiles.roots(folder).pipe(
      Effect.catchTags({ AuthorityUnusable: unusable, PlatformError: unreadable(folder) }),
      Effect.map((roots) => PeerCertificatesLive.layer({ environment, roots }))
    )
  )

/** `folder` is where the authorities are, and what the sandbox makes of them on its first start. */
export const layer = (settings: Settings, folder: string) => {
  const certificate = server(settings, folder)
  // The authorities may have to be made first.
  return Layer.provideMerge(peers(folder), certificate)
}
