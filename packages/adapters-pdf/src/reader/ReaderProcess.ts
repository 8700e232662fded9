/**
 * The process in which one document is read: the file comes by the standard input, what was made of it goes to the standard
 * output. A thread would not do, since a thread that has no memory left can take the whole process with it. This one
 * watches over its own memory and time, so that it ends even when whoever started it has ended.
 *
 * Arguments: milliseconds, MiB, and the company, where only its layouts are meant.
 */
import { setPriority } from "node:os"
import { extname } from "node:path"
import { buffer } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import { Worker } from "node:worker_threads"
import type { Asked } from "./ReaderThread.ts"

const [, , millis = "0", mebibytes = "0", company] = process.argv

/** Whoever waits for an answer of the service goes before the reading of a file, which is not to starve either. */
const lessUrgent = 5
setPriority(lessUrgent)

/** Without a word, and whatever the thread is doing. */
const endAtOnce = () => process.kill(process.pid, "SIGKILL")
const mebibyte = 1024 * 1024
/** How often the memory is looked at, in milliseconds. */
const lookEvery = 20
setInterval(() => {
  if (process.memoryUsage.rss() > Number(mebibytes) * mebibyte) endAtOnce()
}, lookEvery)
setTimeout(endAtOnce, Number(millis))

const asked: Asked = { bytes: new Uint8Array(await buffer(process.stdin)), ...(company !== undefined && { company }) }
const stackMebibytes = 4
const thread = new Worker(new URL(`./ReaderThread${extname(fileURLToPath(import.meta.url))}`, import.meta.url), {
  workerData: asked,
  resourceLimits: { maxOldGenerationSizeMb: Number(mebibytes), stackSizeMb: stackMebibytes },
  env: {}
})
thread.once("error", (error: unknown) => {
  const isOutOfMemory = error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY"
  if (isOutOfMemory) endAtOnce()
  else process.exit(1)
})
thread.once("message", (told: unknown) => process.stdout.write(JSON.stringify(told), () => process.exit(0)))
