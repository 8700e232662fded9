/**
 * Delivers a client's events to one webhook endpoint, in rounds: read the next events and the due retries, send them, and record
 * all results together (ADR 25). The endpoint's row is the only record of its progress, so a round that is interrupted is
 * repeated with the same `webhook-id`s.
 */
import { maximumRequests } from "@sheaf/domain/WebhookEndpoint"
import { ChangeSignals, endpointTopic, eventTopic, WebhookDeliveryStore } from "@sheaf/ports"
import type {
  OwnEndpoint,
  DispatchState,
  DueDelivery,
  EventPosition,
  EventRange,
  Round,
  StoredEvent,
  Unsubscribe
} from "@sheaf/ports"
import { Clock, Effect, Latch, Option, Random, Schedule } from "effect"
import { withFailures } from "../telemetry/FailureLog.ts"
import * as EventRendering from "./EventRendering.ts"
import { settlingMillis } from "./KeptEvents.ts"
import * as WebhookPlan from "./WebhookPlan.ts"
import * as WebhookRound from "./WebhookRound.ts"
import type { PlannedDelivery } from "./WebhookRound.ts"
import * as WebhookSending from "./WebhookSending.ts"

/** The longest pause between two reads, in milliseconds. It finds events whose signal was lost. */
const recheckMillis = 60_000

/** The time for which an endpoint's settings are used without reading them again, in milliseconds. */
const settingsMillis = 1000

/** The pause after a failure of the store. */
const storePause = "2 seconds"

/** The pauses between attempts to record a round. */
const recordPauses = Schedule.min([Schedule.exponential(storePause), Schedule.spaced("1 minute")])

/** The longest delay of a shutdown by the record of an interrupted round. */
const interruptedPause = "2 seconds"

/** The time after which a position without deliveries is recorded, in milliseconds. */
const positionMillis = 60_000

const identityOf = ({ eventId, type, userId }: StoredEvent) => ({ eventId, type, ...(userId && { userId }) })

const isSame = (a: EventPosition, b: EventPosition): boolean => a.batch === b.batch && a.seq === b.seq

/** The part of a dispatcher's progress that is not recorded. A new dispatcher reads everything again. */
interface Unrecorded {
  /** The recorded state, and when it was read. Absent if it must be read again. */
  known?: { readonly state: DispatchState; readonly readAt: number } | undefined
  /** The position of the last event that was read. Events between the recorded position and this one need no delivery. */
  reached?: EventPosition | undefined
  /** The events after that position that were attempted, or need no delivery. Absent at the start. */
  ahead?: ReadonlySet<string> | undefined
  /** The time of the next retry, or 0 if it is unknown. */
  retryAt: number
  size: number
  recordedAt: number
}

/** The result of a round: whether the endpoint needs another round at once, and otherwise when. */
type Next = { readonly _tag: "Ended" } | { readonly _tag: "Again" } | { readonly _tag: "At"; readonly at: number }

export const make = Effect.gen(function* () {
  const deliveries = yield* WebhookDeliveryStore
  const signals = yield* ChangeSignals
  const planOf = yield* WebhookPlan.make
  const sending = yield* WebhookSending.make
  const generator = yield* Random.Random
  const random = () => generator.nextDoubleUnsafe()

  const readState = Effect.fnUntraced(function* (endpointId: string, progress: Unrecorded, now: number) {
    const { known } = progress
    if (known !== undefined && now - known.readAt < settingsMillis) return Option.some(known.state)
    const found = yield* deliveries.state(endpointId)
    progress.known = Option.getOrUndefined(Option.map(found, (state) => ({ state, readAt: now })))
    return found
  })

  /**
   * Sends deliveries, and adds the attempts to `attempted` in the order of their ends. Stops when the receiver is gone, or when the
   * round takes too long, so that the attempts of a receiver that hangs are recorded soon.
   */
  const sendAll = Effect.fnUntraced(function* (
    { endpoint }: DispatchState,
    { deliveries, omissions }: WebhookPlan.WebhookPlan,
    attempted: Array<WebhookRound.Attempted>
  ) {
    for (const { attempts, event, mayWait } of omissions) {
      yield* EventRendering.report(event, event.cause)
      const { type } = event
      // The list of attempts shows only types that this release knows.
      if (type === undefined) continue
      attempted.push({ ...(yield* sending.unreadable({ ...event, type }, attempts + 1)), mayWait })
    }
    const until = (yield* Clock.currentTimeMillis) + WebhookRound.sendingMillis
    let isGone = false
    const sendOne = Effect.fnUntraced(function* ({ attempts, event, mayWait }: PlannedDelivery) {
      if (isGone || (yield* Clock.currentTimeMillis) >= until) return
      const body = yield* EventRendering.one(endpoint.version, event)
      const sent = yield* Option.match(body, {
        onNone: () => sending.unreadable(event, attempts + 1),
        onSome: (body) => sending.send(endpoint, { ...identityOf(event), body }, attempts + 1)
      })
      isGone ||= WebhookRound.isGone(sent.attempt)
      attempted.push({ ...sent, mayWait })
    })
    yield* Effect.forEach(
      WebhookRound.bySubject(deliveries),
      (group) => Effect.forEach(group, sendOne, { discard: true }),
      { concurrency: maximumRequests, discard: true }
    )
  })

  /** Records a round until that succeeds, because a round that is forgotten would be sent again. */
  const record = (round: Round) =>
    deliveries.record(round).pipe(
      Effect.tapCause((cause) =>
        Effect.logWarning("could not record webhook deliveries; will retry without sending them again").pipe(
          withFailures(cause, { endpointId: round.endpointId })
        )
      ),
      Effect.sandbox,
      Effect.retry(recordPauses),
      Effect.orDie
    )

  /** Records the attempts of a round that is interrupted, so that no other dispatcher repeats them. */
  const recordInterrupted = Effect.fnUntraced(function* (
    { clientId, endpointId }: OwnEndpoint,
    { firstFailedAt: failedBefore, position }: DispatchState,
    startedAt: number,
    attempted: ReadonlyArray<WebhookRound.Attempted>
  ) {
    if (attempted.length === 0) return
    const now = yield* Clock.currentTimeMillis
    const { done, firstFailedAt, retries } = WebhookRound.evaluate(attempted, failedBefore, now, random)
    const attempts = attempted.map(({ attempt }) => attempt)
    const range = { startedAt, from: position, to: position }
    yield* deliveries
      .record({
        clientId,
        endpointId,
        ...range,
        attempts,
        retries,
        done,
        ...(firstFailedAt !== undefined && { firstFailedAt })
      })
      .pipe(
        Effect.timeoutOption(interruptedPause),
        Effect.catchCause((cause) =>
          Effect.logWarning("could not record interrupted webhook deliveries; will repeat them").pipe(
            withFailures(cause, { endpointId })
          )
        )
      )
  })

  const logDisabled = ({ clientId, endpointId }: OwnEndpoint, reason: string) =>
    Effect.annotateLogs(Effect.logWarning("disabled a webhook endpoint"), {
      event: "endpoint_disabled",
      clientId,
      endpointId,
      reason
    })

  const round = Effect.fnUntraced(function* (claimed: OwnEndpoint, progress: Unrecorded) {
    const { clientId, endpointId } = claimed
    const startedAt = yield* Clock.currentTimeMillis
    const found = yield* readState(endpointId, progress, startedAt)
    if (Option.isNone(found)) return { _tag: "Ended" } satisfies Next
    const state = found.value
    const from = progress.reached ?? state.position
    const { ahead, size } = progress
    const plan = yield* planOf(state, {
      from,
      size,
      ...(ahead && { ahead }),
      hasNoRetry: startedAt < progress.retryAt,
      now: startedAt
    })
    const attempted: Array<WebhookRound.Attempted> = []
    yield* sendAll(state, plan, attempted).pipe(
      Effect.onInterrupt(() => recordInterrupted(claimed, state, startedAt, attempted))
    )
    const sent = new Set(attempted.map(({ attempt }) => attempt.eventId))
    const settled = new Set([...plan.settled, ...plan.omissions.map(({ event }) => event.eventId), ...sent])
    const to = WebhookRound.reached(plan.page, settled)
    const replay = plan.replay && WebhookPlan.rest(plan.replay, settled)
    const isCutShort = plan.deliveries.some(({ event }) => !sent.has(event.eventId))

    const now = yield* Clock.currentTimeMillis
    const isIdle = attempted.length === 0 && plan.obsolete.length === 0 && replay === undefined
    const isMoved = !isSame(to, state.position)
    const result = WebhookRound.evaluate(attempted, state.firstFailedAt, now, random)
    const { disable, firstFailedAt } = result
    const retryAt = isCutShort ? 0 : (plan.retryAt ?? progress.retryAt)
    progress.size = WebhookRound.nextSize(size, attempted.length, now - startedAt)
    progress.retryAt = earliest(retryAt, result.retries)
    progress.reached = to
    progress.ahead = new Set([
      ...WebhookRound.ahead(plan.page, to, settled),
      ...(plan.replay && replay?.rest ? WebhookRound.ahead(plan.replay.range, replay.rest.after, settled) : [])
    ])
    if (!isIdle || (isMoved && now - progress.recordedAt >= positionMillis)) {
      const isRecorded = yield* record({
        clientId,
        endpointId,
        startedAt,
        from: state.position,
        to,
        attempts: attempted.map(({ attempt }) => attempt),
        retries: result.retries,
        done: [...result.done, ...plan.obsolete],
        ...(replay && { replay }),
        ...(firstFailedAt !== undefined && { firstFailedAt }),
        ...(disable && { disable })
      })
      if (!isRecorded) {
        // Another node has taken over, or the client has enabled the endpoint again.
        Object.assign(progress, { known: undefined, reached: undefined, ahead: undefined, retryAt: 0 })
        return { _tag: "Again" } satisfies Next
      }
      if (disable) {
        yield* logDisabled(claimed, disable.reason)
        return { _tag: "Ended" } satisfies Next
      }
      progress.recordedAt = now
      progress.known = {
        state: recorded(state, to, replay?.rest, firstFailedAt),
        readAt: progress.known?.readAt ?? 0
      }
    }
    const isBusy = isCutShort || !isSame(from, to) || replay?.rest !== undefined || progress.retryAt <= now
    if (isBusy) return { _tag: "Again" } satisfies Next
    const recheckAt = now + (plan.isSettling ? settlingMillis : recheckMillis)
    return { _tag: "At", at: Math.min(progress.retryAt, recheckAt) } satisfies Next
  })

  /** Delivers to an endpoint until it is disabled, removed, or taken over by another node. */
  return Effect.fnUntraced(function* (claimed: OwnEndpoint) {
    const { clientId, endpointId } = claimed
    const progress: Unrecorded = { retryAt: 0, size: WebhookRound.roundSizes.smallest, recordedAt: 0 }
    const isSignaled = Latch.makeUnsafe(false)
    // A signal that arrives during a round takes effect in the next round.
    let isChanged = false
    const subscriptions: ReadonlyArray<Unsubscribe> = [
      signals.subscribe(eventTopic(clientId), () => isSignaled.openUnsafe()),
      signals.subscribe(endpointTopic(endpointId), () => {
        isChanged = true
        isSignaled.openUnsafe()
      })
    ]
    yield* Effect.addFinalizer(() => Effect.sync(() => subscriptions.forEach((end) => end())))
    for (;;) {
      isSignaled.closeUnsafe()
      if (isChanged) Object.assign(progress, { known: undefined, retryAt: 0 })
      isChanged = false
      const next: Next = yield* round(claimed, progress).pipe(
        Effect.catchCause((cause) =>
          Effect.logWarning("could not deliver to a webhook endpoint; will retry").pipe(
            withFailures(cause, { endpointId }),
            Effect.andThen(Effect.sleep(storePause)),
            Effect.as({ _tag: "Again" } satisfies Next)
          )
        )
      )
      if (next._tag === "Ended") return
      if (next._tag === "At") {
        const now = yield* Clock.currentTimeMillis
        const isWoken = yield* Effect.timeoutOption(isSignaled.await, Math.max(0, next.at - now))
        if (Option.isNone(isWoken)) progress.retryAt = 0
      }
    }
  }, Effect.scoped)
})

const earliest = (retryAt: number, retries: ReadonlyArray<DueDelivery>): number =>
  retries.reduce((first, { dueAt }) => Math.min(first, dueAt), retryAt)

/** Returns the state after a round was recorded. */
const recorded = (
  { endpoint }: DispatchState,
  position: EventPosition,
  replay: EventRange | undefined,
  firstFailedAt: number | undefined
): DispatchState => ({
  endpoint,
  position,
  ...(replay && { replay }),
  ...(firstFailedAt !== undefined && { firstFailedAt })
})
