/** Reads a process's resident memory from the kernel, and its live heap from V8's inspector. */
import { once } from "node:events"
import { readFileSync } from "node:fs"

export const residentMegabytes = (pid: number): number => {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]
  return Number(line) / 1024
}

/** Makes Node.js start with its inspector enabled, which costs nothing until somebody uses the inspector. */
export const inspectorEnvironment = { NODE_OPTIONS: "--inspect=127.0.0.1:0" }

const listening = /Debugger listening on (ws:\/\/\S+)/

interface HeapUsage {
  readonly usedSize: number
  /** The bytes of array buffers, which are stored outside the heap. */
  readonly backingStorageSize: number
}

const call = (inspector: WebSocket, id: number, method: string) =>
  new Promise<unknown>((resolve, reject) => {
    const hear = ({ data }: MessageEvent) => {
      const message: { id?: number; result?: unknown; error?: { message: string } } = JSON.parse(String(data))
      if (message.id !== id) return
      inspector.removeEventListener("message", hear)
      if (message.error === undefined) resolve(message.result)
      else reject(new Error(`${method}: ${message.error.message}`))
    }
    inspector.addEventListener("message", hear)
    inspector.addEventListener("close", () => reject(new Error(`${method}: the inspector is gone`)))
    inspector.send(JSON.stringify({ id, method }))
  })

/** Collects garbage in the process that printed `output`, and returns the bytes still in use. */
export const liveBytes = async (output: string): Promise<number> => {
  const address = listening.exec(output)?.[1]
  if (address === undefined) throw new Error("the process has no inspector")
  const inspector = new WebSocket(address)
  await once(inspector, "open")
  try {
    // The second garbage collection frees the objects that finalizers released.
    await call(inspector, 1, "HeapProfiler.collectGarbage")
    await call(inspector, 2, "HeapProfiler.collectGarbage")
    // The inspector protocol defines the shape of the result.
    const usage = (await call(inspector, 3, "Runtime.getHeapUsage")) as HeapUsage
    return usage.usedSize + usage.backingStorageSize
  } finally {
    inspector.close()
  }
}

const lookMillis = 50

/** In megabytes: the peak resident memory during `work` minus the resident memory before it. */
export const growthDuring = async (pid: number, work: () => Promise<unknown>): Promise<number> => {
  const before = residentMegabytes(pid)
  let peak = before
  const look = () => {
    peak = Math.max(peak, residentMegabytes(pid))
  }
  const looks = setInterval(look, lookMillis)
  try {
    await work()
  } finally {
    clearInterval(looks)
  }
  look()
  return peak - before
}
