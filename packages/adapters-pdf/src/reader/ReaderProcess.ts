/**
 * The process that reads one document from standard input and writes its response to standard output. A thread would
 * not suffice, because a thread that runs out of memory can crash its process. The process enforces its own memory and
 * time limits, so that it ends even if the service has ended. Its argument is a JSON object with the limits and options
 * of the attempt.
 */
import { getPriority, setPriority } from "node:os"
import { extname } from "node:path"
import { buffer } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import { Worker } from "node:worker_threads"
import type { AttemptLimits, ReadingOptions } from "./Attempt.ts"
import type { DocumentInput } from "./DocumentReading.ts"

const [, , argument = "{}"] = process.argv
// The argument needs no check, because only Attempt starts this program.
const { lessUrgent, mebibytes, millis, processorMillis, ...options } = JSON.parse(argument) as AttemptLimits &
  ReadingOptions

// A process usually cannot lower the nice value that it inherits.
setPriority(Math.max(getPriority(), lessUrgent))

const endAtOnce = () => process.kill(process.pid, "SIGKILL")
const mebibyte = 1024 * 1024
/** The interval of limit checks, in milliseconds. */
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
// Node's exit code for a promise that never settles. Damaged files can cause this.
const unsettledPromise = 13
thread.once("exit", (code) => {
  if (code === unsettledPromise) tell({ type: "DAMAGED" })
})
thread.once("message", tell)
