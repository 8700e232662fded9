/**
 * Reads documents, each in a process of its own that is ended when it takes too much time or memory: whatever a file does
 * to it, the service lives on, and nothing of one document can reach another. A few are read at once, in the order in which
 * they come; and when too many wait, no more are taken.
 */
import { Effect, Schema, Semaphore } from "effect"
import { spawn } from "node:child_process"
import type { ChildProcessByStdio } from "node:child_process"
import { availableParallelism } from "node:os"
import { extname, join } from "node:path"
import type { Readable, Writable } from "node:stream"
import { fileURLToPath } from "node:url"
import type { Told } from "./Told.ts"

export interface Limits {
  /** For one document, in milliseconds. */
  readonly millis: number
  /** For one document, in MiB: all that its process takes. */
  readonly mebibytes: number
  /** How many documents are read at a time. */
  readonly atOnce: number
  /** How many more may wait for their turn. */
  readonly waiting: number
}

/** One processor at least is left to the service. */
export const defaults: Limits = {
  millis: 10_000,
  mebibytes: 512,
  atOnce: availableParallelism() > 2 ? 2 : 1,
  waiting: 64
}

/** No document can be read now, and that may pass: too many wait already, or no process is to be had. */
export class Busy extends Schema.TaggedError<Busy>()("Busy", {}) {}

/** What came of a document; TOO_COSTLY: it took more time or memory than it may. */
export type Outcome = Told | { readonly type: "TOO_COSTLY" }

/** What is read of a document is at most so long; nothing that is told of it can be longer. */
const longestAnswer = 8 * 1024 * 1024

/** Beside this file, and compiled where this file is. */
const program = fileURLToPath(new URL(`./ReaderProcess${extname(fileURLToPath(import.meta.url))}`, import.meta.url))

/** The code that the process is made of: this package's, and the library's. */
const readable = [new URL("../..", import.meta.url), new URL("..", import.meta.resolve("unpdf"))].map((folder) =>
  join(fileURLToPath(folder), "*")
)

const tooCostly: Outcome = { type: "TOO_COSTLY" }

/** What is asked of a reader. */
export interface Asked {
  readonly bytes: Uint8Array
  /** By the layouts of this company; without it by all. */
  readonly company?: string
}

type Process = ChildProcessByStdio<Writable, Readable, null>

/** It may read its own code, and nothing else; it has no environment, where the keys are. */
const start = ({ mebibytes, millis }: Limits, { company }: Asked): Process =>
  spawn(
    process.execPath,
    [
      "--permission",
      ...readable.map((folder) => `--allow-fs-read=${folder}`),
      "--allow-worker",
      program,
      String(millis),
      String(mebibytes),
      ...(company === undefined ? [] : [company])
    ],
    { stdio: ["pipe", "pipe", "ignore"], env: {}, windowsHide: true }
  )

/** What the process says until it ends; it has nothing to say where it is ended. That it ends badly itself is a fault of ours. */
const answerOf = (reading: Process, bytes: Uint8Array): Effect.Effect<Outcome, Busy> =>
  Effect.callback((resume) => {
    const end = (outcome: Outcome) => resume(Effect.succeed(outcome))
    const chunks: Array<Buffer> = []
    let length = 0
    reading.stdout.on("data", (chunk: Buffer) => {
      length += chunk.length
      if (length > longestAnswer) end(tooCostly)
      else chunks.push(chunk)
    })
    reading.once("error", () => resume(Effect.fail(new Busy())))
    reading.once("close", (code, signal) => {
      if (signal !== null) return end(tooCostly)
      if (code !== 0) return resume(Effect.die(new Error(`the process that reads a document ended with ${code}`)))
      // The program is this package's own, and writes its answer whole before it ends well.
      end(JSON.parse(Buffer.concat(chunks).toString()) as Told)
    })
    // Whoever ends early does not read to the end.
    reading.stdin.on("error", () => {})
    reading.stdin.end(bytes)
  })

const readIn = (limits: Limits, asked: Asked): Effect.Effect<Outcome, Busy> =>
  Effect.acquireUseRelease(
    Effect.sync(() => start(limits, asked)),
    (reading) =>
      answerOf(reading, asked.bytes).pipe(
        Effect.timeoutOrElse({ duration: limits.millis, orElse: () => Effect.succeed(tooCostly) })
      ),
    (reading) => Effect.sync(() => reading.kill("SIGKILL"))
  )

export interface Reader {
  /** What the layouts make of a file. */
  readonly read: (asked: Asked) => Effect.Effect<Outcome, Busy>
}

export const make = (limits: Limits): Effect.Effect<Reader> =>
  Effect.gen(function* () {
    const turns = yield* Semaphore.make(limits.atOnce)
    let inside = 0
    return {
      read: (asked) =>
        Effect.suspend(() => {
          if (inside >= limits.atOnce + limits.waiting) return Effect.fail(new Busy())
          inside += 1
          return turns
            .withPermits(1)(readIn(limits, asked))
            .pipe(Effect.ensuring(Effect.sync(() => (inside -= 1))))
        })
    }
  })
