/**
 * A node as a process, on a host of its own or on this machine. Like a service manager, it retries until the node
 * starts.
 */
import { sheaf, start } from "@sheaf/app-api/testing"
import type { ServiceProcess } from "@sheaf/app-api/testing"
import { appendFileSync } from "node:fs"
import { setTimeout as pause } from "node:timers/promises"

export interface NodeSettings {
  readonly name: string
  readonly dataDir: string
  /** The file to which the node's output is appended when the node is killed. */
  readonly log: string
  readonly env: Readonly<Record<string, string>>
  /** The command prefix that runs a command on the node's host. */
  readonly on: ReadonlyArray<string>
}

/** The time within which a ready node responds, in milliseconds. */
const patience = 1_500

export class Node {
  readonly name: string
  readonly #settings: NodeSettings
  #process: ServiceProcess | undefined
  #extra: Readonly<Record<string, string>> = {}
  /** True if the load balancer's last check succeeded. */
  isReady = false
  /** True while the node should run. */
  #isWanted = true
  starts = 0
  failedStarts = 0

  constructor(settings: NodeSettings) {
    this.name = settings.name
    this.#settings = settings
  }

  get base(): string {
    return this.#process?.base ?? "http://127.0.0.1:1"
  }

  get output(): string {
    return this.#process?.output() ?? ""
  }

  /** Starts the node, with additional environment variables until its next start. Retries until the start succeeds. */
  async start(extra: Readonly<Record<string, string>> = {}): Promise<void> {
    this.#isWanted = true
    this.#extra = extra
    const { dataDir, env, on } = this.#settings
    const [tool, ...words] = [...on, ...sheaf("serve")] as const
    while (this.#isWanted) {
      try {
        this.#process = await start({ dataDir, env: { ...env, ...this.#extra }, program: [tool ?? "", ...words] })
        this.starts++
        return
      } catch (error) {
        // For example, the database is down.
        this.failedStarts++
        this.lastError = error instanceof Error ? error.message : String(error)
        await pause(500)
      }
    }
  }

  lastError = ""

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
