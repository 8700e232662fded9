/** Starts the service with its own client, and the servers for comparison. */
import { ApiKeysLive } from "@sheaf/adapters-security"
import { ChangeSignalsLocal, ClientStoreSql, CollectionStoreSql, Sqlite } from "@sheaf/adapters-sql"
import { Postgres } from "@sheaf/adapters-sql/postgres"
import { Client } from "@sheaf/adapters-http/testing"
import { bulkLimits, start as startService } from "@sheaf/app-api/testing"
import type { ServiceProcess } from "@sheaf/app-api/testing"
import type { ApiVersion } from "@sheaf/domain/ApiVersion"
import { ApiKeys, ClientStore } from "@sheaf/ports"
import type { CollectionStore } from "@sheaf/ports"
import { Effect, Layer, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { spawn } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import * as Keys from "./Keys.ts"

/** The id of the calling client. */
export const clientId = "bench"

/** Returns the header fields for requests to an API version. */
export const headersOf = (apiKey: string, version: ApiVersion) => ({
  "authorization-token": apiKey,
  "service-version": version
})

/** The client to which the sandbox's prepared certificate belongs. */
const certifiedClientId = "demo"

const issueKey = Effect.fnUntraced(function* (id: string) {
  yield* (yield* ClientStore).addClient({ id, name: "Benchmark", environment: "test" })
  return Redacted.value(yield* (yield* ApiKeys).issue(id))
})

const issueKeys = (database: string, url?: string) =>
  Effect.all({ apiKey: issueKey(clientId), certifiedKey: issueKey(certifiedClientId) }).pipe(
    Effect.provide(
      ApiKeysLive.layer(Keys.pepper).pipe(
        Layer.provideMerge(ClientStoreSql.layer),
        Layer.provide(url === undefined ? Sqlite.layer(database) : Postgres.layer(Redacted.make(url))),
        Layer.provide([SecureRandom.layerWebCrypto, Keys.sealer])
      )
    ),
    Effect.runPromise
  )

/** Timeouts long enough for a busy machine, and enough held polls for a single client. */
const patient = {
  timeouts: { twoFactorCodeSeconds: 3600, collectionSeconds: 3600 },
  limits: { ...bulkLimits, heldRequestsPerClient: 5_000, connections: 20_000, connectionsPerAddress: 10_000 }
}

export interface Started {
  readonly service: ServiceProcess
  /** The time between the start of the process and the first success of `/ready`, in milliseconds. */
  readonly startMillis: number
}

/** The settings of an installation. */
export interface Setting {
  readonly env?: Readonly<Record<string, string>>
  /** The configuration file. By default, it sets long timeouts and allows many held polls. */
  readonly config?: object
  /** The address of the PostgreSQL database. By default, the service uses SQLite. */
  readonly databaseUrl?: string
  /** The program to start. By default, it is `sheaf serve` of this checkout. */
  readonly program?: readonly [tool: string, ...words: ReadonlyArray<string>]
}

/** A data folder with its own client. The service can be started on the folder repeatedly. */
export interface Installation {
  readonly dataDir: string
  readonly database: string
  readonly apiKey: string
  /** The key of the client whose certificate is in the data folder. */
  readonly certifiedKey: string
  /** Runs an effect with the collection store. */
  readonly withStore: <A>(use: Effect.Effect<A, unknown, CollectionStore>) => Promise<A>
  /**
   * Starts the service. On SQLite, any earlier service must have ended. All services stop when the installation is
   * removed.
   */
  readonly start: () => Promise<Started>
}

export interface Bench extends Installation, Started {}

/**
 * Returns the installation's client. The client does not validate responses, because it shares the machine with the
 * service.
 */
export const clientOf = ({ apiKey }: Pick<Installation, "apiKey">, { service }: Started): Client =>
  new Client({ base: service.base, headers: { "authorization-token": apiKey }, contract: "unchecked" })

/** The longest time between listening and readiness, in milliseconds. */
const patienceMillis = 10_000

const untilReady = async (base: string): Promise<void> => {
  const until = performance.now() + patienceMillis
  for (;;) {
    const { status } = await fetch(`${base}/ready`)
    if (status === 200) return
    if (performance.now() > until) throw new Error(`the service is not ready: ${status}`)
    await pause(5)
  }
}

/** Runs `use` with a fresh installation. */
export const withInstallation = async <A>(
  use: (installation: Installation) => Promise<A>,
  { config = patient, databaseUrl, env = {}, program }: Setting = {}
): Promise<A> => {
  const dataDir = mkdtempSync(join(tmpdir(), "sheaf-bench-"))
  const database = join(dataDir, "sheaf.db")
  const configFile = join(dataDir, "config.json")
  writeFileSync(configFile, JSON.stringify(config))
  const services: Array<ServiceProcess> = []
  try {
    const keys = await issueKeys(database, databaseUrl)
    const store = CollectionStoreSql.layer.pipe(
      Layer.provide([Sqlite.layer(database), Keys.sealer, ChangeSignalsLocal.layer])
    )
    const withStore: Installation["withStore"] = (use) => Effect.runPromise(Effect.provide(use, store))
    const start = async (): Promise<Started> => {
      const began = performance.now()
      const address = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }
      const variables = { ...Keys.env, SHEAF_CONFIG: configFile, ...address, ...env }
      const service = await startService({ dataDir, env: variables, ...(program !== undefined && { program }) })
      services.push(service)
      await untilReady(service.base)
      return { service, startMillis: performance.now() - began }
    }
    return await use({ dataDir, database, ...keys, withStore, start })
  } finally {
    await Promise.all(services.map((service) => service.stop()))
    rmSync(dataDir, { recursive: true })
  }
}

/** Runs `use` with a fresh service. */
export const withService = <A>(use: (bench: Bench) => Promise<A>): Promise<A> =>
  withInstallation(async (installation) => use({ ...installation, ...(await installation.start()) }))

/** Runs `use` with another server: a script that prints its address. */
export const withServer = async <A>(
  script: URL,
  args: ReadonlyArray<string>,
  use: (base: string, pid: number | undefined) => Promise<A>
): Promise<A> => {
  const command = ["--conditions=@sheaf/source", script.pathname, ...args]
  const child = spawn(process.execPath, command, { stdio: ["ignore", "pipe", "inherit"] })
  try {
    const base = await new Promise<string>((resolve, reject) => {
      child.stdout.on("data", (chunk: Buffer) => {
        const match = /listens on (https?:\/\/\S+)/.exec(chunk.toString())
        if (match?.[1] !== undefined) resolve(match[1])
      })
      child.on("exit", (code) => reject(new Error(`${script.pathname} ended with code ${String(code)}`)))
    })
    return await use(base, child.pid)
  } finally {
    child.kill()
  }
}
