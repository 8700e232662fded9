/** A fresh service with two clients: the attacker, with the demonstration key, and the victim. */
import { Client } from "@sheaf/adapters-http/testing"
import { sheaf } from "@sheaf/app-api/testing"
import type { ServiceProcess } from "@sheaf/app-api/testing"
import { withInstallation } from "../../workshop/stage/Installation.ts"
import { residentMegabytes } from "../../workshop/checker/Memory.ts"
import { execFile } from "node:child_process"
import { setTimeout as pause } from "node:timers/promises"
import { promisify } from "node:util"
import * as Keys from "../../workshop/stage/Keys.ts"
import { victimAddress } from "../../workshop/driver/Sockets.ts"
import * as OwnAddress from "../victim/OwnAddress.ts"

export interface Setup {
  /** The configuration file. By default, it is empty, so that all limits have their defaults. */
  readonly config?: object
  readonly env?: Readonly<Record<string, string>>
  /** The limit on the service's open files. */
  readonly openFiles?: number
  /** Options of the program, for example for its log. */
  readonly options?: ReadonlyArray<string>
}

/** The exit code and the output of a command. */
export interface Command {
  readonly code: number
  readonly out: string
  readonly err: string
}

export interface Target {
  readonly service: ServiceProcess
  readonly dataDir: string
  /** The attacker, which does not check responses against the documents. */
  readonly attacker: Client
  /** The victim, another client at another address. */
  readonly honest: Client
  readonly victimKey: string
  /** Runs a `sheaf` command on the data folder, and returns its output. */
  readonly sheaf: (...words: ReadonlyArray<string>) => Promise<Command>
  /** Returns how far the service's memory grows during `attack`: the peak minus the memory before, in megabytes. */
  readonly growth: (attack: () => Promise<unknown>) => Promise<number>
}

/** The pause between two memory readings, in milliseconds. */
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

const execute = promisify(execFile)

const commandIn =
  (dataDir: string): Target["sheaf"] =>
  async (...words) => {
    const [tool, ...args] = sheaf(...words)
    const env = { ...process.env, ...Keys.env, SHEAF_DATA_DIR: dataDir }
    return execute(tool, args, { env }).then(
      ({ stderr, stdout }) => ({ code: 0, out: stdout.trim(), err: stderr }),
      ({ code, stderr, stdout }) => ({ code, out: stdout, err: stderr })
    )
  }

/** Returns the program to start. */
const programOf = ({ openFiles, options = [] }: Setup): ReturnType<typeof sheaf> => {
  const program = sheaf(...options, "serve")
  return openFiles === undefined ? program : ["sh", "-c", `ulimit -n ${openFiles} && exec "$@"`, "sh", ...program]
}

/** Runs `use` with a fresh service. */
export const withTarget = <A>(setup: Setup, use: (target: Target) => Promise<A>): Promise<A> =>
  withInstallation(
    async ({ apiKey, dataDir, start }) => {
      const { service } = await start()
      return use({
        service,
        dataDir,
        attacker: new Client({ base: service.base, contract: "unchecked" }),
        honest: new Client({
          base: service.base,
          headers: { "authorization-token": apiKey },
          contract: "unchecked",
          fetch: OwnAddress.fetchFrom(victimAddress)
        }),
        victimKey: apiKey,
        sheaf: commandIn(dataDir),
        growth: growthOf(service)
      })
    },
    { config: setup.config ?? {}, env: setup.env ?? {}, program: programOf(setup) }
  )
