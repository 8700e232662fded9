/** Runs `sheaf` commands in the tests' own process, one at a time. Tests about processes use `Tools.sheaf`. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Console, Effect, Exit } from "effect"
import { format } from "node:util"
import * as Program from "../src/cli/Program.ts"

export interface Outcome {
  readonly code: number
  readonly out: string
  readonly err: string
  readonly bytes: Buffer
}

/** The working directory of the tools, and the data folder of the service. */
export interface Place {
  readonly folder: string
  readonly dataDir: string
}

export type Variables = Readonly<Record<string, string>>

const runAlone = async ({ dataDir, folder }: Place, words: ReadonlyArray<string>, env: Variables): Promise<Outcome> => {
  const said = { out: "", err: "" }
  const write =
    (to: "out" | "err") =>
    (...values: ReadonlyArray<unknown>) =>
      void (said[to] += `${format(...values)}\n`)
  const before = { env: process.env, folder: process.cwd() }
  process.env = { SHEAF_DATA_DIR: dataDir, ...env }
  process.chdir(folder)
  try {
    const exit = await Program.run(words).pipe(
      Effect.updateService(Console.Console, (console) => ({ ...console, log: write("out"), error: write("err") })),
      Effect.provide(NodeServices.layer),
      Effect.runPromiseExit
    )
    return { code: Exit.isSuccess(exit) ? 0 : 1, ...said, bytes: Buffer.from(said.out) }
  } finally {
    process.chdir(before.folder)
    process.env = before.env
  }
}

let last: Promise<unknown> = Promise.resolve()

/** Runs a command once the commands before it have ended. */
export const run = (place: Place, words: ReadonlyArray<string>, env: Variables = {}): Promise<Outcome> => {
  const outcome = last.then(() => runAlone(place, words, env))
  last = outcome.catch(() => undefined)
  return outcome
}
