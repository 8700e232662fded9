/** A fresh service with two clients: the attacker, with the demonstration key, and the victim. */
import { Client } from "@sheaf/adapters-http/testing"
import { sheaf } from "@sheaf/app-api/testing"
import type { ServiceProcess } from "@sheaf/app-api/testing"
import { clientId as victimId, withInstallation } from "../../bench/servers/Bench.ts"
import { residentMegabytes } from "../../bench/servers/Memory.ts"
import { setTimeout as pause } from "node:timers/promises"

export interface Setup {
  /** The configuration file. Default: no settings, so that all limits have their defaults. */
  readonly config?: object
  readonly env?: Readonly<Record<string, string>>
  /** The service's limit of open files. */
  readonly openFiles?: number
}

export interface Target {
  readonly service: ServiceProcess
  readonly dataDir: string
  /** The attacker. It does not check responses against the documents. */
  readonly attacker: Client
  readonly victimKey: string
  /** Returns the growth of the service's memory during `attack`, in megabytes: the peak, less the memory before. */
  readonly growth: (attack: () => Promise<unknown>) => Promise<number>
}

export { victimId }

/** The pause between two looks at the memory, in milliseconds. */
const lookMillis = 50

const growthOf =
  ({ pid }: ServiceProcess): Target["growth"] =>
  async (attack) => {
    const before = residentMegabytes(pid)
    let peak = before
    let isOver = false
    const looks = (async () => {
      while (!isOver) {
        peak = Math.max(peak, residentMegabytes(pid))
        await pause(lookMillis)
      }
    })()
    try {
      await attack()
    } finally {
      isOver = true
      await looks
    }
    return Math.max(peak, residentMegabytes(pid)) - before
  }

/** Starts the program with a limit of open files. */
const limited = (openFiles: number): readonly [string, ...ReadonlyArray<string>] => [
  "sh",
  "-c",
  `ulimit -n ${openFiles} && exec "$@"`,
  "sh",
  ...sheaf("serve")
]

/** Runs `use` with a fresh service. */
export const withTarget = <A>(
  { config = {}, env = {}, openFiles }: Setup,
  use: (target: Target) => Promise<A>
): Promise<A> =>
  withInstallation(
    async ({ apiKey, dataDir, start }) => {
      const { service } = await start()
      return use({
        service,
        dataDir,
        attacker: new Client({ base: service.base, contract: "unchecked" }),
        victimKey: apiKey,
        growth: growthOf(service)
      })
    },
    { config, env, ...(openFiles !== undefined && { program: limited(openFiles) }) }
  )
