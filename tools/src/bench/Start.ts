/**
 * Compares startup times with bare Node.js (`node -e 0`): the service until its first response, and two commands until
 * they exit. All three run the bundle, as `npm start` does, and take turns in each round, so that a busy machine slows
 * all of them alike. The time that npm adds to a command is a separate figure, because it depends on npm alone.
 */
import { sheaf } from "@sheaf/app-api/testing"
import { execFile } from "node:child_process"
import { dirname } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import type { Effort } from "./Part.ts"
import { withInstallation } from "../workshop/stage/Installation.ts"
import type { Installation } from "../workshop/stage/Installation.ts"
import * as Keys from "../workshop/stage/Keys.ts"
import { medianOf } from "./Report.ts"
import { middle } from "../workshop/checker/Latency.ts"
import type { Figure } from "./Report.ts"

const rounds: Readonly<Record<Effort, number>> = { smoke: 1, full: 7, long: 21 }

const root = fileURLToPath(new URL("../../..", import.meta.url))

type Program = readonly [tool: string, ...words: ReadonlyArray<string>]

/** Runs a program, which must succeed. Returns its output and its time in milliseconds. */
const execute = async ([tool, ...words]: Program, env: Readonly<Record<string, string>> = {}) => {
  const began = performance.now()
  const { stdout } = await promisify(execFile)(tool, words, { cwd: root, env: { ...process.env, ...env } })
  return { printed: stdout.trim(), millis: performance.now() - began }
}

const timeOf = async (program: Program): Promise<number> => (await execute(program)).millis

/** Starts and stops the service and returns the time until its first response. */
const serviceTime = async ({ start }: Installation): Promise<number> => {
  const { service, startMillis } = await start()
  await service.stop()
  return startMillis
}

/** Creates a key for a new client and returns the command's time. */
const keyTime = async ({ database }: Installation): Promise<number> => {
  const env = { ...Keys.env, SHEAF_DATA_DIR: dirname(database) }
  const { printed: client } = await execute(sheaf("clients", "create", "--name", "Start"), env)
  return (await execute(sheaf("keys", "create", "--client", client), env)).millis
}

const roundOf = async (installation: Installation) => ({
  bare: await timeOf([process.execPath, "-e", "0"]),
  service: await serviceTime(installation),
  help: await timeOf(sheaf("--help")),
  key: await keyTime(installation),
  npm: await timeOf(["npm", "run", "--silent", "sheaf", "--", "--help"])
})

type Round = Awaited<ReturnType<typeof roundOf>>

const figuresOf = (all: ReadonlyArray<Round>): ReadonlyArray<Figure> => {
  const times = (name: keyof Round) => all.map((round) => round[name])
  const ratio = (name: string, of: keyof Round, most: number): Figure => ({
    name: `${name} : bare Node.js`,
    value: middle(times(of)) / middle(times("bare")),
    unit: "ratio",
    target: ["<=", most]
  })
  return [
    medianOf("bare Node.js", times("bare"), "ms"),
    medianOf("service, until its first answer", times("service"), "ms"),
    medianOf("sheaf --help", times("help"), "ms"),
    medianOf("sheaf keys create", times("key"), "ms"),
    medianOf(
      "npm, around a command",
      all.map(({ help, npm }) => npm - help),
      "ms"
    ),
    ratio("service", "service", 12),
    ratio("sheaf --help", "help", 6),
    ratio("sheaf keys create", "key", 10)
  ]
}

export const run = (effort: Effort): Promise<ReadonlyArray<Figure>> =>
  withInstallation(async (installation) => {
    // The first round only fills the caches of compiled code, so it does not count.
    await roundOf(installation)
    const all: Array<Round> = []
    while (all.length < rounds[effort]) all.push(await roundOf(installation))
    return figuresOf(all)
  })
