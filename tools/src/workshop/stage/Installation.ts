/** An installation of the service on SQLite or PostgreSQL, with its own data folder, configuration and client. */
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

const clientId = "bench"

export const headersOf = (apiKey: string, version: ApiVersion) => ({
  "authorization-token": apiKey,
  "service-version": version
})

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
  /** Milliseconds from the start of the process until `/ready` first succeeded. */
  readonly startMillis: number
}

export interface InstallationOptions {
  readonly env?: Variables
  /** By default, timeouts are long and many requests are allowed. */
  readonly config?: object
  /** By default, the service uses SQLite. */
  readonly databaseUrl?: string
  /** By default, `sheaf serve` from this checkout. */
  readonly program?: readonly [tool: string, ...words: ReadonlyArray<string>]
  readonly isKept?: () => boolean
}

export interface LaunchOptions {
  readonly env?: Variables
  /** The command prefix that runs a command on another host. */
  readonly on?: ReadonlyArray<string>
}

export interface CommandResult {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** A data folder with its own client. Services can be started on it repeatedly, but only one at a time on SQLite. */
export interface Installation {
  readonly folder: string
  readonly dataDir: string
  readonly database: string
  readonly apiKey: string
  readonly clientId: string
  /** The API key of the client whose certificate is in the data folder. */
  readonly certifiedKey: string
  /** Starts a process, and waits until it listens. All processes stop when the installation is removed. */
  readonly launch: (launch?: LaunchOptions) => Promise<ServiceProcess>
  readonly start: (launch?: LaunchOptions) => Promise<StartedService>
  /** Runs a `sheaf` command with the environment variables of the last start. */
  readonly sheaf: (...words: ReadonlyArray<string>) => Promise<CommandResult>
}

export interface RunningInstallation extends Installation, StartedService {}

/** Does not validate responses, because that would take CPU time from the service. */
export const clientOf = (
  { apiKey }: Pick<Installation, "apiKey">,
  { service }: Pick<StartedService, "service">
): TestClient =>
  new TestClient({ base: service.base, headers: { "authorization-token": apiKey }, contract: "unchecked" })

const patienceMillis = 10_000

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

/** `cleanup` stops the installation's processes and removes its folder. */
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

export const createAndStart = async (cleanup: Cleanup, setting?: InstallationOptions): Promise<RunningInstallation> => {
  const installation = await create(cleanup, setting)
  return { ...installation, ...(await installation.start()) }
}
