/** Runs `sheaf` commands in the tests' own process, one at a time. Tests that need a real process use `Tools.sheaf`. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Console, Effect, Exit, Sink, Stdio, Terminal } from "effect"
import { format } from "node:util"
import * as Program from "../src/Program.ts"

export interface CommandResult {
  readonly code: number
  readonly out: string
  readonly err: string
  readonly bytes: Buffer
}

export interface Workspace {
  readonly folder: string
  readonly dataDir: string
}

export type Variables = Readonly<Record<string, string>>

/** Called after each line with everything that the command has written to one output so far. */
export type OutputListener = (said: string, stop: () => void) => void

type ReadLine = () => Promise<string>

const runAlone = async (
  { dataDir, folder }: Workspace,
  words: ReadonlyArray<string>,
  env: Variables,
  watch: OutputListener = () => {},
  readLine: ReadLine = () => Promise.reject(new Error("the command reads no line"))
): Promise<CommandResult> => {
  const said = { out: "", err: "" }
  const stopped = new AbortController()
  const add = (to: "out" | "err", text: string) => {
    said[to] += text
    watch(said[to], () => stopped.abort())
  }
  const write =
    (to: "out" | "err") =>
    (...values: ReadonlyArray<unknown>) =>
      add(to, `${format(...values)}\n`)
  const decoder = new TextDecoder()
  const piece = (text: string | Uint8Array) =>
    Effect.sync(() => add("out", typeof text === "string" ? text : decoder.decode(text, { stream: true })))
  const before = { env: process.env, folder: process.cwd() }
  process.env = { SHEAF_DATA_DIR: dataDir, ...env }
  process.chdir(folder)
  try {
    const exit = await Program.run(words).pipe(
      Effect.updateService(Console.Console, (console) => ({ ...console, log: write("out"), error: write("err") })),
      Effect.updateService(Stdio.Stdio, (stdio) => Stdio.make({ ...stdio, stdout: () => Sink.forEach(piece) })),
      Effect.updateService(Terminal.Terminal, (terminal) =>
        Terminal.make({ ...terminal, readLine: Effect.promise(readLine) })
      ),
      Effect.provide(NodeServices.layer),
      (program) => Effect.runPromiseExit(program, { signal: stopped.signal })
    )
    const isSuccess = Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)
    return { code: isSuccess ? 0 : 1, ...said, bytes: Buffer.from(said.out) }
  } finally {
    process.chdir(before.folder)
    process.env = before.env
  }
}

let last: Promise<unknown> = Promise.resolve()

const enqueue = (command: () => Promise<CommandResult>): Promise<CommandResult> => {
  const outcome = last.then(command)
  last = outcome.catch(() => undefined)
  return outcome
}

/** Runs a command after all earlier commands have ended. */
export const run = (
  place: Workspace,
  words: ReadonlyArray<string>,
  env: Variables = {},
  watch?: OutputListener,
  readLine?: ReadLine
): Promise<CommandResult> => enqueue(() => runAlone(place, words, env, watch, readLine))

export const serve = (place: Workspace, env: Variables = {}): Promise<CommandResult> =>
  run(place, ["serve"], { PORT: "0", ...env }, (said, stop) => {
    if (said.includes("listening on ")) stop()
  })
