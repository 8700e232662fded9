/**
 * One attempt to read a document in a separate process. The process is killed if it exceeds its time or memory limits,
 * so a hostile file cannot crash the service or read other documents.
 */
import { Effect, Option, Schema } from "effect"
import { spawn } from "node:child_process"
import { extname, join } from "node:path"
import { fileURLToPath } from "node:url"
import * as Confinement from "./Confinement.ts"
import type { Layout } from "../layout/Layout.ts"
import { CostlyField, ReaderResponse } from "../layout/ReaderResponse.ts"
import { QueueFullError } from "./FairQueue.ts"

export interface AttemptLimits {
  /** The limit on CPU time, in milliseconds. Unlike elapsed time, it does not depend on how busy the machine is. */
  readonly processorMillis: number
  /** The limit on elapsed time, in milliseconds. */
  readonly millis: number
  /** The limit on the process's total memory, in MiB. */
  readonly mebibytes: number
  /** The minimum nice(2) value of the process. It lets the service use the CPU first. */
  readonly lessUrgent: number
}

export interface ReadingOptions {
  readonly layouts: ReadonlyArray<Layout>
  readonly lines?: boolean
}

export interface AttemptRequest extends ReadingOptions {
  /** Returns the file. Called only when the attempt starts, so queued documents take no memory. */
  readonly bytes: () => Uint8Array
}

/**
 * TOO_COSTLY: the process exceeded its time or memory limits. `during` is the field that it was reading, if it had
 * already opened the document.
 */
export type AttemptOutcome = ReaderResponse | { readonly type: "TOO_COSTLY"; readonly during?: CostlyField }

const tooCostly: AttemptOutcome = { type: "TOO_COSTLY" }

const decodeCostlyField = Schema.decodeUnknownOption(Schema.fromJsonString(CostlyField))

/** How long a process may take to exit after its time limit, in milliseconds. */
const graceMillis = 2_000

const tooCostlyDuring = (written: string): AttemptOutcome =>
  Option.match(decodeCostlyField(written), {
    onNone: () => tooCostly,
    onSome: (during) => ({ type: "TOO_COSTLY", during })
  })

/** The maximum size of a response, in bytes. Limits on pages and text keep legitimate responses below it. */
const maxAnswer = 8 * 1024 * 1024

const program = fileURLToPath(new URL(`./ReaderProcess${extname(fileURLToPath(import.meta.url))}`, import.meta.url))

/** The files that the process can read: this package and the PDF library. */
const readable = [new URL("../..", import.meta.url), new URL("..", import.meta.resolve("unpdf"))].map((folder) =>
  join(fileURLToPath(folder), "*")
)

/**
 * Starts a process that can read only its own code and cannot evaluate strings as code. It has no secrets, because it
 * receives neither environment variables nor the service's file descriptors. Node 24 cannot keep it from opening
 * sockets, but `prefix` can (ADR 13).
 */
const start = (prefix: Confinement.CommandPrefix, bounds: AttemptLimits) => {
  const [command = process.execPath, ...words] = [
    ...prefix(bounds),
    process.execPath,
    "--permission",
    ...readable.map((folder) => `--allow-fs-read=${folder}`),
    "--allow-worker",
    "--disallow-code-generation-from-strings",
    "--disable-proto=delete",
    program,
    JSON.stringify(bounds)
  ]
  const reading = spawn(command, words, { stdio: ["pipe", "pipe", "ignore"], env: {}, windowsHide: true })
  // If the process cannot start, it emits an error, which would crash the service without this listener.
  reading.on("error", () => {})
  return reading
}

export const decodeReaderResponse = Schema.decodeUnknownEffect(Schema.fromJsonString(ReaderResponse))

/**
 * If the reader process was killed, the document counts as too costly. Any other failure of the process is a defect.
 */
const answerOf = (
  reading: ReturnType<typeof start>,
  { bytes, layouts, lines }: AttemptRequest
): Effect.Effect<AttemptOutcome> =>
  Effect.callback((resume) => {
    const end = (outcome: AttemptOutcome) => resume(Effect.succeed(outcome))
    const chunks: Array<Buffer> = []
    let length = 0
    reading.stdout.on("data", (chunk: Buffer) => {
      length += chunk.length
      if (length > maxAnswer) end(tooCostly)
      else chunks.push(chunk)
    })
    reading.once("close", (code, signal) => {
      if (signal !== null) return end(tooCostlyDuring(Buffer.concat(chunks).toString()))
      if (code !== 0) return resume(Effect.die(new Error(`the reader process exited with code ${code}`)))
      const answer = decodeReaderResponse(Buffer.concat(chunks).toString())
      resume(Effect.orDie(Effect.mapError(answer, () => new Error("the reader process returned an invalid response"))))
    })
    // Writing fails if the process ends before it has read its input.
    reading.stdin.on("error", () => {})
    reading.stdin.write(`${JSON.stringify({ layouts, lines })}\n`)
    reading.stdin.end(bytes())
  })

const readWith = (
  prefix: Confinement.CommandPrefix,
  bounds: AttemptLimits,
  asked: AttemptRequest
): Effect.Effect<AttemptOutcome, QueueFullError> =>
  Effect.acquireUseRelease(
    Effect.try({ try: () => start(prefix, bounds), catch: () => new QueueFullError({ passes: true }) }),
    (reading) =>
      reading.pid === undefined
        ? Effect.fail(new QueueFullError({ passes: true }))
        : answerOf(reading, asked).pipe(
            Effect.timeoutOrElse({ duration: bounds.millis + graceMillis, orElse: () => Effect.succeed(tooCostly) })
          ),
    // If no file descriptor is free, Node returns a handle without a process. Killing it would signal the service's own
    // process group.
    (reading) => Effect.sync(() => reading.pid !== undefined && reading.kill("SIGKILL"))
  )

/** Returns a function that attempts to read a document. The first call finds the tools that confine the process. */
export const make = () => {
  const prefix = Effect.runSync(Effect.cached(Confinement.findCommandPrefix))
  return (bounds: AttemptLimits, asked: AttemptRequest): Effect.Effect<AttemptOutcome, QueueFullError> =>
    Effect.flatMap(prefix, (found) => readWith(found, bounds, asked))
}
