/**
 * The environment of an attack: services, each with an attacker and with a victim who keeps using the service during
 * the attack.
 */
import { TestClient } from "@sheaf/sandbox-site/testing"
import { sheafProgram } from "@sheaf/app-api/testing"
import type { ServiceProcess } from "@sheaf/app-api/testing"
import assert from "node:assert/strict"
import { setTimeout as pause } from "node:timers/promises"
import type { Choice } from "../../workshop/CommandLine.ts"
import * as LogCheck from "../../workshop/checker/LogCheck.ts"
import * as Memory from "../../workshop/checker/Memory.ts"
import * as SourceAddress from "../../workshop/driver/SourceAddress.ts"
import type { Cleanup } from "../../workshop/stage/Cleanup.ts"
import * as Installation from "../../workshop/stage/Installation.ts"
import * as Thread from "../../workshop/stage/Thread.ts"
import * as Starts from "../victim/Starts.ts"
import type { Observation, VictimOptions, CallSummary } from "../victim/CallSummary.ts"

/** Tests one of the service's promises (spec 2.5, 7, 8, 17). */
export interface Attack extends Choice {
  readonly promise: string
  /**
   * Runs the attack, and returns a description of how the service behaved. Throws if the service does not keep
   * `promise`.
   */
  readonly run: (stage: Testbed) => Promise<string>
}

/** A `short` run takes about a minute and a half, and fails only on errors and very long delays. */
export type RunLength = "short" | "full"

export interface TargetOptions extends Pick<Installation.InstallationOptions, "config" | "env"> {
  readonly openFiles?: number
}

export interface Target extends Pick<Installation.Installation, "dataDir"> {
  readonly service: ServiceProcess
  readonly base: string
  /** Does not check responses against the OpenAPI documents. */
  readonly attacker: TestClient
  readonly honest: TestClient
  /** Creates another client for the attacker, and returns its key. */
  readonly ownKey: () => Promise<string>
  /**
   * Asserts that the service's memory grows by at most this many megabytes during `work`. Returns a sentence about the
   * growth.
   */
  readonly measureGrowth: (megabytes: number, work: () => Promise<unknown>) => Promise<string>
}

/** How much the service's memory may grow during an attack, in megabytes (spec 8). */
export const maxGrowthMegabytes = 50

/**
 * How long a full run measures the victim before the attack, in milliseconds. A short run uses the measurements of the
 * warm-up instead.
 */
const quietMillis = 5_000

const programOf = ({ openFiles }: TargetOptions): ReturnType<typeof sheafProgram> => {
  const program = sheafProgram("serve")
  return openFiles === undefined ? program : ["sh", "-c", `ulimit -n ${openFiles} && exec "$@"`, "sh", ...program]
}

const targetOf = (
  installation: Installation.Installation,
  service: ServiceProcess,
  isSecret: (secret: string) => unknown
): Target => {
  const { apiKey, dataDir, sheaf } = installation
  const { base } = service
  return {
    service,
    base,
    dataDir,
    attacker: new TestClient({ base, contract: "unchecked" }),
    honest: new TestClient({
      base,
      headers: { "authorization-token": apiKey },
      contract: "unchecked",
      fetch: SourceAddress.fetchFrom(SourceAddress.victimAddress)
    }),
    ownKey: async () => {
      const made = await sheaf("clients", "create", "--name", "Mallory")
      const issued = await sheaf("keys", "create", "--client", made.out)
      assert.deepEqual([made.code, issued.code], [0, 0], made.err + issued.err)
      isSecret(issued.out)
      return issued.out
    },
    measureGrowth: async (megabytes, work) => {
      const grown = await Memory.growthDuring(service.pid, work)
      const sentence = `memory grew by ${grown.toFixed(0)} MB`
      assert.ok(grown <= megabytes, sentence)
      return sentence
    }
  }
}

export class Testbed {
  readonly length: RunLength
  readonly cleanup: Cleanup
  readonly #observing: Array<() => Promise<Observation>> = []
  readonly #services: Array<ServiceProcess> = []
  readonly #secrets: Array<string> = [...Starts.secrets]

  constructor(length: RunLength, cleanup: Cleanup) {
    this.length = length
    this.cleanup = cleanup
  }

  sized<A>(short: A, full: A): A {
    return this.length === "short" ? short : full
  }

  async start(setup: TargetOptions = {}): Promise<Target> {
    const { config = {}, env = {} } = setup
    const installation = await Installation.create(this.cleanup, { config, env, program: programOf(setup) })
    const { service } = await installation.start()
    this.#services.push(service)
    this.#secrets.push(installation.apiKey, installation.certifiedKey)
    const place: VictimOptions = { base: service.base, apiKey: installation.apiKey }
    const victim = Thread.start<CallSummary>(new URL("../victim/VictimThread.ts", import.meta.url), place)
    this.cleanup.add(victim.stop)
    /** Returns the victim's calls since the previous `take`, once the calls in progress have ended. */
    const take = (): Promise<CallSummary> => {
      victim.post("take")
      return victim.next()
    }
    let quiet = await victim.next()
    if (this.length === "full") {
      await take()
      await pause(quietMillis)
      quiet = await take()
    }
    this.#observing.push(async () => ({ quiet, attacked: await take() }))
    return targetOf(installation, service, (secret) => this.#secrets.push(secret))
  }

  observe(): Promise<ReadonlyArray<Observation>> {
    return Promise.all(this.#observing.map((observe) => observe()))
  }

  get leaks(): ReadonlyArray<string> {
    return this.#services.flatMap((service) => LogCheck.leaksIn(service.output(), this.#secrets))
  }
}
