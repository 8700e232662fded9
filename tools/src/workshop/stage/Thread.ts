/** A module that runs in its own thread, so that its work does not delay the measuring program. */
import { once } from "node:events"
import { Worker } from "node:worker_threads"

export interface Thread<A> {
  readonly next: () => Promise<A>
  readonly post: (message: unknown) => void
  readonly stop: () => Promise<void>
}

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
