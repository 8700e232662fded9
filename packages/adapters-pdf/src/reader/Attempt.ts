/**
 * One attempt to read a document, in a process of its own. The process is killed if it exceeds its time or memory
 * limits. A hostile file cannot crash the service or reach another document.
 */
import { Effect, Schema } from "effect"
import { spawn } from "node:child_process"
import { extname, join } from "node:path"
import { fileURLToPath } from "node:url"
import * as Confinement from "./Confinement.ts"
import { ReaderResponse } from "../layout/ReaderResponse.ts"
import { QueueFullError } from "./FairQueue.ts"

export interface AttemptLimits {
  /** The CPU time, in milliseconds. It does not depend on the machine's load. */
  readonly processorMillis: number
  /** Elapsed time in milliseconds. */
  readonly millis: number
  /** The total memory of the process, in MiB. */
  readonly mebibytes: number
  /** The minimum nice(2) value, so that the service has precedence. */
  readonly lessUrgent: number
}

export interface ReadingOptions {
  /** The company whose layouts apply. By default, the layouts of all companies apply. */
  readonly company?: string
  /** True if the response must include the document's lines. */
  readonly lines?: boolean
}

export interface AttemptRequest extends ReadingOptions {
  /**
   * Returns the file. The reader calls this function only when the attempt starts, so that queued documents take no
   * memory.
   */
  readonly bytes: () => Uint8Array
}

/** The outcome of an attempt. TOO_COSTLY: the process exceeded its time or memory limits. */
export type AttemptOutcome = ReaderResponse | { readonly type: "TOO_COSTLY" }

const tooCostly: AttemptOutcome = { type: "TOO_COSTLY" }

/** The longest response, in bytes. The limits on pages and text keep honest responses shorter. */
const maxAnswer = 8 * 1024 * 1024

const program = fileURLToPath(new URL(`./ReaderProcess${extname(fileURLToPath(import.meta.url))}`, import.meta.url))

/** The code that the process can read: this package and the PDF library. */
const readable = [new URL("../..", import.meta.url), new URL("..", import.meta.resolve("unpdf"))].map((folder) =>
  join(fileURLToPath(folder), "*")
)

/**
 * Starts a process that can read only its own code and cannot evaluate strings as code. It gets no environment and none
 * of the service's file descriptors, and therefore no secrets. Node 24 cannot keep it from opening sockets, but
 * `prefix` can (ADR 13).
 */
const start = (prefix: Confinement.CommandPrefix, bounds: AttemptLimits, { company, lines }: AttemptRequest) => {
  const [command = process.execPath, ...words] = [
    ...prefix(bounds),
    process.execPath,
    "--permission",
    ...readable.map((folder) => `--allow-fs-read=${folder}`),
    "--allow-worker",
    "--disallow-code-generation-from-strings",
    "--disable-proto=delete",
    program,
    JSON.stringify({ ...bounds, company, lines })
  ]
  const reading = spawn(command, words, { stdio: ["pipe", "pipe", "ignore"], env: {}, windowsHide: true })
  // A process that could not start has no pid. Without this listener, the error would crash the service.
  reading.on("error", () => {})
  return reading
}

export const decodeReaderResponse = Schema.decodeUnknownEffect(Schema.fromJsonString(ReaderResponse))

/**
 * Returns the process's response. If the process was killed, the document was too costly. Any other failure is a
 * defect.
 */
const answerOf = (reading: ReturnType<typeof start>, bytes: Uint8Array): Effect.Effect<AttemptOutcome> =>
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
      if (signal !== null) return end(tooCostly)
      if (code !== 0) return resume(Effect.die(new Error(`the reader process exited with code ${code}`)))
      const answer = decodeReaderResponse(Buffer.concat(chunks).toString())
      resume(Effect.orDie(Effect.mapError(answer, () => new Error("the reader process returned an invalid response"))))
    })
    // Writing fails if the process exits before it has read its input.
    reading.stdin.on("error", () => {})
    reading.stdin.end(bytes)
  })

const readWith = (
  prefix: Confinement.CommandPrefix,
  bounds: AttemptLimits,
  asked: AttemptRequest
): Effect.Effect<AttemptOutcome, QueueFullError> =>
  Effect.acquireUseRelease(
    Effect.try({ try: () => start(prefix, bounds, asked), catch: () => new QueueFullError({ passes: true }) }),
    (reading) =>
      reading.pid === undefined
        ? Effect.fail(new QueueFullError({ passes: true }))
        : answerOf(reading, asked.bytes()).pipe(
            Effect.timeoutOrElse({ duration: bounds.millis, orElse: () => Effect.succeed(tooCostly) })
          ),
    // If no file descriptor is free, Node returns a handle without a process. Killing that handle would signal the
    // service's own process group.
    (reading) => Effect.sync(() => reading.pid !== undefined && reading.kill("SIGKILL"))
  )

/**
 * Creates the function that attempts to read a document. The first attempt finds the tools that confine the process.
 */
export const make = () => {
  const prefix = Effect.runSync(Effect.cached(Confinement.findCommandPrefix))
  return (bounds: AttemptLimits, asked: AttemptRequest): Effect.Effect<AttemptOutcome, QueueFullError> =>
    Effect.flatMap(prefix, (found) => readWith(found, bounds, asked))
}
