/**
 * A node that runs as a process, on its own host or on this machine. Like a service manager, the class retries until
 * the node starts.
 */
import type { ServiceProcess } from "@sheaf/app-api/testing"
import { appendFileSync, readFileSync } from "node:fs"
import { setTimeout as pause } from "node:timers/promises"
import type { Installation, LaunchOptions } from "../../workshop/stage/Installation.ts"

/** A node is ready if it responds within this time, in milliseconds. */
const patience = 1_500

export class ServiceNode {
  readonly name: string
  readonly #launch: Installation["launch"]
  readonly #place: LaunchOptions
  readonly #log: string
  #process: ServiceProcess | undefined
  /** True if the node was ready when the load balancer last checked. */
  isReady = false
  #isWanted = true

  constructor({ folder, launch }: Installation, name: string, place: LaunchOptions) {
    this.name = name
    this.#launch = launch
    this.#place = place
    this.#log = `${folder}/${name.replace(" ", "-")}.log`
    appendFileSync(this.#log, "")
  }

  get base(): string {
    return this.#process?.base ?? "http://127.0.0.1:1"
  }

  get output(): string {
    return this.#process?.output() ?? ""
  }

  get log(): string {
    return readFileSync(this.#log, "utf8") + this.output
  }

  /** Retries until the start succeeds. The extra environment variables apply until the next start. */
  async start(extra: Readonly<Record<string, string>> = {}): Promise<void> {
    this.#isWanted = true
    while (this.#isWanted && this.#process === undefined) {
      // A start can fail, for example while the database is down.
      const launched = this.#launch({ ...this.#place, env: { ...this.#place.env, ...extra } })
      this.#process = await launched.catch(() => pause(500, undefined))
    }
  }

  async kill(): Promise<void> {
    this.#isWanted = false
    this.isReady = false
    const process = this.#process
    this.#process = undefined
    await process?.kill()
    if (process !== undefined) appendFileSync(this.#log, process.output())
  }

  signal(name: NodeJS.Signals): void {
    if (this.#process !== undefined) process.kill(this.#process.pid, name)
  }

  async check(): Promise<void> {
    const running = this.#process
    const isReady = await fetch(`${this.base}/ready`, { signal: AbortSignal.timeout(patience) }).then(
      ({ status }) => status === 200,
      () => false
    )
    this.isReady = running !== undefined && running === this.#process && isReady
  }
}
