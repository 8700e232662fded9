/**
 * The steps of a webhook endpoint. Each step is one round: it reads the next events and the due retries, sends them,
 * and records all results together (ADR 25). An interrupted round is repeated with the same `webhook-id`s.
 */
import { maxConcurrentRequests } from "@sheaf/domain/WebhookEndpoint"
import { Shards, WebhookDeliveryStore } from "@sheaf/ports"
import type {
  DispatchState,
  DueDelivery,
  EventPosition,
  EventRange,
  DeliveryRound,
  StoredEvent,
  StoredWebhookEndpoint
} from "@sheaf/ports"
import { Clock, Effect, Option, Random } from "effect"
import { withFailureAnnotations } from "../telemetry/FailureLog.ts"
import type { Wait } from "../process/Process.ts"
import * as EventRendering from "./EventRendering.ts"
import { settlingPauseMillis } from "./RetainedEvents.ts"
import * as WebhookPlan from "./WebhookPlan.ts"
import * as WebhookRound from "./WebhookRound.ts"
import type { PlannedDelivery } from "./WebhookRound.ts"
import * as WebhookDelivery from "./WebhookDelivery.ts"

/** How long an endpoint's settings are used before they are read again, in milliseconds. */
const settingsMillis = 1000

/** How long a shutdown waits for an interrupted round to be recorded. */
const interruptedPause = "2 seconds"

/** The minimum time between two writes of the position while nothing is delivered, in milliseconds. */
const positionMillis = 5_000

const identityOf = ({ eventId, type, userId }: StoredEvent) => ({ eventId, type, ...(userId && { userId }) })

const isSame = (a: EventPosition, b: EventPosition): boolean => a.batch === b.batch && a.seq === b.seq

interface Unrecorded {
  readonly round: DeliveryRound
  readonly state: DispatchState
}

/** What a node remembers about an endpoint between steps. It reads everything else again. */
export interface Progress {
  known?: DispatchState | undefined
  /** When the state was last read, or 0 if it must be read again. */
  readAt: number
  /** How many times the node's shards had changed by the last read. */
  moves: number
  /** The position up to which no event needs delivery anymore. It can be ahead of the recorded position. */
  reached?: EventPosition | undefined
  /**
   * The events after `reached` that need no delivery, because they were attempted or are not for this endpoint. Absent
   * until the first step.
   */
  ahead?: ReadonlySet<string> | undefined
  /** When the next retry is due, or 0 if unknown. */
  retryAt: number
  size: number
  recordedAt: number
  /** A round that must be recorded before the next one. If it were forgotten, its events would be sent again. */
  unrecorded?: Unrecorded | undefined
}

export const initialProgress: Progress = {
  readAt: 0,
  moves: 0,
  retryAt: 0,
  size: WebhookRound.roundSizeLimits.smallest,
  recordedAt: 0
}

export type NextRound =
  | { readonly _tag: "Again" }
  | { readonly _tag: "At"; readonly at: number }
  | Extract<Wait, { readonly _tag: "End" | "Moved" }>

/** Makes the node forget its own position, so that it continues from the position in the endpoint's row. */
const fromRow = { reached: undefined, ahead: undefined, retryAt: 0 }

const again: NextRound = { _tag: "Again" }
const ended: NextRound = { _tag: "End" }
const moved: NextRound = { _tag: "Moved" }

interface ShardMoves {
  readonly count: () => number
}

/**
 * Counts how often shards move. Checking the owner is not enough, because an endpoint can move to another node and back
 * between two checks.
 */
const makeShardMoves = Effect.gen(function* () {
  const { subscribe } = yield* Shards
  let moves = 0
  yield* subscribe(
    Effect.sync(() => {
      moves += 1
    })
  )
  return { count: () => moves } satisfies ShardMoves
})

/** Returns a function that reads an endpoint's state, but queries the row only if it may have changed. */
const makeReadState = Effect.fnUntraced(function* (moves: ShardMoves) {
  const deliveries = yield* WebhookDeliveryStore

  return Effect.fnUntraced(function* (endpointId: string, progress: Progress) {
    const { known, readAt } = progress
    const before = moves.count()
    const hasMoved = progress.moves !== before
    const now = yield* Clock.currentTimeMillis
    if (known !== undefined && !hasMoved && now - readAt < settingsMillis) return known
    const found = Option.getOrUndefined(yield* deliveries.state(endpointId))
    // Since the last read, another node may have delivered events, or the client may have enabled the endpoint again.
    if (hasMoved || (known && found && !isSame(known.position, found.position))) Object.assign(progress, fromRow)
    Object.assign(progress, { known: found, readAt: now, moves: before })
    return found
  })
})

const makeSending = Effect.fnUntraced(function* (moves: ShardMoves) {
  const shards = yield* Shards
  const sending = yield* WebhookDelivery.make

  /**
   * Sends deliveries, and appends each attempt to `attempted` when it ends. Stops early if the receiver is gone, or if
   * the node's shards have changed since `before`, because another node may then be delivering. Also stops if the round
   * takes too long, so that its attempts are recorded soon even if the receiver hangs.
   */
  return Effect.fnUntraced(function* (
    { endpoint, shard }: DispatchState,
    { deliveries, omissions }: WebhookPlan.WebhookPlan,
    attempted: Array<WebhookRound.FinishedAttempt>,
    before: number
  ) {
    for (const { attempts, event, mayWait } of omissions) {
      yield* EventRendering.reportUnreadable(event, event.cause)
      const { type } = event
      // The attempt list shows only event types that this release knows.
      if (type === undefined) continue
      attempted.push({ ...(yield* sending.unreadable({ ...event, type }, attempts + 1)), mayWait })
    }
    const until = (yield* Clock.currentTimeMillis) + WebhookRound.maxSendingMillis
    let isGone = false
    const sendOne = Effect.fnUntraced(function* ({ attempts, event, mayWait }: PlannedDelivery) {
      if (isGone || moves.count() !== before || !shards.has(shard) || (yield* Clock.currentTimeMillis) >= until) return
      const body = yield* EventRendering.renderEvent(endpoint.version, event)
      const sent = yield* Option.match(body, {
        onNone: () => sending.unreadable(event, attempts + 1),
        onSome: (body) => sending.send(endpoint, { ...identityOf(event), body }, attempts + 1)
      })
      isGone ||= WebhookRound.isGone(sent.attempt)
      attempted.push({ ...sent, mayWait })
    })
    yield* Effect.forEach(
      WebhookRound.groupBySubject(deliveries),
      (group) => Effect.forEach(group, sendOne, { discard: true }),
      { concurrency: maxConcurrentRequests, discard: true }
    )
  })
})

const makeRandom = Effect.map(Random.Random, (generator) => () => generator.nextDoubleUnsafe())

const makeRecords = Effect.gen(function* () {
  const deliveries = yield* WebhookDeliveryStore
  const random = yield* makeRandom

  /** Records the attempts of an interrupted round, because another node would otherwise repeat them. */
  const recordInterrupted = Effect.fnUntraced(function* (
    state: DispatchState,
    startedAt: number,
    attempted: ReadonlyArray<WebhookRound.FinishedAttempt>
  ) {
    if (attempted.length === 0) return
    const now = yield* Clock.currentTimeMillis
    const { disable: _, ...result } = WebhookRound.evaluateAttempts(attempted, state.firstFailedAt, now, random)
    const round = roundOf(state, { startedAt, to: state.position, attempted, ...result })
    yield* deliveries.record(round).pipe(
      Effect.timeoutOption(interruptedPause),
      Effect.catchCause((cause) =>
        Effect.logWarning("could not record interrupted webhook deliveries; will repeat them").pipe(
          withFailureAnnotations(cause, { endpointId: state.endpoint.endpointId })
        )
      )
    )
  })

  /**
   * Records a round. Returns `next`, unless the endpoint was disabled or changed in the meantime. If the store fails,
   * the next step tries again.
   */
  const record = Effect.fnUntraced(function* (progress: Progress, unrecorded: Unrecorded, next: NextRound) {
    const { round, state } = unrecorded
    progress.unrecorded = unrecorded
    const isRecorded = yield* deliveries.record(round)
    progress.unrecorded = undefined
    if (!isRecorded) {
      // Another node has taken over, or the client has enabled the endpoint again.
      Object.assign(progress, fromRow, { readAt: 0 })
      return again
    }
    if (round.disable) {
      const { clientId, disable, endpointId } = round
      yield* Effect.annotateLogs(Effect.logWarning("disabled a webhook endpoint"), {
        event: "endpoint_disabled",
        clientId,
        endpointId,
        reason: disable.reason
      })
      return ended
    }
    progress.recordedAt = yield* Clock.currentTimeMillis
    progress.known = state
    return next
  })

  return { recordInterrupted, record }
})

const makeRounds = Effect.fnUntraced(function* (moves: ShardMoves) {
  const planOf = yield* WebhookPlan.make
  const sendAll = yield* makeSending(moves)
  const { record, recordInterrupted } = yield* makeRecords
  const random = yield* makeRandom

  const makeRound = Effect.fnUntraced(function* (state: DispatchState, progress: Progress) {
    const startedAt = yield* Clock.currentTimeMillis
    const from = progress.reached ?? state.position
    const { ahead, size } = progress
    const plan = yield* planOf(state, {
      from,
      size,
      ...(ahead && { ahead }),
      hasNoRetry: startedAt < progress.retryAt,
      now: startedAt
    })
    const attempted: Array<WebhookRound.FinishedAttempt> = []
    yield* sendAll(state, plan, attempted, progress.moves).pipe(
      Effect.onInterrupt(() => recordInterrupted(state, startedAt, attempted))
    )
    const sent = new Set(attempted.map(({ attempt }) => attempt.eventId))
    const settled = new Set([...plan.settled, ...plan.omissions.map(({ event }) => event.eventId), ...sent])
    const to = WebhookRound.settledPosition(plan.page, settled)
    const replay = plan.replay && WebhookPlan.remainingReplay(plan.replay, settled)
    const isCutShort = plan.deliveries.some(({ event }) => !sent.has(event.eventId))

    const now = yield* Clock.currentTimeMillis
    const isIdle = attempted.length === 0 && plan.obsolete.length === 0 && replay === undefined
    const isMoved = !isSame(to, state.position)
    const result = WebhookRound.evaluateAttempts(attempted, state.firstFailedAt, now, random)
    const retryAt = isCutShort ? 0 : (plan.retryAt ?? progress.retryAt)
    progress.size = WebhookRound.nextRoundSize(size, attempted.length, now - startedAt)
    progress.retryAt = earliest(retryAt, result.retries)
    progress.reached = to
    progress.ahead = new Set([
      ...WebhookRound.settledEventsAfter(plan.page, to, settled),
      ...(plan.replay && replay?.rest
        ? WebhookRound.settledEventsAfter(plan.replay.range, replay.rest.after, settled)
        : [])
    ])
    const isBusy = isCutShort || !isSame(from, to) || replay?.rest !== undefined || progress.retryAt <= now
    const readAgainAt = plan.isSettling ? now + settlingPauseMillis : Infinity
    const next: NextRound = isBusy ? again : { _tag: "At", at: Math.min(progress.retryAt, readAgainAt) }
    // An idle round need not be recorded immediately. It must be recorded eventually, because the search for due
    // processes finds every endpoint whose recorded position lags behind.
    if (isIdle && !(isMoved && now - progress.recordedAt >= positionMillis)) return next
    const unrecorded = {
      round: roundOf(state, {
        ...result,
        startedAt,
        to,
        attempted,
        done: [...result.done, ...plan.obsolete],
        ...(replay && { replay })
      }),
      state: recorded(state, to, replay?.rest, result.firstFailedAt)
    }
    return yield* record(progress, unrecorded, next)
  })

  return { makeRound, record }
})

export const make = Effect.gen(function* () {
  const shards = yield* Shards
  const moves = yield* makeShardMoves
  const readState = yield* makeReadState(moves)
  const { makeRound, record } = yield* makeRounds(moves)

  /**
   * Takes a step: records the last round if it is still unrecorded, and otherwise runs the next one. Passes the
   * endpoint to `onRead`.
   */
  return Effect.fnUntraced(function* (
    endpointId: string,
    progress: Progress,
    onRead: (endpoint: StoredWebhookEndpoint) => void
  ) {
    // After this round, another one must follow, because new events and redeliveries may have arrived in the meantime.
    if (progress.unrecorded) return yield* record(progress, progress.unrecorded, again)
    const state = yield* readState(endpointId, progress)
    if (state === undefined) return ended
    if (!shards.has(state.shard)) return moved
    onRead(state.endpoint)
    return yield* makeRound(state, progress)
  })
})

const earliest = (retryAt: number, retries: ReadonlyArray<DueDelivery>): number =>
  retries.reduce((first, { dueAt }) => Math.min(first, dueAt), retryAt)

const roundOf = (
  { endpoint: { clientId, endpointId }, position }: DispatchState,
  {
    attempted,
    ...rest
  }: Omit<DeliveryRound, "attempts" | "clientId" | "endpointId" | "from"> & {
    readonly attempted: ReadonlyArray<WebhookRound.FinishedAttempt>
  }
): DeliveryRound => ({
  ...rest,
  clientId,
  endpointId,
  from: position,
  attempts: attempted.map(({ attempt }) => attempt)
})

const recorded = (
  { endpoint, shard }: DispatchState,
  position: EventPosition,
  replay: EventRange | undefined,
  firstFailedAt: number | undefined
): DispatchState => ({
  endpoint,
  shard,
  position,
  ...(replay && { replay }),
  ...(firstFailedAt !== undefined && { firstFailedAt })
})
