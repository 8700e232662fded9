/** The data folder, and the paths in it. */
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
  /** The lock file, held by the running service. */
  readonly lock: string
  readonly database: string
  /** The sealing keys that the service creates. */
  readonly keys: string
  /** The draft of a restoration. While it exists, the restoration is not complete. */
  readonly restoring: string
  /** The certificate and key for the simulated companies' login host. */
  readonly loginHost: string
  /** The simulated electronic-ID provider's orders. */
  readonly orders: string
  /** The certificate and key for the login host of simulated companies that run as a connector. */
  readonly connectorLoginHost: string
  /** The consents at simulated banks that run apart from the service. */
  readonly bankConsents: string
  /** The checkpoints of the audit log. */
  readonly auditCheckpoints: string
  /** The certificate authorities, and the certificates made by the service. */
  readonly certificates: string
  /**
   * The operator's console: its URL, and the secret that signs its links. Exists while the service serves the console.
   */
  readonly console: string
}

/** Errors that make a data folder unusable. */
export type DataFolderError =
  | KeyCheck.WrongKeysError
  | Layer.Error<ReturnType<typeof Sqlite.layer>>
  | OperatorError
  | PlatformError
  | Postgres.DatabaseUnusableError
  | DataFolderLock.LockUnusableError
  | SqlError.SqlError
  | StoreError

/** Returns the paths, whether or not they exist. */
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
 * Returns true if a file's owner is neither the superuser nor this process's user. Always false on Windows, where files
 * have no such owners.
 */
const isForeign = ({ uid }: FileSystem.File.Info): boolean => {
  const own = process.getuid?.()
  return own !== undefined && Option.exists(uid, (owner) => owner !== 0 && owner !== own)
}

/**
 * Lists a folder and all folders above it, each as given and with symbolic links resolved, because they may lead
 * elsewhere.
 */
const placesOf = Effect.fnUntraced(function* (dataDir: string) {
  const { dirname, resolve } = yield* Path.Path
  const places = new Set<string>()
  for (const start of [resolve(dataDir), yield* (yield* FileSystem.FileSystem).realPath(dataDir)]) {
    for (let place = start; !places.has(place); place = dirname(place)) places.add(place)
  }
  return places
})

/**
 * Rejects a folder that another user could replace, because it belongs to another user or everybody can write to a
 * folder above it. Inside a sticky folder such as `/tmp`, a folder is safe unless it is another user's.
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
 * Creates the folder, unless it exists. Only its owner has access, and Git ignores it. Rejects a folder that other
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
