/**
 * The process that reads one document from standard input, and writes the response to standard output. A thread would
 * not suffice, because a thread that runs out of memory can crash its process. The process enforces its limits itself,
 * so that it ends even if the service is gone. Its argument is a JSON object with the attempt's limits and options.
 */
import { getPriority, setPriority } from "node:os"
import { extname } from "node:path"
import { buffer } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import { Worker } from "node:worker_threads"
import type { AttemptLimits, ReadingOptions } from "./Attempt.ts"
import type { DocumentInput } from "./DocumentReading.ts"

const [, , argument = "{}"] = process.argv
// Not validated, because only Attempt starts this program.
const { lessUrgent, mebibytes, millis, processorMillis, ...options } = JSON.parse(argument) as AttemptLimits &
  ReadingOptions

// A process usually cannot lower the nice value that it has inherited.
setPriority(Math.max(getPriority(), lessUrgent))

const endAtOnce = () => process.kill(process.pid, "SIGKILL")
const mebibyte = 1024 * 1024
/** How often limits are checked, in milliseconds. */
const checkMillis = 20
setInterval(() => {
  const { system, user } = process.cpuUsage()
  if ((system + user) / 1000 > processorMillis || process.memoryUsage.rss() > mebibytes * mebibyte) endAtOnce()
}, checkMillis)
setTimeout(endAtOnce, millis)

const tell = (told: unknown): void => {
  process.stdout.write(JSON.stringify(told), () => process.exit(0))
}

const work: DocumentInput = { ...options, bytes: new Uint8Array(await buffer(process.stdin)) }
const stackMebibytes = 4
const thread = new Worker(new URL(`./ReaderThread${extname(fileURLToPath(import.meta.url))}`, import.meta.url), {
  workerData: work,
  resourceLimits: { maxOldGenerationSizeMb: mebibytes, stackSizeMb: stackMebibytes },
  env: {}
})
thread.once("error", (error: unknown) => {
  const isOutOfMemory = error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY"
  if (isOutOfMemory) endAtOnce()
  else process.exit(1)
})
// Node's exit code when a promise never settles. Damaged files can cause this.
const unsettledPromise = 13
thread.once("exit", (code) => {
  if (code === unsettledPromise) tell({ type: "DAMAGED" })
})
thread.once("message", tell)
