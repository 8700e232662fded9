/** The operator of the service under test: kills it, starts it with another sealing key, and runs commands next to it. */
import { bulkLimits } from "@sheaf/app-api/testing"
import type { ServiceProcess } from "@sheaf/app-api/testing"
import { randomBytes } from "node:crypto"
import { inspectable } from "../workshop/checker/Memory.ts"
import type { Cleanup } from "../workshop/stage/Cleanup.ts"
import * as Installation from "../workshop/stage/Installation.ts"
import * as Keys from "../workshop/stage/Keys.ts"
import type { Life } from "./Persons.ts"

/** Retention times of seconds, so that rows are erased at the rate at which they are added. Erasure runs once a minute. */
const retention = { dataSeconds: 20, recordSeconds: 20, idempotencySeconds: 20, eventsSeconds: 20 }

let keysMade = 0

const newKey = (): string => `k${++keysMade}:${randomBytes(32).toString("base64")}`

export class Operator {
  readonly #installation: Installation.Installation
  #key: string
  #service: ServiceProcess
  #kills = 0
  #isDown = false

  private constructor(installation: Installation.Installation, service: ServiceProcess, key: string) {
    this.#installation = installation
    this.#service = service
    this.#key = key
  }

  /** Creates the installation and starts the service. */
  static async start(cleanup: Cleanup): Promise<Operator> {
    const installation = await Installation.create(cleanup, {
      config: { retention, limits: bulkLimits },
      env: inspectable
    })
    const { service } = await installation.start()
    return new Operator(installation, service, Keys.env.SHEAF_KEYS)
  }

  get life(): Life {
    return { isDown: this.#isDown, kills: this.#kills }
  }

  get service(): ServiceProcess {
    return this.#service
  }

  get database(): string {
    return this.#installation.database
  }

  /**
   * Kills the service, starts it with a new sealing key in front of the last one, and seals all values with that key. The
   * service keeps the last key until it is killed the next time.
   */
  async rotateSealingKey(): Promise<void> {
    this.#kills++
    this.#isDown = true
    await this.#service.kill()
    const key = newKey()
    const env = { SHEAF_KEYS: `${key},${this.#key}` }
    this.#service = await this.#installation.launch({ env })
    this.#isDown = false
    this.#key = key
    await this.#sheaf("keys", "rotate-sealing")
  }

  /** Creates an API key of the demonstration client, and revokes it. */
  async replaceApiKey(): Promise<void> {
    const key = await this.#sheaf("keys", "create", "--client", "demo")
    await this.#sheaf("keys", "revoke", "--key", key.split("_")[2] ?? "")
  }

  async #sheaf(...words: ReadonlyArray<string>): Promise<string> {
    const { code, err, out } = await this.#installation.sheaf(...words)
    if (code !== 0) throw new Error(err)
    return out
  }
}
