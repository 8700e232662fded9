/**
 * A node as a process, on a host of its own or on this machine. Like a service manager, it retries until the node
 * starts.
 */
import type { ServiceProcess } from "@sheaf/app-api/testing"
import { appendFileSync, readFileSync } from "node:fs"
import { setTimeout as pause } from "node:timers/promises"
import type { Installation, Launch } from "../../workshop/stage/Installation.ts"

export interface NodeSettings {
  readonly name: string
  /** The file to which the node's output is appended when the node is killed. */
  readonly log: string
  readonly place: Launch
}

/** The time within which a ready node responds, in milliseconds. */
const patience = 1_500

export class Node {
  readonly name: string
  readonly #launch: Installation["launch"]
  readonly #settings: NodeSettings
  #process: ServiceProcess | undefined
  /** True if the load balancer's last check succeeded. */
  isReady = false
  /** True while the node should run. */
  #isWanted = true

  constructor({ launch }: Installation, settings: NodeSettings) {
    this.name = settings.name
    this.#launch = launch
    this.#settings = settings
    appendFileSync(settings.log, "")
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
    return readFileSync(this.#settings.log, "utf8") + this.output
  }

  /** Starts the node, with additional environment variables until its next start. Retries until the start succeeds. */
  async start(extra: Readonly<Record<string, string>> = {}): Promise<void> {
    this.#isWanted = true
    const { env, on } = this.#settings.place
    while (this.#isWanted) {
      try {
        this.#process = await this.#launch({ env: { ...env, ...extra }, ...(on && { on }) })
        return
      } catch {
        // For example, the database is down.
        await pause(500)
      }
    }
  }

  async kill(): Promise<void> {
    this.#isWanted = false
    this.isReady = false
    const process = this.#process
    this.#process = undefined
    await process?.kill()
    if (process !== undefined) appendFileSync(this.#settings.log, process.output())
  }

  freeze(): void {
    if (this.#process !== undefined) process.kill(this.#process.pid, "SIGSTOP")
  }

  thaw(): void {
    if (this.#process !== undefined) process.kill(this.#process.pid, "SIGCONT")
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
