/** A module in a thread of its own, so that its work does not delay the program that measures. */
import { once } from "node:events"
import { Worker } from "node:worker_threads"

export interface Thread<A> {
  /** Waits for the next message. */
  readonly next: () => Promise<A>
  readonly post: (message: unknown) => void
  readonly stop: () => Promise<void>
}

/** Starts a module. `workerData` is the module's data. */
export const start = <A>(module: URL, workerData?: unknown): Thread<A> => {
  const worker = new Worker(module, { workerData, execArgv: ["--conditions=@sheaf/source"] })
  return {
    next: async () => {
      const [message]: ReadonlyArray<A> = await once(worker, "message")
      if (message === undefined) throw new Error(`${module.pathname} sent nothing`)
      return message
    },
    post: (message) => worker.postMessage(message),
    stop: async () => {
      await worker.terminate()
    }
  }
}
