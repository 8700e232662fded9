/** `sheaf restore`: restores a backup into an empty data folder (ADR 29). */
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { AuditCryptoLive, Sealing } from "@sheaf/adapters-security"
import { AuditReplay, LostRecords } from "@sheaf/application"
import { BackupFile, ChangeSignalsLocal, Restoration, DataFolderLock, Sqlite, Tables } from "@sheaf/adapters-sql"
import { AuditLog, AtomicFiles } from "@sheaf/ports"
import type { ChainHead } from "@sheaf/ports"
import { Effect, FileSystem, Layer, Option, Path, Stream } from "effect"
import { Command, Flag } from "effect/cli"
import * as DataFolder from "../../config/DataFolder.ts"
import { failWith } from "../../errors/OperatorError.ts"
import * as Secrets from "../../config/Secrets.ts"
import * as Settings from "../../config/Settings.ts"
import * as CommandServices from "../CommandServices.ts"
import * as AllStores from "./AllStores.ts"
import { fileArgument } from "./Backup.ts"
import * as BackupFiles from "./BackupFiles.ts"
import * as FileErrors from "../../errors/FileErrors.ts"

/** Rejects a folder that contains anything except keys or the remains of an unfinished restoration. */
const requireEmpty = Effect.fnUntraced(function* (dataDir: string, folder: DataFolder.DataFolder) {
  const fileSystem = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const names = yield* fileSystem.readDirectory(dataDir)
  const ownKeys = ["keys", "pepper", path.basename(folder.lock), "lost+found", ".gitignore"]
  const isUnfinished =
    names.includes(path.basename(folder.restoring)) && !names.includes(path.basename(folder.database))
  const remains = isUnfinished
    ? [folder.restoring, ...BackupFiles.foldersOf(folder)].map((place) => path.basename(place))
    : []
  const others = names.filter((name) => ![...ownKeys, ...remains].includes(name) && !name.startsWith(`${ownKeys[2]}-`))
  if (others.length > 0) {
    return yield* failWith(
      `SHEAF_DATA_DIR: ${dataDir} is not empty (${others.join(", ")}): restore into a new folder, and keep this one`
    )
  }
  for (const name of remains) yield* fileSystem.remove(path.join(dataDir, name), { recursive: true, force: true })
})

const requireKeys = Effect.fnUntraced(function* ({ dataDir, keys }: Settings.Settings, folder: DataFolder.DataFolder) {
  if (Option.isSome(keys) || (yield* (yield* FileSystem.FileSystem).exists(folder.keys))) return
  return yield* failWith(
    `${dataDir} has no keys: set SHEAF_KEYS and SHEAF_PEPPER, or copy the files keys and pepper from the old data folder there`
  )
})

const readLost = (file: string, heads: ReadonlyArray<ChainHead>) =>
  Effect.gen(function* () {
    const lines = (yield* FileSystem.FileSystem).stream(file).pipe(Stream.decodeText(), Stream.splitLines)
    return yield* LostRecords.readAuditExport(lines, heads)
  }).pipe(
    Effect.catchTags({
      AuditExportError: ({ message }) => failWith(`--audit: ${file}: ${message}`),
      PlatformError: ({ reason }) => failWith(`--audit: cannot read ${file}: ${FileErrors.reasonOf({ reason })}`)
    })
  )

/**
 * Prepares the restored database before a service uses it. Returns the lost audit records whose changes could be
 * replayed.
 */
const change = Effect.fnUntraced(function* (backedUpAt: number, lost: ReadonlyArray<LostRecords.LostRecord>) {
  yield* Restoration.prepareDatabase
  yield* Restoration.appendAuditRecords(lost)
  yield* (yield* AuditLog).append({ action: "RESTORED", subject: {}, outcome: CommandServices.formatTime(backedUpAt) })
  return yield* Effect.filter(lost, AuditReplay.replayChange)
})

/** Moves the parts of the draft into place, the database last. */
const publish = Effect.fnUntraced(function* (dataDir: string, folder: DataFolder.DataFolder) {
  const fileSystem = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const draft = path.join(folder.restoring, path.basename(folder.database))
  yield* AtomicFiles.syncFile(draft)
  for (const place of BackupFiles.foldersOf(folder)) {
    const restored = path.join(folder.restoring, path.basename(place))
    if (yield* fileSystem.exists(restored)) yield* fileSystem.rename(restored, place)
  }
  yield* AtomicFiles.syncFolder(dataDir)
  yield* fileSystem.rename(draft, folder.database)
  yield* fileSystem.remove(folder.restoring, { recursive: true })
  yield* AtomicFiles.syncFolder(dataDir)
})

interface Restoration {
  /** When the backup was made, in milliseconds since 1970. */
  readonly at: number
  readonly lost: ReadonlyArray<LostRecords.LostRecord>
  readonly repeated: ReadonlyArray<LostRecords.LostRecord>
}

const restoreInto = Effect.fnUntraced(function* (
  settings: Settings.Settings,
  folder: DataFolder.DataFolder,
  file: string,
  audit: Option.Option<string>
) {
  const { dataDir } = settings
  const fileSystem = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  yield* requireEmpty(dataDir, folder)
  yield* requireKeys(settings, folder)
  const { olderPeppers, pepper, ring } = yield* Secrets.loadKeys(settings, folder.database)
  return yield* Effect.gen(function* () {
    const { heads, manifest } = yield* BackupFile.verify(file)
    const lost = Option.isNone(audit) ? [] : yield* readLost(audit.value, heads)
    yield* AtomicFiles.makeFolder(folder.restoring)
    const draft = path.join(folder.restoring, path.basename(folder.database))
    yield* fileSystem.copyFile(file, draft)
    yield* fileSystem.chmod(draft, 0o600)
    yield* BackupFiles.write(folder.restoring, manifest.files)
    const stores = AllStores.layer.pipe(
      Layer.provide(ChangeSignalsLocal.layer),
      Layer.provideMerge(Sqlite.layer(draft))
    )
    const repeated = yield* Effect.provide(change(manifest.at, lost), stores)
    yield* Restoration.checkpointWriteAheadLog(draft)
    yield* publish(dataDir, folder)
    const restored: Restoration = { at: manifest.at, lost, repeated }
    return restored
  }).pipe(
    Effect.provide([
      Sealing.layer(ring, pepper, olderPeppers),
      AuditCryptoLive.layer(pepper, olderPeppers),
      Tables.layer
    ])
  )
})

interface RestoreFlags {
  readonly audit: Option.Option<string>
  readonly file: string
}

const restoring = Effect.fnUntraced(function* ({ audit, file }: RestoreFlags) {
  const settings = yield* Settings.load(process.env)
  if (Option.isSome(settings.databaseUrl)) {
    return yield* failWith("DATABASE_URL is set: restore PostgreSQL with its own tools, such as pg_restore")
  }
  const folder = yield* DataFolder.create(settings)
  const { at, lost, repeated } = yield* restoreInto(settings, folder, file, audit).pipe(
    Effect.provide(DataFolderLock.layer(folder.lock)),
    Effect.catchTag(["BackupError", "DataFolderInUseError"], ({ message }) => failWith(message)),
    Effect.catchTag("PlatformError", ({ message }) => failWith(`the restoration has stopped: ${message}; run it again`))
  )
  for (const { action, at: changedAt, subject } of repeated) {
    const ids = Object.entries(subject).map(([name, id]) => `${name}=${id}`)
    yield* CommandServices.printRow(CommandServices.formatTime(changedAt), action, ids.join(" "))
  }
  yield* CommandServices.printNote(`Restored the backup of ${CommandServices.formatTime(at)}.`)
  yield* CommandServices.printNote(
    Option.isSome(audit)
      ? `Restored ${lost.length} later audit records, and repeated ${repeated.length} changes. Changes after ` +
          `${CommandServices.formatTime(lost.at(-1)?.at ?? at)} are lost. The export cannot prove that nobody cut off its end. Run sheaf audit ` +
          "verify --checkpoints with the lost service's audit-checkpoints.jsonl: a fault means that there were later records."
      : "Without --audit, these changes since the backup may be lost: erasures of users and data; revocations of API keys, " +
          "certificates and consents; ended sessions; removed return addresses and webhook endpoints; required mutual TLS. Repeat them before " +
          "you start Sheaf."
  )
})

const restore = (
  flags: RestoreFlags
): Effect.Effect<
  void,
  DataFolder.DataFolderError,
  Layer.Success<typeof NodeCrypto.layer> | FileSystem.FileSystem | Path.Path
> => restoring(flags)

export const makeCommand = (name: string) =>
  Command.make(
    name,
    {
      file: fileArgument,
      audit: Flag.String("audit").pipe(
        Flag.withDescription(
          "Output of sheaf audit export from the lost database. Erasures, revocations and restrictions since the backup are " +
            "repeated, and their audit records restored."
        ),
        Flag.optional
      )
    },
    restore
  ).pipe(Command.provide(Layer.merge(NodeCrypto.layer, CommandServices.layerOperator)))
