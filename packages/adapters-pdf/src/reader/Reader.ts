/**
 * Reads documents from two queues, so that costly documents do not delay others. Clients take turns in each queue.
 * Nearly all documents succeed in a short first attempt. The others start again in a second queue, which has higher
 * limits.
 */
import type { CallContext } from "@sheaf/ports"
import { Effect } from "effect"
import { availableParallelism } from "node:os"
import * as Attempt from "./Attempt.ts"
import * as FairQueue from "./FairQueue.ts"

export type { AttemptOutcome } from "./Attempt.ts"

export interface ReaderLimits {
  /** The CPU time of a first attempt, in milliseconds. */
  readonly firstMillis: number
  /** The CPU time of a second attempt, in milliseconds. */
  readonly processorMillis: number
  /**
   * The elapsed time of each attempt, in milliseconds. It is longer than the CPU time, because the machine may be busy.
   */
  readonly millis: number
  /** The memory of each process, in MiB. */
  readonly mebibytes: number
  /**
   * The number of concurrent first attempts. A single client leaves one place for other clients. A client's second
   * attempts run one at a time.
   */
  readonly atOnce: number
  /** The maximum number of a client's documents in each queue. */
  readonly waiting: number
  /** The maximum total size of the large files in each queue, in MiB. A single client can use half of this size. */
  readonly waitingMebibytes: number
}

/** The default limits. With these limits, a single client leaves one processor for the service. */
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

/** The number of concurrent second attempts. A single client has at most one of them at a time. */
const secondAtOnce = 2

/** Files up to this size, in bytes, do not count toward the total size. */
const small = mebibyte / 4

/** A document with its name and size in the queue. */
export interface ReadRequest extends Attempt.AttemptRequest {
  /** A repeated request with the same name keeps its place in the queue. */
  readonly name: string
  /** The file's size, in bytes. */
  readonly size: number
  /** The client and the person. Clients take turns, and so do the persons of each client. */
  readonly callContext: CallContext
}

/** Creates a reader. `attempt` enforces the limits of a single document. */
export const makeWithAttempt = (limits: ReaderLimits, attempt: ReturnType<typeof Attempt.make>) => {
  const { atOnce, firstMillis, mebibytes, millis, processorMillis, waiting } = limits
  const bytes = limits.waitingMebibytes * mebibyte
  const first = FairQueue.make({ atOnce, waiting, bytes })
  const second = FairQueue.make({ atOnce: secondAtOnce, waiting, bytes })
  // The nice(2) values are small enough that neither attempt starves.
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
