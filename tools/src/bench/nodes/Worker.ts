/**
 * A process that runs the workload on one durable-execution engine (Sheaf's or DBOS Transact), and the calls with which
 * the benchmark controls this process.
 */
import { fork } from "node:child_process"
import { once } from "node:events"
import type { Cleanup } from "../../workshop/stage/Cleanup.ts"
import { runConcurrently } from "./Workload.ts"

interface Call {
  readonly count: number
  readonly steps: number
}

type Answer = { readonly error?: string }

export const [url = "", name = ""] = process.argv.slice(2)

/**
 * Serves the parent process until it disconnects. `end` runs a workflow with the given number of steps to completion.
 */
export const serveCalls = (end: (steps: number) => Promise<unknown>): void => {
  process.on("message", async ({ count, steps }: Call) => {
    const answer: Answer = await runConcurrently(count, () => end(steps)).then(
      () => ({}),
      (error: unknown) => ({ error: String(error) })
    )
    process.send?.(answer)
  })
  process.on("disconnect", () => process.exit())
  process.send?.("ready")
}

export interface WorkerProcess {
  readonly pid: number
  /** Waits until all workflows have ended. Only one call can be in progress at a time. */
  readonly run: (count: number, steps: number) => Promise<void>
}

export const start = async (
  cleanup: Cleanup,
  script: URL,
  ...args: readonly [url: string, name: string]
): Promise<WorkerProcess> => {
  const execArgv = ["--conditions=@sheaf/source", "--max-semi-space-size=16"]
  const child = fork(script, args, { execArgv, silent: true })
  cleanup.add(() => child.kill("SIGKILL"))
  let output = ""
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => (output += chunk.toString()))
  const ended = once(child, "exit").then(() => {
    throw new Error(`${script.pathname} ended: ${output}`)
  })
  ended.catch(() => undefined)
  const next = async (): Promise<unknown> => (await Promise.race([once(child, "message"), ended]))[0]
  await next()
  return {
    pid: child.pid ?? 0,
    run: async (count, steps) => {
      child.send({ count, steps })
      // The cast is safe, because the child process sends messages only from `serveCalls`.
      const { error } = (await next()) as Answer
      if (error !== undefined) throw new Error(error)
    }
  }
}
