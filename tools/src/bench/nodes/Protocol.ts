/** The calls of the benchmark to a process that runs a durable mechanism. */
import { fork } from "node:child_process"
import { once } from "node:events"
import type { ChildProcess } from "node:child_process"

/** A durable mechanism with the workload's tables. */
export interface Mechanism {
  /** Runs workflows with this number of steps. Returns the milliseconds until the last of them has ended. */
  readonly run: (count: number, steps: number) => Promise<number>
  /** Starts workflows that take a step and then wait to be woken. Returns when all of them wait. */
  readonly wait: (count: number) => Promise<number>
  /** Wakes waiting workflows one after the other. Returns the median time until each has recorded its next step. */
  readonly wake: (count: number) => Promise<number>
  /**
   * Continues the workflows of the dead process with this name, and wakes some of them. Returns the milliseconds until these
   * have ended.
   */
  readonly recover?: (name: string, count: number) => Promise<number>
}

interface Call {
  readonly name: keyof Mechanism
  readonly args: ReadonlyArray<never>
}

type Answer = { readonly value: number } | { readonly error: string }

/** Answers the calls of the parent process until it disconnects. */
export const serve = (mechanism: Mechanism): void => {
  const answer = async ({ args, name }: Call): Promise<Answer> => {
    try {
      const call: ((...args: ReadonlyArray<never>) => Promise<number>) | undefined = mechanism[name]
      if (call === undefined) throw new Error(`this mechanism has no ${name}`)
      return { value: await call(...args) }
    } catch (error) {
      return { error: String(error) }
    }
  }
  process.on("message", async (call: Call) => process.send?.(await answer(call)))
  process.on("disconnect", () => process.exit())
  process.send?.("ready")
}

/** The longest call, in milliseconds. A busy machine starts 10,000 workflows in minutes. */
const patienceMillis = 600_000

/** The arguments of a process: the database, and the name of the process. */
export const [url = "", name = ""] = process.argv.slice(2)

export interface Worker extends Required<Mechanism> {
  readonly pid: number
  readonly output: () => string
  readonly kill: () => Promise<void>
}

const ask = async (child: ChildProcess, call: keyof Mechanism, ...args: ReadonlyArray<unknown>): Promise<number> => {
  child.send({ name: call, args })
  const [answer] = (await once(child, "message", { signal: AbortSignal.timeout(patienceMillis) })) as [Answer]
  if ("error" in answer) throw new Error(answer.error)
  return answer.value
}

/** Starts a script that calls {@link serve}. One call at a time can be in progress. */
export const start = async (script: URL, ...args: readonly [url: string, name: string]): Promise<Worker> => {
  const child = fork(script, args, {
    execArgv: ["--conditions=@sheaf/source", "--max-semi-space-size=16", "--inspect=127.0.0.1:0"],
    silent: true
  })
  let output = ""
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => (output += chunk.toString()))
  const ended = once(child, "exit").then(() => {
    throw new Error(`${script.pathname} ended: ${output}`)
  })
  await Promise.race([once(child, "message"), ended])
  ended.catch(() => undefined)
  return {
    pid: child.pid ?? 0,
    output: () => output,
    run: (count, steps) => ask(child, "run", count, steps),
    wait: (count) => ask(child, "wait", count),
    wake: (count) => ask(child, "wake", count),
    recover: (dead, count) => ask(child, "recover", dead, count),
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill("SIGKILL")
      await once(child, "exit")
    }
  }
}
