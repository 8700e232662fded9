/** The service's recurring tasks, and how often each runs. */
import { Clock, Duration, Effect } from "effect"
import * as Checkpoints from "../audit/Checkpoints.ts"
import * as ExpiryNotices from "../consents/ExpiryNotices.ts"
import { runAndLogFailure } from "../process/BackgroundTask.ts"
import * as ServiceSamples from "../operator/ServiceSamples.ts"
import * as UnfinishedErasures from "../users/UnfinishedErasures.ts"
import * as Expiration from "./Expiration.ts"

export interface Task<R> {
  readonly every: Duration.Input
  readonly parts: ReadonlyArray<string>
  /**
   * Runs the task's parts, except those that have already succeeded in this interval. Returns false if any part fails.
   */
  readonly run: Effect.Effect<boolean, never, R>
}

export type TaskParts<R> = Readonly<Record<string, Effect.Effect<unknown, unknown, R>>>

/** The maximum duration of one part of a task. A slower part would delay the next run of the others. */
const maxRun = "10 minutes"

/**
 * Runs the parts concurrently, and logs those that fail or take too long. The next attempt repeats only the failed
 * ones.
 */
export const makeTask = <R>(every: Duration.Input, named: TaskParts<R>): Task<R> => {
  const pause = Duration.toMillis(every)
  const succeededAt = new Map<string, number>()
  const runOne = Effect.fnUntraced(function* ([name, part]: readonly [string, Effect.Effect<unknown, unknown, R>]) {
    const startedAt = yield* Clock.currentTimeMillis
    const before = succeededAt.get(name)
    if (before !== undefined && before <= startedAt && startedAt < before + pause) return true
    const isDone = yield* runAndLogFailure(name, Effect.timeout(part, maxRun))
    if (isDone) succeededAt.set(name, startedAt)
    return isDone
  })
  return {
    every,
    parts: Object.keys(named),
    run: Effect.map(Effect.forEach(Object.entries(named), runOne, { concurrency: "unbounded" }), (succeeded) =>
      succeeded.every(Boolean)
    )
  }
}

const minutely = {
  "announcing expiring consents": ExpiryNotices.announceExpiries,
  "erasing expired collections": Expiration.eraseCollections,
  "erasing expired consents": Expiration.eraseConsents,
  "erasing expired Connect sessions": Expiration.eraseConnectSessions,
  "erasing expired events": Expiration.eraseEvents,
  "erasing expired request keys": Expiration.eraseIdempotencyKeys,
  "erasing ids of erased users": Expiration.eraseExternalIds,
  "finishing user erasures": UnfinishedErasures.finishErasures,
  "sampling the service": ServiceSamples.takeSample,
  "signing audit checkpoints": Checkpoints.signCheckpoints
}

const hourly = {
  "erasing old figures": Expiration.eraseFigures,
  "erasing ended monitors": Expiration.eraseMonitors,
  "erasing old audit records": Checkpoints.eraseExpiredRecords,
  "erasing webhook attempts": Expiration.eraseWebhookAttempts,
  "erasing old keys and certificates": Expiration.eraseCredentials
}

/**
 * The recurring tasks, keyed by the names under which their schedules are stored. `more` adds parts to the task that
 * runs every minute. Parts with the same schedule share a row, because each row costs database statements even while
 * the service is idle.
 */
export const recurringTasks = <R>(more: TaskParts<R>) => ({
  "every minute": makeTask<Effect.Services<(typeof minutely)[keyof typeof minutely]> | R>("1 minute", {
    ...minutely,
    ...more
  }),
  "every hour": makeTask<Effect.Services<(typeof hourly)[keyof typeof hourly]>>("1 hour", hourly)
})
