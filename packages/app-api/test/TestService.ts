/** Runs a service that tests can kill and restart, with its own process and folder. */
import { freePort } from "@sheaf/adapters-sql/testing"
import { TestClient } from "@sheaf/sandbox-site/testing"
import { afterAll, assert, beforeAll } from "vitest"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { bulkLimits, start } from "../src/testing/index.ts"
import type { ServiceProcess } from "../src/testing/index.ts"

export interface Options {
  /** The configuration file. If it sets no limits, the service uses the limits for bulk tests. */
  readonly config?: { readonly limits?: object; readonly [section: string]: unknown }
  readonly env?: Readonly<Record<string, string>>
  /** Contains the configuration file and the data folder. Defaults to a new folder. */
  readonly folder?: string
}

export class TestService {
  readonly folder: string
  readonly dataDir: string
  /** A client of version 2026-04-01 with the demonstration key. It always uses the service's current URL. */
  readonly client = new TestClient({ base: () => this.process.base })
  readonly #env: Readonly<Record<string, string>>
  #starting: Promise<ServiceProcess> | undefined
  #process: ServiceProcess | undefined

  constructor({ config = {}, env = {}, folder = mkdtempSync(join(tmpdir(), "sheaf-test-")) }: Options = {}) {
    this.folder = folder
    this.dataDir = join(folder, "data")
    const configFile = join(folder, "config.json")
    const limits = { ...bulkLimits, ...config.limits }
    writeFileSync(configFile, JSON.stringify({ ...config, limits }))
    this.#env = { SHEAF_CONFIG: configFile, ...env }
  }

  get process(): ServiceProcess {
    return this.#process ?? assert.fail("no service runs")
  }

  async start(): Promise<void> {
    this.#starting = start({ dataDir: this.dataDir, env: this.#env })
    this.#process = await this.#starting
  }

  /** Kills the process without any cleanup, as a power failure would. */
  async kill(): Promise<void> {
    const starting = this.#starting
    this.#starting = this.#process = undefined
    await (await starting)?.kill()
  }

  /** Stops the process gracefully, as an operator would. */
  async stop(): Promise<void> {
    const { stop } = this.process
    this.#starting = this.#process = undefined
    await stop()
  }

  async restart(): Promise<void> {
    await this.kill()
    await this.start()
  }

  /** Also removes the service's folder. */
  async end(): Promise<void> {
    await this.kill()
    rmSync(this.folder, { recursive: true })
  }
}

const patience = 60_000

export const forAll = (options?: Options): TestService => {
  const service = new TestService(options)
  beforeAll(() => service.start(), patience)
  afterAll(() => service.end(), patience)
  return service
}

/** The service keeps its URLs when it restarts. */
export const withService = async (
  config: NonNullable<Options["config"]>,
  use: (service: TestService) => Promise<void>
): Promise<void> => {
  const [port, loginHostPort] = await Promise.all([freePort(), freePort()])
  const env = { PORT: String(port), MTLS_PORT: "0", LOGIN_HOST_PORT: String(loginHostPort) }
  const service = new TestService({ config, env })
  try {
    await service.start()
    await use(service)
  } finally {
    await service.end()
  }
}
