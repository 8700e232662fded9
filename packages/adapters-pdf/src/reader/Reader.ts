/**
 * Reads documents in two queues, so costly documents do not delay others. Nearly all documents succeed in a first,
 * short attempt; the others start over in the second queue with higher limits. In each queue, clients take turns.
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
  /**
   * The limit on an attempt's elapsed time, in milliseconds. It must be higher than the limit on CPU time, because on a
   * busy machine an attempt waits for the CPU.
   */
  readonly millis: number
  /** The memory for each process, in MiB. */
  readonly mebibytes: number
  /**
   * The maximum number of documents whose first attempts run at the same time. A single client can use all but one of
   * these slots. Second attempts run one at a time per client.
   */
  readonly atOnce: number
  /** How many documents a client may have in each queue. */
  readonly waiting: number
  /** The maximum total size of large files in each queue, in MiB. A single client can use at most half of it. */
  readonly waitingMebibytes: number
}

/** With these limits, reading the documents of a single client leaves at least one CPU core for the service. */
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

/** How many second attempts run concurrently, at most one per client. */
const secondAtOnce = 2

/** Files up to this size, in bytes, do not count toward the queue's maximum total size. */
const small = mebibyte / 4

export interface ReadRequest extends Attempt.AttemptRequest {
  /** A repeated request with the same name keeps its place in the queue. */
  readonly name: string
  readonly size: number
  /** The client and the person. The queue serves clients in turn, and each client's users in turn. */
  readonly callContext: CallContext
}

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
