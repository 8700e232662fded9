/** The data folder and the paths in it. */
import type { KeyCheck, DataFolderLock, Sqlite } from "@sheaf/adapters-sql"
import type { Postgres } from "@sheaf/adapters-sql/postgres"
import type { StoreError } from "@sheaf/ports"
import { AtomicFiles } from "@sheaf/ports"
import { Effect, FileSystem, Option, Path } from "effect"
import type { Layer } from "effect"
import type { PlatformError } from "effect/PlatformError"
import type { SqlError } from "effect/sql"
import { failWith } from "../errors/OperatorError.ts"
import type { OperatorError } from "../errors/OperatorError.ts"
import * as IgnoreFile from "./IgnoreFile.ts"
import type { Settings } from "./Settings.ts"
import * as TextFile from "./values/TextFile.ts"
import * as FileErrors from "../errors/FileErrors.ts"

export interface DataFolder {
  /** The running service holds a lock on this file. */
  readonly lock: string
  readonly database: string
  readonly keys: string
  /** The folder for an unfinished restoration. The restoration is complete once this folder has been removed. */
  readonly restoring: string
  readonly loginHost: string
  readonly orders: string
  /** The certificate and key of the login host when the simulated companies run as a connector. */
  readonly connectorLoginHost: string
  readonly bankConsents: string
  readonly auditCheckpoints: string
  /** The certificate authorities, and the certificates that the service has created. */
  readonly certificates: string
  /**
   * The operator console's URL and the secret that signs its links. The file exists while the service serves the
   * console.
   */
  readonly console: string
}

export type DataFolderError =
  | KeyCheck.WrongKeysError
  | Layer.Error<ReturnType<typeof Sqlite.layer>>
  | OperatorError
  | PlatformError
  | Postgres.DatabaseUnusableError
  | DataFolderLock.LockUnusableError
  | SqlError.SqlError
  | StoreError

export const of = Effect.fnUntraced(function* ({ dataDir }: Pick<Settings, "dataDir">) {
  const path = yield* Path.Path
  return {
    lock: path.join(dataDir, "lock"),
    database: path.join(dataDir, "sheaf.db"),
    keys: path.join(dataDir, "keys"),
    restoring: path.join(dataDir, "restoring"),
    loginHost: path.join(dataDir, "login-host"),
    orders: path.join(dataDir, "orders"),
    connectorLoginHost: path.join(dataDir, "connector-login-host"),
    bankConsents: path.join(dataDir, "bank-consents"),
    auditCheckpoints: path.join(dataDir, "audit-checkpoints.jsonl"),
    certificates: path.join(dataDir, "certs"),
    console: path.join(dataDir, "console.json")
  } satisfies DataFolder
})

const [writableByAll, sticky] = [0o002, 0o1000]

/**
 * Returns true if the file belongs to neither the superuser nor this process's user. Always false on Windows, where
 * files have no such owners.
 */
const isForeign = ({ uid }: FileSystem.File.Info): boolean => {
  const own = process.getuid?.()
  return own !== undefined && Option.exists(uid, (owner) => owner !== 0 && owner !== own)
}

/** Lists a folder and its parents, both as given and with symbolic links resolved, because the two can differ. */
const placesOf = Effect.fnUntraced(function* (dataDir: string) {
  const { dirname, resolve } = yield* Path.Path
  const places = new Set<string>()
  for (const start of [resolve(dataDir), yield* (yield* FileSystem.FileSystem).realPath(dataDir)]) {
    for (let place = start; !places.has(place); place = dirname(place)) places.add(place)
  }
  return places
})

/**
 * Rejects a folder that another user could replace, either as its owner or because everyone can write to one of its
 * parents. In a sticky parent such as `/tmp`, only the folder's owner matters.
 */
const requireSafe = Effect.fnUntraced(function* (dataDir: string) {
  const fileSystem = yield* FileSystem.FileSystem
  const { dirname } = yield* Path.Path
  const infoOf = (path: string) => Effect.orDie(fileSystem.stat(path))
  if (isForeign(yield* infoOf(dataDir))) {
    return yield* failWith(
      `SHEAF_DATA_DIR: ${dataDir} belongs to another user: use a folder of the user who runs Sheaf`
    )
  }
  if (yield* AtomicFiles.isWritableByOthers(dataDir)) {
    const mend = TextFile.shellCommand("chmod 700", dataDir)
    return yield* failWith(`SHEAF_DATA_DIR: other users can change files in ${dataDir}: run ${mend}`)
  }
  for (const place of yield* placesOf(dataDir)) {
    const above = dirname(place)
    const { mode } = yield* infoOf(above)
    if (above === place || process.platform === "win32" || (mode & writableByAll) === 0) continue
    if ((mode & sticky) !== 0 && !isForeign(yield* infoOf(place))) continue
    yield* failWith(
      `SHEAF_DATA_DIR: other users can replace ${place}, because everybody can write to ${above}: use another folder`
    )
  }
})

/**
 * Creates the folder if it does not exist. Only its owner has access, and Git ignores it. Rejects a folder that other
 * users could tamper with.
 */
export const create = Effect.fnUntraced(function* ({ dataDir }: Pick<Settings, "dataDir">) {
  const fileSystem = yield* FileSystem.FileSystem
  yield* Effect.catch(fileSystem.makeDirectory(dataDir, { recursive: true, mode: 0o700 }), ({ reason }) =>
    failWith(`SHEAF_DATA_DIR: cannot use ${dataDir} as the data folder: ${FileErrors.reasonOf({ reason })}`)
  )
  yield* requireSafe(dataDir)
  yield* IgnoreFile.ensure(dataDir)
  return yield* of({ dataDir })
})

/** Like {@link create}, but also rejects a folder with an unfinished restoration. */
export const prepare = Effect.fnUntraced(function* (settings: Pick<Settings, "dataDir">) {
  const folder = yield* create(settings)
  if (yield* (yield* FileSystem.FileSystem).exists(folder.restoring)) {
    return yield* failWith(
      `SHEAF_DATA_DIR: a restoration in ${settings.dataDir} has not ended: run sheaf restore again with the same backup`
    )
  }
  return folder
})
