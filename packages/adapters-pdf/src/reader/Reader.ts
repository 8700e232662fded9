/**
 * Reads documents, a few at a time, so that nobody waits long behind somebody else's costly one. Each has a first, short
 * attempt, which is enough for nearly all; one that needs longer begins anew behind those that need longer too.
 */
import { Effect } from "effect"
import { availableParallelism } from "node:os"
import * as Attempt from "./Attempt.ts"
import * as Turns from "./Turns.ts"

export type { AttemptOutcome } from "./Attempt.ts"

export interface ReaderLimits {
  /** What the first attempt may take of the processor's time, in milliseconds. */
  readonly firstMillis: number
  /** What the second one may take of it. */
  readonly processorMillis: number
  /** What either may take by the clock, in milliseconds: more, since a machine may have other things to do. */
  readonly millis: number
  /** For one document, in MiB: all that its process takes. */
  readonly mebibytes: number
  /** How many first attempts there are at a time. There is one second one. */
  readonly atOnce: number
  /** How many more may wait for either. */
  readonly waiting: number
  /** How much all the large files may have together that wait for either, in MiB. */
  readonly waitingMebibytes: number
}

/** A processor is left to the service: to what remains of it, second attempts go last. */
export const defaults: ReaderLimits = {
  firstMillis: 1_000,
  processorMillis: 10_000,
  millis: 20_000,
  mebibytes: 512,
  atOnce: availableParallelism() > 2 ? 2 : 1,
  waiting: 64,
  waitingMebibytes: 128
}

const mebibyte = 1024 * 1024

/** As many files up to this size, in bytes, as may wait are no burden. */
const small = mebibyte / 4

/** How much less urgent than the service each attempt is. Neither is to starve. */
const urgency = { first: 5, second: 10 }

/** A document with the name and size by which it queues. */
export interface ReadRequest extends Attempt.AttemptRequest {
  /** A repeated request has the same name, and keeps its place in the queue. */
  readonly name: string
  /** The size of the file, in bytes. */
  readonly size: number
}

export interface Reader {
  /** What the layouts make of a file. */
  readonly read: (asked: ReadRequest) => Effect.Effect<Attempt.AttemptOutcome, Turns.Busy>
}

/** A reader by the limits, of which `attempt` keeps those of a single document. */
export const over = (limits: ReaderLimits, attempt: typeof Attempt.read): Reader => {
  const { atOnce, firstMillis, mebibytes, millis, processorMillis, waiting } = limits
  const bytes = limits.waitingMebibytes * mebibyte
  const first = Turns.make({ atOnce, waiting, bytes })
  const second = Turns.make({ atOnce: 1, waiting, bytes })
  const short: Attempt.Bounds = { processorMillis: firstMillis, millis, mebibytes, lessUrgent: urgency.first }
  const long: Attempt.Bounds = { processorMillis, millis, mebibytes, lessUrgent: urgency.second }
  return {
    read: Effect.fnUntraced(function* (asked) {
      const guest = { name: asked.name, bytes: asked.size <= small ? 0 : asked.size }
      if (!second.knows(asked.name)) {
        const outcome = yield* first.take(guest, attempt(short, asked))
        if (outcome.type !== "TOO_COSTLY") return outcome
      }
      return yield* second.take(guest, attempt(long, asked))
    })
  }
}

export const make = (limits: ReaderLimits): Reader => over(limits, Attempt.read)
