/**
 * The process in which one document is read: the file comes by the standard input, what was made of it goes to the standard
 * output. A thread would not do, since a thread that has no memory left can take the whole process with it. This one
 * watches over its own memory and time, so that it ends even when whoever started it has ended.
 *
 * The argument is a JSON object with the bounds and the options of the attempt.
 */
import { getPriority, setPriority } from "node:os"
import { extname } from "node:path"
import { buffer } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import { Worker } from "node:worker_threads"
import type { Bounds, ReadingOptions } from "./Attempt.ts"
import type { ThreadInput } from "./ReaderThread.ts"

const [, , argument = "{}"] = process.argv
// The service starts this program, and with this (Attempt).
const { lessUrgent, mebibytes, millis, processorMillis, ...options } = JSON.parse(argument) as Bounds & ReadingOptions

// To be more urgent than whoever started it, a process mostly is not allowed.
setPriority(Math.max(getPriority(), lessUrgent))

/** Without a word, and whatever the thread is doing. */
const endAtOnce = () => process.kill(process.pid, "SIGKILL")
const mebibyte = 1024 * 1024
/** How often is looked at what was taken, in milliseconds. */
const lookEvery = 20
setInterval(() => {
  const { system, user } = process.cpuUsage()
  if ((system + user) / 1000 > processorMillis || process.memoryUsage.rss() > mebibytes * mebibyte) endAtOnce()
}, lookEvery)
setTimeout(endAtOnce, millis)

const tell = (told: unknown): void => {
  process.stdout.write(JSON.stringify(told), () => process.exit(0))
}

const work: ThreadInput = { ...options, bytes: new Uint8Array(await buffer(process.stdin)) }
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
// What a damaged file has begun may never end, and nothing be left to do.
const endlessWait = 13
thread.once("exit", (code) => {
  if (code === endlessWait) tell({ type: "DAMAGED" })
})
thread.once("message", tell)
