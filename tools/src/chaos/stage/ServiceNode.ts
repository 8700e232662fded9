/**
 * A node as a process, on a host of its own or on this machine. Like a service manager, it retries until the node
 * starts.
 */
import type { ServiceProcess } from "@sheaf/app-api/testing"
import { appendFileSync, readFileSync } from "node:fs"
import { setTimeout as pause } from "node:timers/promises"
import type { Installation, LaunchOptions } from "../../workshop/stage/Installation.ts"

/** The time within which a ready node responds, in milliseconds. */
const patience = 1_500

export class ServiceNode {
  readonly name: string
  readonly #launch: Installation["launch"]
  readonly #place: LaunchOptions
  /** The file to which the node's output is appended when the node is killed. */
  readonly #log: string
  #process: ServiceProcess | undefined
  /** True if the load balancer's last check succeeded. */
  isReady = false
  /** True while the node should run. */
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

  /** The output of the running process. */
  get output(): string {
    return this.#process?.output() ?? ""
  }

  /** The output of all processes so far. */
  get log(): string {
    return readFileSync(this.#log, "utf8") + this.output
  }

  /** Starts the node, with additional environment variables until its next start. Retries until the start succeeds. */
  async start(extra: Readonly<Record<string, string>> = {}): Promise<void> {
    this.#isWanted = true
    while (this.#isWanted && this.#process === undefined) {
      // A start fails, for example, while the database is down.
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

  /** Checks whether the node is ready, as a load balancer does. */
  async check(): Promise<void> {
    const running = this.#process
    const isReady = await fetch(`${this.base}/ready`, { signal: AbortSignal.timeout(patience) }).then(
      ({ status }) => status === 200,
      () => false
    )
    this.isReady = running !== undefined && running === this.#process && isReady
  }
}
