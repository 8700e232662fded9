/** An installation of the service, on SQLite or PostgreSQL. It has its own data folder, configuration and client. */
import { ApiKeysLive } from "@sheaf/adapters-security"
import { ClientStoreSql, Sqlite } from "@sheaf/adapters-sql"
import { Postgres } from "@sheaf/adapters-sql/postgres"
import { TestClient } from "@sheaf/sandbox-site/testing"
import { bulkLimits, sheafProgram, start as startService } from "@sheaf/app-api/testing"
import type { ServiceProcess } from "@sheaf/app-api/testing"
import type { ApiVersion } from "@sheaf/domain/ApiVersion"
import { ApiKeys, ClientStore } from "@sheaf/ports"
import { Effect, Layer, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { execFile } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { promisify } from "node:util"
import type { Cleanup } from "./Cleanup.ts"
import * as Keys from "./Keys.ts"

/** The id of the calling client. */
const clientId = "bench"

/** Returns the header fields for requests to an API version. */
export const headersOf = (apiKey: string, version: ApiVersion) => ({
  "authorization-token": apiKey,
  "service-version": version
})

/** The client that the sandbox's prepared certificate belongs to. */
const certifiedClientId = "demo"

const issueKey = Effect.fnUntraced(function* (id: string) {
  yield* (yield* ClientStore).addClient({ id, name: "Workshop", environment: "test" })
  return Redacted.value(yield* (yield* ApiKeys).issue(id))
})

const issueKeys = (database: string, url?: string) =>
  Effect.all({ apiKey: issueKey(clientId), certifiedKey: issueKey(certifiedClientId) }).pipe(
    Effect.provide(
      ApiKeysLive.layer(Keys.pepper).pipe(
        Layer.provideMerge(ClientStoreSql.layer),
        Layer.provide(url === undefined ? Sqlite.layer(database) : Postgres.layer(Redacted.make(url))),
        Layer.provide([SecureRandom.layerWebCrypto, Keys.layerSealer])
      )
    ),
    Effect.runPromise
  )

/** Timeouts that are long enough for a busy machine. */
const patient = { timeouts: { twoFactorCodeSeconds: 3600, collectionSeconds: 3600 }, limits: bulkLimits }

type Variables = Readonly<Record<string, string>>

export interface StartedService {
  readonly service: ServiceProcess
  /** How long it took from the start of the process until `/ready` first succeeded, in milliseconds. */
  readonly startMillis: number
}

/** An installation's settings. */
export interface InstallationOptions {
  readonly env?: Variables
  /** The configuration file. By default, timeouts are long and many requests are allowed. */
  readonly config?: object
  /** The URL of the PostgreSQL database. By default, the service uses SQLite. */
  readonly databaseUrl?: string
  /** The program to start. By default, this is `sheaf serve` from this checkout. */
  readonly program?: readonly [tool: string, ...words: ReadonlyArray<string>]
  /** If it returns true, the folder is kept afterwards for inspection. */
  readonly isKept?: () => boolean
}

/** Settings for a single process. */
export interface LaunchOptions {
  readonly env?: Variables
  /** The command prefix that runs a command on another host. */
  readonly on?: ReadonlyArray<string>
}

/** The exit code and the output of a command. */
export interface CommandResult {
  readonly code: number
  readonly out: string
  readonly err: string
}

/**
 * A data folder with its own client. Services can be started on it repeatedly. On SQLite, only one service can run at a
 * time.
 */
export interface Installation {
  /** The folder of the run. It contains the data folder, and can also hold logs. */
  readonly folder: string
  readonly dataDir: string
  /** The SQLite file. */
  readonly database: string
  readonly apiKey: string
  /** The client of `apiKey`. */
  readonly clientId: string
  /** The API key for the client whose certificate is in the data folder. */
  readonly certifiedKey: string
  /** Starts a process, and waits until it listens. All processes stop when the installation is removed. */
  readonly launch: (launch?: LaunchOptions) => Promise<ServiceProcess>
  /** Starts a process, and waits until it is ready. */
  readonly start: (launch?: LaunchOptions) => Promise<StartedService>
  /** Runs a `sheaf` command with the environment variables of the last start. */
  readonly sheaf: (...words: ReadonlyArray<string>) => Promise<CommandResult>
}

export interface RunningInstallation extends Installation, StartedService {}

/**
 * Returns the client of the installation. The client does not validate responses, because that would take CPU time from
 * the service.
 */
export const clientOf = (
  { apiKey }: Pick<Installation, "apiKey">,
  { service }: Pick<StartedService, "service">
): TestClient =>
  new TestClient({ base: service.base, headers: { "authorization-token": apiKey }, contract: "unchecked" })

/** How long a listening service may take until it is ready, in milliseconds. */
const patienceMillis = 10_000

/** Waits until a listening service is ready. */
export const untilReady = async (base: string): Promise<void> => {
  const until = performance.now() + patienceMillis
  for (;;) {
    const { status } = await fetch(`${base}/ready`)
    if (status === 200) return
    if (performance.now() > until) throw new Error(`the service is not ready: ${status}`)
    await pause(5)
  }
}

const execute = promisify(execFile)

const commandWith = async (env: Variables, words: ReadonlyArray<string>): Promise<CommandResult> => {
  const [tool, ...args] = sheafProgram(...words)
  return execute(tool, args, { env: { PATH: process.env["PATH"], ...env } }).then(
    ({ stderr, stdout }) => ({ code: 0, out: stdout.trim(), err: stderr }),
    ({ code, stderr, stdout }) => ({ code, out: stdout, err: stderr })
  )
}

/** Creates an installation. `cleanup` stops its processes and removes its folder. */
export const create = async (
  cleanup: Cleanup,
  { config = patient, databaseUrl, env = {}, isKept, program = sheafProgram("serve") }: InstallationOptions = {}
): Promise<Installation> => {
  const folder = mkdtempSync(join(tmpdir(), "sheaf-workshop-"))
  const dataDir = join(folder, "data")
  const database = join(dataDir, "sheaf.db")
  const configFile = join(folder, "config.json")
  const services: Array<ServiceProcess> = []
  cleanup.add(async () => {
    await Promise.all(services.map((service) => service.stop()))
    if (isKept?.() !== true) rmSync(folder, { recursive: true })
  })
  mkdirSync(dataDir, { mode: 0o700 })
  writeFileSync(configFile, JSON.stringify(config))
  const usual: Variables = {
    ...Keys.keysEnvironment,
    SHEAF_DATA_DIR: dataDir,
    SHEAF_CONFIG: configFile,
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    ...env
  }
  let variables = usual
  const keys = await issueKeys(database, databaseUrl)
  const launch: Installation["launch"] = async ({ env, on = [] } = {}) => {
    variables = { ...usual, ...env }
    const [tool = "", ...words] = [...on, ...program]
    const service = await startService({ dataDir, env: variables, program: [tool, ...words] })
    services.push(service)
    return service
  }
  return {
    folder,
    dataDir,
    database,
    clientId,
    ...keys,
    launch,
    start: async (settings) => {
      const began = performance.now()
      const service = await launch(settings)
      await untilReady(service.base)
      return { service, startMillis: performance.now() - began }
    },
    sheaf: (...words) => commandWith(variables, words)
  }
}

/** Creates an installation and starts a service on it. */
export const createAndStart = async (cleanup: Cleanup, setting?: InstallationOptions): Promise<RunningInstallation> => {
  const installation = await create(cleanup, setting)
  return { ...installation, ...(await installation.start()) }
}
