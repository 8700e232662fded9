/**
 * The process that reads one document from standard input and writes the response to standard output. A thread would
 * not suffice, because it can crash the whole process when it runs out of memory. The process enforces its limits
 * itself, so it ends even if the service is gone. Its argument is a JSON object with the attempt's limits. The first
 * line of its input is a JSON object with the options, and the rest is the document.
 */
import { writeSync } from "node:fs"
import { getPriority, setPriority } from "node:os"
import { extname } from "node:path"
import { buffer } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import { Worker } from "node:worker_threads"
import type { AttemptLimits, ReadingOptions } from "./Attempt.ts"
import type { DocumentInput } from "./DocumentReading.ts"

const [, , argument = "{}"] = process.argv
// Not validated, because only Attempt starts this program.
const { lessUrgent, mebibytes, millis, processorMillis } = JSON.parse(argument) as AttemptLimits

// A process usually cannot lower the nice value that it has inherited.
setPriority(Math.max(getPriority(), lessUrgent))

/** `progress` holds the numbers of the layout and field that the thread is reading, counted from 1. */
let layouts: ReadingOptions["layouts"] = []
const progress = new Int32Array(new SharedArrayBuffer(8))

/** Kills the process. If it was reading a field, first reports that field and its layout. */
const endAtOnce = () => {
  const [layout = 0, field = 0] = progress
  const current = layouts[layout - 1]
  const target = current?.fields[field - 1]?.target
  if (target !== undefined) writeSync(1, JSON.stringify({ layout: current?.id, target }))
  process.kill(process.pid, "SIGKILL")
}
const mebibyte = 1024 * 1024
const checkMillis = 20
setInterval(() => {
  const { system, user } = process.cpuUsage()
  if ((system + user) / 1000 > processorMillis || process.memoryUsage.rss() > mebibytes * mebibyte) endAtOnce()
}, checkMillis)
setTimeout(endAtOnce, millis)

const tell = (told: unknown): void => {
  process.stdout.write(JSON.stringify(told), () => process.exit(0))
}

const input = await buffer(process.stdin)
const endOfOptions = input.indexOf("\n")
const options = JSON.parse(input.toString("utf8", 0, endOfOptions)) as ReadingOptions
layouts = options.layouts
const work: DocumentInput = { ...options, progress, bytes: new Uint8Array(input.subarray(endOfOptions + 1)) }
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
// Node exits with this code if a promise never settles, which damaged files can cause.
const unsettledPromise = 13
thread.once("exit", (code) => {
  if (code === unsettledPromise) tell({ type: "DAMAGED" })
})
thread.once("message", tell)
