/**
 * A store of named records in a SQLite file that several processes can share. When it is full, it drops the least
 * recently changed records.
 */
import { Effect, Schema } from "effect"
import type { Scope } from "effect"
import { closeSync, mkdirSync, openSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"

export interface FileStoreOptions<A, E> {
  /** The folder that contains the file. It is created if it does not exist. */
  readonly folder: string
  /** The maximum number of records. */
  readonly capacity: number
  readonly schema: Schema.Codec<A, unknown>
  /** Creates the error for an unusable file (`FILE`) or a record that does not match the schema (`CONTENT`). */
  readonly failure: (reason: "FILE" | "CONTENT", cause: unknown) => E
}

export interface FileStore<A, E> {
  /** Stores a record unless the name is taken. Returns the record that is stored under the name afterwards. */
  readonly make: (name: string, record: A) => Effect.Effect<A, E>
  readonly find: (name: string) => Effect.Effect<A | undefined, E>
  /**
   * Changes the record with this name, if it exists. Changes are serialized across processes, so a process that pauses
   * between reading and writing cannot overwrite another's change.
   */
  readonly change: (name: string, become: (record: A) => A) => Effect.Effect<void, E>
}

const fileName = "records.db"

/**
 * How long a call waits for another process to finish its change, in milliseconds. The wait blocks the calling process.
 */
const busyMillis = 500

/** Replacing a row gives it a new `rowid`, so a higher `rowid` means a later change. */
const createTable = `PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
  CREATE TABLE IF NOT EXISTS record (name TEXT PRIMARY KEY, content TEXT NOT NULL)`

const open = (folder: string) => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, fileName)
  // SQLite creates its WAL and shared-memory files with the same mode as this file.
  closeSync(openSync(file, "a", 0o600))
  const database = new DatabaseSync(file, { timeout: busyMillis })
  try {
    database.exec(createTable)
    return {
      database,
      select: database.prepare("SELECT content FROM record WHERE name = ?"),
      replace: database.prepare("INSERT OR REPLACE INTO record (name, content) VALUES (?, ?)"),
      drop: database.prepare(
        "DELETE FROM record WHERE rowid IN (SELECT rowid FROM record ORDER BY rowid DESC LIMIT -1 OFFSET ?)"
      )
    }
  } catch (cause) {
    database.close()
    throw cause
  }
}

/** The store opens its file on first use, and reopens it after an error. The file closes with the scope. */
export const make = <A, E>({
  capacity,
  failure,
  folder,
  schema
}: FileStoreOptions<A, E>): Effect.Effect<FileStore<A, E>, never, Scope.Scope> =>
  Effect.gen(function* () {
    const content = Schema.fromJsonString(schema)
    const encode = Schema.encodeSync(content)
    const decode = Schema.decodeUnknownSync(content)
    let opened: ReturnType<typeof open> | undefined
    const close = () => {
      opened?.database.close()
      opened = undefined
    }
    yield* Effect.addFinalizer(() => Effect.sync(close))

    const attempt = <B>(run: (file: ReturnType<typeof open>) => B): Effect.Effect<B, E> =>
      Effect.try({
        try: () => run((opened ??= open(folder))),
        catch: (cause) => {
          if (Schema.isSchemaError(cause)) return failure("CONTENT", cause)
          close()
          return failure("FILE", cause)
        }
      })

    const read = ({ select }: ReturnType<typeof open>, name: string): A | undefined => {
      const found = select.get(name)
      return found && decode(found["content"])
    }

    const modify = <B extends A | undefined>(name: string, become: (found: A | undefined) => B) =>
      attempt((file) => {
        const { database, drop, replace } = file
        database.exec("BEGIN IMMEDIATE")
        try {
          const found = read(file, name)
          const changed = become(found)
          if (changed !== undefined && changed !== found) replace.run(name, encode(changed))
          if (found === undefined && changed !== undefined) drop.run(capacity)
          database.exec("COMMIT")
          return changed
        } catch (cause) {
          database.exec("ROLLBACK")
          throw cause
        }
      })

    return {
      find: (name) => attempt((file) => read(file, name)),
      make: (name, record) => modify(name, (found) => found ?? record),
      change: (name, become) => Effect.asVoid(modify(name, (found) => found && become(found)))
    }
  })
