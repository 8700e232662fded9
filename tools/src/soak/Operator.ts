/** The operator of the service under test: kills it, starts it with another sealing key, and runs commands next to it. */
import { bulkLimits, sheaf, start } from "@sheaf/app-api/testing"
import type { ServiceProcess } from "@sheaf/app-api/testing"
import { execFile } from "node:child_process"
import { randomBytes } from "node:crypto"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { inspectable } from "../workshop/checker/Memory.ts"
import type { Life } from "./Persons.ts"

const run = promisify(execFile)

/** Retention times of seconds, so that rows are erased at the rate at which they are added. Erasure runs once a minute. */
const retention = { dataSeconds: 20, recordSeconds: 20, idempotencySeconds: 20, eventsSeconds: 20 }

const secret = (): string => randomBytes(32).toString("base64")

export class Operator {
  readonly dataDir: string
  readonly #config: string
  readonly #pepper = secret()
  #keys: ReadonlyArray<string>
  #keysMade = 0
  #service: ServiceProcess | undefined
  #kills = 0
  #isDown = true

  /** Keeps the data folder and the configuration in `folder`. */
  constructor(folder: string) {
    this.dataDir = join(folder, "data")
    this.#config = join(folder, "config.json")
    writeFileSync(this.#config, JSON.stringify({ retention, limits: bulkLimits }))
    this.#keys = [this.#newKey()]
  }

  #newKey(): string {
    return `k${++this.#keysMade}:${secret()}`
  }

  get #env(): Record<string, string> {
    return {
      SHEAF_DATA_DIR: this.dataDir,
      SHEAF_CONFIG: this.#config,
      SHEAF_KEYS: this.#keys.join(","),
      SHEAF_PEPPER: this.#pepper
    }
  }

  get life(): Life {
    return { isDown: this.#isDown, kills: this.#kills }
  }

  get service(): ServiceProcess {
    if (this.#service === undefined) throw new Error("the service has not started")
    return this.#service
  }

  async start(): Promise<void> {
    this.#service = await start({ dataDir: this.dataDir, env: { ...this.#env, ...inspectable } })
    this.#isDown = false
  }

  /** Kills the service if it runs. */
  async kill(): Promise<void> {
    this.#isDown = true
    await this.#service?.kill()
  }

  /** Kills the service, starts it with a new sealing key in front, and seals all values with that key. */
  async rotateSealingKey(): Promise<void> {
    this.#kills++
    await this.kill()
    const key = this.#newKey()
    this.#keys = [key, ...this.#keys]
    await this.start()
    await this.#sheaf("keys", "rotate-sealing")
    // The running service keeps the old keys until it is killed the next time.
    this.#keys = [key]
  }

  /** Creates an API key of the demonstration client, and revokes it. */
  async replaceApiKey(): Promise<void> {
    const key = await this.#sheaf("keys", "create", "--client", "demo")
    await this.#sheaf("keys", "revoke", "--key", key.split("_")[2] ?? "")
  }

  async #sheaf(...words: ReadonlyArray<string>): Promise<string> {
    const [tool, ...all] = sheaf(...words)
    const { stdout } = await run(tool, all, { env: { PATH: process.env["PATH"], ...this.#env } })
    return stdout.trim()
  }
}
