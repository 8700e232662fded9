/** `sheaf backup`: backs up the SQLite database while the service is running (ADR 29). */
import { BackupFile } from "@sheaf/adapters-sql"
import { AuditLog } from "@sheaf/ports"
import { Effect, FileSystem, Option, Path } from "effect"
import { Argument, Command } from "effect/cli"
import * as DataFolder from "../../config/DataFolder.ts"
import { failWith } from "../../errors/OperatorError.ts"
import * as Settings from "../../config/Settings.ts"
import * as CommandServices from "../CommandServices.ts"
import * as BackupFiles from "./BackupFiles.ts"
import * as AtomicFile from "./AtomicFile.ts"
import * as FileErrors from "../../errors/FileErrors.ts"

const numbers = new Intl.NumberFormat("en-US")

export const fileArgument = Argument.String("file").pipe(Argument.withDescription("Path of the backup."))

const backup = Effect.fnUntraced(function* ({ file }: { readonly file: string }) {
  const settings = yield* Settings.load(process.env)
  if (Option.isSome(settings.databaseUrl)) {
    return yield* failWith("DATABASE_URL is set: back PostgreSQL up with its own tools, such as pg_dump")
  }
  const fileSystem = yield* FileSystem.FileSystem
  const target = (yield* Path.Path).resolve(file)
  if (yield* fileSystem.exists(target)) return yield* failWith(`${target} already exists: choose another file`)
  const folder = yield* DataFolder.of(settings)
  // The audit record is written first, so that the backup contains it. If this write fails, the backup continues
  // anyway, because a backup is most urgent when the disk is full.
  yield* (yield* AuditLog).append({ action: "BACKUP_CREATED", subject: {} }).pipe(
    Effect.catchIf(
      ({ isOutage }) => isOutage === true,
      () =>
        CommandServices.printNote("The audit log does not record this backup, because the database cannot be written.")
    )
  )
  const { at, tables } = yield* AtomicFile.writeAtomically(target, (draft) =>
    Effect.flatMap(BackupFiles.read(settings.dataDir, folder), (files) =>
      BackupFile.write(folder.database, draft, files)
    )
  ).pipe(
    Effect.catchTags({
      BackupError: ({ message }) => failWith(message),
      PlatformError: ({ reason }) => failWith(`cannot write ${target}: ${FileErrors.reasonOf({ reason })}`)
    })
  )
  for (const { checksum, name, rows } of tables) yield* CommandServices.printRow(name, String(rows), checksum)
  const total = numbers.format(tables.reduce((sum, { rows }) => sum + rows, 0))
  yield* CommandServices.printNote(
    `Wrote and checked ${total} rows as of ${CommandServices.formatTime(at)}. Keep SHEAF_KEYS and SHEAF_PEPPER apart from the file.`
  )
})

export const makeCommand = (name: string) =>
  Command.make(name, { file: fileArgument }, backup).pipe(Command.provide(CommandServices.layer))
