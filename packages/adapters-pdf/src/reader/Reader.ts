/**
 * Reads documents in two queues, so that costly documents do not delay others. In each queue, clients take turns.
 * Nearly all documents succeed in a first, short attempt. The other documents start over in the second queue, with
 * higher limits.
 */
import type { CallContext } from "@sheaf/ports"
import { Effect } from "effect"
import { availableParallelism } from "node:os"
import * as Attempt from "./Attempt.ts"
import * as FairQueue from "./FairQueue.ts"

export type { AttemptOutcome } from "./Attempt.ts"

export interface ReaderLimits {
  /** The CPU time for a first attempt, in milliseconds. */
  readonly firstMillis: number
  /** The CPU time for a second attempt, in milliseconds. */
  readonly processorMillis: number
  /** The time that an attempt may take, in milliseconds: longer than the CPU time, because the machine may be busy. */
  readonly millis: number
  /** The memory for each process, in MiB. */
  readonly mebibytes: number
  /**
   * How many first attempts run concurrently. A single client cannot take the last place. A client's second attempts
   * run one at a time.
   */
  readonly atOnce: number
  /** How many of a client's documents can be in each queue. */
  readonly waiting: number
  /** The maximum total size of large files in each queue, in MiB. A single client can use half of this size. */
  readonly waitingMebibytes: number
}

/** The default limits. A single client leaves a CPU core for the service. */
export const defaultLimits: ReaderLimits = {
  firstMillis: 1_000,
  processorMillis: 10_000,
  millis: 20_000,
  mebibytes: 512,
  atOnce: availableParallelism() > 2 ? 3 : 2,
  waiting: 512,
  waitingMebibytes: 128
}

const mebibyte = 1024 * 1024

/** How many second attempts run concurrently. A client has at most one second attempt at a time. */
const secondAtOnce = 2

/** Up to this size, in bytes, files do not count toward the total. */
const small = mebibyte / 4

/** A document, with its name and size for the queue. */
export interface ReadRequest extends Attempt.AttemptRequest {
  /** A repeated request keeps its place if it has the same name. */
  readonly name: string
  /** The file's size, in bytes. */
  readonly size: number
  /** The client and the person. Clients take turns, and so do each client's users. */
  readonly callContext: CallContext
}

/** Creates a reader. `attempt` enforces the limits for a single document. */
export const makeWithAttempt = (limits: ReaderLimits, attempt: ReturnType<typeof Attempt.make>) => {
  const { atOnce, firstMillis, mebibytes, millis, processorMillis, waiting } = limits
  const bytes = limits.waitingMebibytes * mebibyte
  const first = FairQueue.make({ atOnce, waiting, bytes })
  const second = FairQueue.make({ atOnce: secondAtOnce, waiting, bytes })
  // These nice(2) values let both kinds of attempts make progress.
  const short: Attempt.AttemptLimits = { processorMillis: firstMillis, millis, mebibytes, lessUrgent: 5 }
  const long: Attempt.AttemptLimits = { processorMillis, millis, mebibytes, lessUrgent: 10 }
  return {
    read: Effect.fnUntraced(function* (asked: ReadRequest) {
      const item = { ...asked.callContext, name: asked.name, bytes: asked.size <= small ? 0 : asked.size }
      if (!second.knows(asked.name)) {
        const outcome = yield* first.take(item, attempt(short, asked))
        if (outcome.type !== "TOO_COSTLY") return outcome
      }
      return yield* second.take(item, attempt(long, asked))
    })
  }
}

export type Reader = ReturnType<typeof makeWithAttempt>

export const make = (limits: ReaderLimits): Reader => makeWithAttempt(limits, Attempt.make())
