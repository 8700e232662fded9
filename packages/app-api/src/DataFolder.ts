/** The folder in which the service keeps everything, and what is where in it. */
import { Effect, FileSystem, Path } from "effect"
import { SettingsError } from "./config/Settings.ts"
import type { Settings } from "./config/Settings.ts"

export interface DataFolder {
  /** Held by the process that serves. */
  readonly lock: string
  readonly database: string
  /** Where the sandbox's host for logins keeps key and certificate. */
  readonly loginHost: string
  /** The same of a sandbox that is served as a connector. */
  readonly connectorLoginHost: string
  /** Where the certificate authorities are, and what the sandbox makes of them. */
  readonly certificates: string
}

const ownerOnly = 0o700

/** What is where, whether it is there or not. */
export const of = Effect.fnUntraced(function* ({ dataDir }: Pick<Settings, "dataDir">) {
  const path = yield* Path.Path
  return {
    lock: path.join(dataDir, "lock"),
    database: path.join(dataDir, "sheaf.db"),
    loginHost: path.join(dataDir, "login-host"),
    connectorLoginHost: path.join(dataDir, "connector-login-host"),
    certificates: path.join(dataDir, "certs")
  } satisfies DataFolder
})

/** Makes the folder where it is not there yet. Fails with {@link SettingsError} when it cannot be used. */
export const prepare = Effect.fnUntraced(function* ({ dataDir }: Pick<Settings, "dataDir">) {
  const fileSystem = yield* FileSystem.FileSystem
  yield* fileSystem
    .makeDirectory(dataDir, { recursive: true, mode: ownerOnly })
    .pipe(
      Effect.mapError(
        ({ reason }) =>
          new SettingsError({ message: `SHEAF_DATA_DIR: ${dataDir} cannot be used as the data folder: ${reason._tag}` })
      )
    )
  return yield* of({ dataDir })
})
