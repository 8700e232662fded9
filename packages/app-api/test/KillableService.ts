/** A service that is killed and started again on its data, where it was before: as a machine that loses its power. */
import { CheckedClient } from "@sheaf/adapters-http/testing"
import { assert } from "vitest"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { start } from "../src/testing/index.ts"
import type { ServiceProcess } from "../src/testing/index.ts"
import { checkedFetch } from "./CheckedFetch.ts"

/** A port at which nobody listens. */
export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer()
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo // a listening TCP server has this form of address
      server.close(() => resolve(port))
    })
  })

export class KillableService {
  readonly dataDir: string
  readonly #env: Readonly<Record<string, string>>
  #process: ServiceProcess | undefined

  constructor(dataDir: string, env: Readonly<Record<string, string>>) {
    this.dataDir = dataDir
    this.#env = env
  }

  get process(): ServiceProcess {
    return this.#process ?? assert.fail("no service runs")
  }

  async start(): Promise<void> {
    this.#process = await start({ dataDir: this.dataDir, env: this.#env })
  }

  async kill(): Promise<void> {
    const process = this.#process
    this.#process = undefined
    await process?.kill()
  }

  /** Sends a request in version 2026-04-01, with the demonstration key, unless its headers say otherwise. */
  readonly send: CheckedClient.Send = (path, request) =>
    CheckedClient.make({
      base: this.process.base,
      headers: { "authorization-token": "sheaf-demo", "service-version": "2026-04-01" },
      fetch: checkedFetch
    })(path, request)

  readonly post = (path: string, body: unknown): Promise<CheckedClient.Answer> =>
    this.send(path, { method: "POST", body: JSON.stringify(body) })
}

/** Has a service for `use`, started once, with these timeouts. */
export const withService = async (
  timeouts: Readonly<Record<string, number>>,
  use: (service: KillableService) => Promise<void>
): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), "sheaf-kills-"))
  const configFile = join(folder, "config.json")
  const [port, loginHostPort] = await Promise.all([freePort(), freePort()])
  writeFileSync(configFile, JSON.stringify({ timeouts, sandbox: { loginHostPort } }))
  const env = { SHEAF_CONFIG: configFile, PORT: String(port), MTLS_PORT: "0" }
  const service = new KillableService(join(folder, "data"), env)
  try {
    await service.start()
    await use(service)
  } finally {
    await service.kill()
    rmSync(folder, { recursive: true })
  }
}
