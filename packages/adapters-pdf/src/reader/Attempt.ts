/**
 * One attempt to read a document, in a process of its own that is ended when it takes too much time or memory: whatever a
 * file does to it, the service lives on, and nothing of one document can reach another.
 */
import { Effect, Schema } from "effect"
import { spawn } from "node:child_process"
import type { ChildProcessByStdio } from "node:child_process"
import { extname, join } from "node:path"
import type { Readable, Writable } from "node:stream"
import { fileURLToPath } from "node:url"
import { ReaderAnswer } from "./ReaderAnswer.ts"
import { Busy } from "./Turns.ts"

/** What a process may take. */
export interface Bounds {
  /** Of the processor's time, in milliseconds, so that it does not matter how much else there is to do. */
  readonly processorMillis: number
  /** By the clock, in milliseconds. */
  readonly millis: number
  /** Of memory, in MiB: all that the process takes. */
  readonly mebibytes: number
  /** How much less urgent it is than the service at least (nice(2)): whoever waits for an answer goes before. */
  readonly lessUrgent: number
}

/** The options that a process gets beside the file. */
export interface ReadingOptions {
  /** By the layouts of this company; without it by all. */
  readonly company?: string
  /** Whether the lines of the document are wanted too. */
  readonly lines?: boolean
}

/** A document to read. */
export interface AttemptRequest extends ReadingOptions {
  /** Returns the file. Called when the document's turn has come, so that waiting documents take no memory here. */
  readonly bytes: () => Uint8Array
}

/** The outcome of an attempt. TOO_COSTLY: the process exceeded its time or memory. */
export type AttemptOutcome = ReaderAnswer | { readonly type: "TOO_COSTLY" }

const tooCostly: AttemptOutcome = { type: "TOO_COSTLY" }

/** What is read of a document is at most so long; nothing that is told of it can be longer. */
const longestAnswer = 8 * 1024 * 1024

/** Beside this file, and compiled where this file is. */
const program = fileURLToPath(new URL(`./ReaderProcess${extname(fileURLToPath(import.meta.url))}`, import.meta.url))

/** The code that the process is made of: this package's, and the library's. */
const readable = [new URL("../..", import.meta.url), new URL("..", import.meta.resolve("unpdf"))].map((folder) =>
  join(fileURLToPath(folder), "*")
)

type Process = ChildProcessByStdio<Writable, Readable, null>

/**
 * It may read its own code, and nothing else; it makes no code of texts, which documents have; and it has no environment,
 * where the keys are. Node cannot keep it from opening sockets yet (docs/adr/0013).
 */
const start = (bounds: Bounds, { company, lines }: AttemptRequest): Process => {
  const options: ReadingOptions = { ...(company !== undefined && { company }), ...(lines !== undefined && { lines }) }
  const reading = spawn(
    process.execPath,
    [
      "--permission",
      ...readable.map((folder) => `--allow-fs-read=${folder}`),
      "--allow-worker",
      "--disallow-code-generation-from-strings",
      program,
      JSON.stringify({ ...bounds, ...options })
    ],
    { stdio: ["pipe", "pipe", "ignore"], env: {}, windowsHide: true }
  )
  // That it could not be started is seen by the number that it lacks; an error that nobody hears would end the service.
  reading.on("error", () => {})
  return reading
}

const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(ReaderAnswer))

/** The program writes its answer whole before it ends well. What is no answer is a fault of ours, or worse. */
const toldIn = (chunks: ReadonlyArray<Buffer>): Effect.Effect<AttemptOutcome> =>
  Effect.orDie(
    Effect.mapError(decode(Buffer.concat(chunks).toString()), () => new Error("the reader's answer is none"))
  )

/** What the process says until it ends; it has nothing to say where it is ended. That it ends badly itself is a fault of ours. */
const answerOf = (reading: Process, bytes: Uint8Array): Effect.Effect<AttemptOutcome> =>
  Effect.callback((resume) => {
    const end = (outcome: AttemptOutcome) => resume(Effect.succeed(outcome))
    const chunks: Array<Buffer> = []
    let length = 0
    reading.stdout.on("data", (chunk: Buffer) => {
      length += chunk.length
      if (length > longestAnswer) end(tooCostly)
      else chunks.push(chunk)
    })
    reading.once("close", (code, signal) => {
      if (signal !== null) return end(tooCostly)
      if (code !== 0) return resume(Effect.die(new Error(`the process that reads a document ended with ${code}`)))
      resume(toldIn(chunks))
    })
    // Whoever ends early does not read to the end.
    reading.stdin.on("error", () => {})
    reading.stdin.end(bytes)
  })

/** Reads the file, now. */
export const read = (bounds: Bounds, asked: AttemptRequest): Effect.Effect<AttemptOutcome, Busy> =>
  Effect.acquireUseRelease(
    Effect.try({ try: () => start(bounds, asked), catch: () => new Busy({ passes: true }) }),
    (reading) =>
      reading.pid === undefined
        ? Effect.fail(new Busy({ passes: true }))
        : answerOf(reading, asked.bytes()).pipe(
            Effect.timeoutOrElse({ duration: bounds.millis, orElse: () => Effect.succeed(tooCostly) })
          ),
    (reading) => Effect.sync(() => reading.kill("SIGKILL"))
  )
