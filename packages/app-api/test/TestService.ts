/** A service of a test: a process of its own on a folder of its own, which is killed and started again where it was before. */
import { Client } from "@sheaf/adapters-http/testing"
import { afterAll, assert, beforeAll } from "vitest"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { start } from "../src/testing/index.ts"
import type { ServiceProcess } from "../src/testing/index.ts"

/** A port at which nobody listens. */
export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer()
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo // a listening TCP server has this form of address
      server.close(() => resolve(port))
    })
  })

export interface Options {
  /** The content of the configuration file. */
  readonly config?: object
  readonly env?: Readonly<Record<string, string>>
  /** Holds the configuration file and the data folder; a new one by default. */
  readonly folder?: string
}

export class TestService {
  readonly folder: string
  readonly dataDir: string
  /** Version 2026-04-01 with the demonstration key, wherever the service listens now. */
  readonly client = new Client({ base: () => this.process.base })
  readonly #env: Readonly<Record<string, string>>
  #starting: Promise<ServiceProcess> | undefined
  #process: ServiceProcess | undefined

  constructor({ config = {}, env = {}, folder = mkdtempSync(join(tmpdir(), "sheaf-test-")) }: Options = {}) {
    this.folder = folder
    this.dataDir = join(folder, "data")
    const configFile = join(folder, "config.json")
    writeFileSync(configFile, JSON.stringify(config))
    this.#env = { SHEAF_CONFIG: configFile, ...env }
  }

  get process(): ServiceProcess {
    return this.#process ?? assert.fail("no service runs")
  }

  async start(): Promise<void> {
    this.#starting = start({ dataDir: this.dataDir, env: this.#env })
    this.#process = await this.#starting
  }

  /** Ends the process as a power cut would. */
  async kill(): Promise<void> {
    const starting = this.#starting
    this.#starting = this.#process = undefined
    await (await starting)?.kill()
  }

  async restart(): Promise<void> {
    await this.kill()
    await this.start()
  }

  /** Ends the service, if it runs, and removes its folder. */
  async end(): Promise<void> {
    await this.kill()
    rmSync(this.folder, { recursive: true })
  }
}

/** The longest time for a start, in milliseconds, on a machine that others use as well. */
const patience = 60_000

/** Runs a service for all tests of a file. */
export const forAll = (options?: Options): TestService => {
  const service = new TestService(options)
  beforeAll(() => service.start(), patience)
  afterAll(() => service.end(), patience)
  return service
}

/** Runs a service for `use`. It keeps its addresses when it restarts. */
export const withService = async (config: object, use: (service: TestService) => Promise<void>): Promise<void> => {
  const [port, loginHostPort] = await Promise.all([freePort(), freePort()])
  const env = { PORT: String(port), MTLS_PORT: "0" }
  const service = new TestService({ config: { ...config, sandbox: { loginHostPort } }, env })
  try {
    await service.start()
    await use(service)
  } finally {
    await service.end()
  }
}
