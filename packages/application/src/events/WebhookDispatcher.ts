/**
 * Delivers a client's events to one webhook endpoint, in rounds: read the next events and the due retries, send them, and record
 * all results together (ADR 26). The endpoint's row is the only record of its progress, so a round that is interrupted is
 * repeated with the same `webhook-id`s.
 */
import { ChangeSignals, endpointTopic, EventStore, eventTopic, WebhookDeliveryStore } from "@sheaf/ports"
import type {
  ClaimedEndpoint,
  DispatchState,
  DueDelivery,
  EventPosition,
  EventRange,
  StoredEvent,
  Unsubscribe
} from "@sheaf/ports"
import { Clock, Effect, Latch, Option, Random } from "effect"
import { withFailures } from "../FailureLog.ts"
import * as Presenter from "./Presenter.ts"
import * as WebhookRound from "./WebhookRound.ts"
import type { PlannedDelivery } from "./WebhookRound.ts"
import * as WebhookSending from "./WebhookSending.ts"

/** The number of subjects whose events are sent at the same time. */
const concurrency = 8

/** The longest pause between two reads, in milliseconds. It finds events whose signal was lost. */
const recheckMillis = 60_000

/** The time for which an endpoint's settings are used without reading them again, in milliseconds. */
const settingsMillis = 1000

/** The pause after a failure of the store. */
const storePause = "2 seconds"

/** The time after which a position without deliveries is recorded, in milliseconds. */
const positionMillis = 60_000

const isSame = (a: EventPosition, b: EventPosition): boolean => a.batch === b.batch && a.seq === b.seq

const isWithin = ({ position }: StoredEvent, { until }: EventRange): boolean =>
  position.batch < until.batch || (position.batch === until.batch && position.seq <= until.seq)

/** The part of a dispatcher's progress that is not recorded. A new dispatcher reads everything again. */
interface Unrecorded {
  /** The recorded state, and when it was read. Absent if it must be read again. */
  known?: { readonly state: DispatchState; readonly readAt: number } | undefined
  /** The position of the last event that was read. Events between the recorded position and this one need no delivery. */
  reached?: EventPosition | undefined
  /** The time of the next retry, or 0 if it is unknown. */
  retryAt: number
  size: number
  recordedAt: number
}

/** The result of a round: whether the endpoint needs another round at once, and otherwise when. */
type Next = { readonly _tag: "Ended" } | { readonly _tag: "Again" } | { readonly _tag: "At"; readonly at: number }

export const make = Effect.gen(function* () {
  const deliveries = yield* WebhookDeliveryStore
  const events = yield* EventStore
  const signals = yield* ChangeSignals
  const send = yield* WebhookSending.make

  const readState = Effect.fnUntraced(function* (endpointId: string, progress: Unrecorded, now: number) {
    const { known } = progress
    if (known !== undefined && now - known.readAt < settingsMillis) return Option.some(known.state)
    const found = yield* deliveries.state(endpointId)
    progress.known = Option.getOrUndefined(Option.map(found, (state) => ({ state, readAt: now })))
    return found
  })

  /** Reads an event that was sent before. Erased and unreadable events cannot be sent again. */
  const readEvent = (clientId: string, eventId: string) =>
    Effect.catchIf(
      events.read(clientId, eventId),
      ({ reason }) => reason === "UNREADABLE",
      () => Effect.succeedNone
    )

  /** Reads the retries that are due, unless none can be. */
  const readRetries = Effect.fnUntraced(function* (
    { clientId, endpointId }: ClaimedEndpoint,
    { retryAt, size }: Unrecorded,
    now: number
  ) {
    if (now < retryAt) return { due: [], erased: [], retryAt }
    const waiting = yield* deliveries.waiting(endpointId, size)
    const due = waiting.filter(({ dueAt }) => dueAt <= now)
    const found = yield* Effect.forEach(due, ({ eventId }) => readEvent(clientId, eventId), { concurrency })
    const byId = new Map(found.flatMap(Option.toArray).map((event) => [event.eventId, event]))
    const planned = due.flatMap(({ attempts, eventId }): ReadonlyArray<PlannedDelivery> => {
      const event = byId.get(eventId)
      return event === undefined ? [] : [{ event, attempts }]
    })
    const isFull = waiting.length === size
    const [later] = waiting.slice(due.length)
    return {
      due: planned,
      erased: due.map(({ eventId }) => eventId).filter((eventId) => !byId.has(eventId)),
      retryAt: later?.dueAt ?? (isFull ? now : Infinity)
    }
  })

  /** Reads the next events of a replay that the endpoint has not received. */
  const readReplay = Effect.fnUntraced(function* ({ endpoint, replay }: DispatchState, size: number) {
    if (replay === undefined) return { missed: [] }
    const { clientId, endpointId, types } = endpoint
    const page = yield* events.after(clientId, replay.after, { limit: size, ...(types && { types }) })
    const within = page.events.filter((event) => isWithin(event, replay))
    const delivered = yield* deliveries.delivered(
      endpointId,
      within.map(({ eventId }) => eventId)
    )
    const missed = within
      .filter(({ eventId }) => !delivered.has(eventId))
      .map((event): PlannedDelivery => ({ event, attempts: 0 }))
    const hasMore = page.events.length > 0 && within.length === page.events.length
    return { missed, replay: { from: replay, ...(hasMore && { rest: { ...replay, after: page.next } }) } }
  })

  /**
   * Sends deliveries, and returns the attempts in the order of their ends. Stops when the receiver is gone, or when the round
   * takes too long, so that the attempts of a receiver that hangs are recorded soon.
   */
  const sendAll = Effect.fnUntraced(function* ({ endpoint }: DispatchState, planned: ReadonlyArray<PlannedDelivery>) {
    const attempted: Array<WebhookRound.Attempted> = []
    const until = (yield* Clock.currentTimeMillis) + WebhookRound.sendingMillis
    let isGone = false
    const sendOne = Effect.fnUntraced(function* (delivery: PlannedDelivery) {
      if (isGone || (yield* Clock.currentTimeMillis) >= until) return
      const { eventId, type } = delivery.event
      const body = Presenter.render(endpoint.version, delivery.event)
      const sent = yield* send(endpoint, { eventId, type, body }, delivery.attempts + 1)
      isGone ||= WebhookRound.isGone(sent.attempt)
      attempted.push({ delivery, ...sent })
    })
    yield* Effect.forEach(
      WebhookRound.bySubject(planned),
      (group) => Effect.forEach(group, sendOne, { discard: true }),
      { concurrency, discard: true }
    )
    return attempted
  })

  const logDisabled = ({ clientId, endpointId }: ClaimedEndpoint, reason: string) =>
    Effect.annotateLogs(Effect.logWarning("disabled a webhook endpoint"), {
      event: "endpoint_disabled",
      clientId,
      endpointId,
      reason
    })

  const round = Effect.fnUntraced(function* (claimed: ClaimedEndpoint, progress: Unrecorded) {
    const { clientId, endpointId } = claimed
    const startedAt = yield* Clock.currentTimeMillis
    const found = yield* readState(endpointId, progress, startedAt)
    if (Option.isNone(found)) return { _tag: "Ended" } satisfies Next
    const state = found.value
    const { types } = state.endpoint
    const from = progress.reached ?? state.position
    const retries = yield* readRetries(claimed, progress, startedAt)
    const missed = yield* readReplay(state, progress.size)
    const page = yield* events.after(clientId, from, { limit: progress.size, ...(types && { types }) })

    const planned = new Map<string, PlannedDelivery>()
    const later = page.events.map((event): PlannedDelivery => ({ event, attempts: 0 }))
    for (const delivery of [...retries.due, ...missed.missed, ...later]) {
      if (!planned.has(delivery.event.eventId)) planned.set(delivery.event.eventId, delivery)
    }
    const attempted = yield* sendAll(state, [...planned.values()])
    const sent = new Set(attempted.map(({ delivery }) => delivery.event.eventId))
    const isSent = ({ event }: PlannedDelivery): boolean => sent.has(event.eventId)
    const to = WebhookRound.reached(page.events, page.next, from, sent)
    // A replay that was cut short reads the same page again.
    const replay =
      missed.replay && (missed.missed.every(isSent) ? missed.replay : { ...missed.replay, rest: missed.replay.from })

    const now = yield* Clock.currentTimeMillis
    progress.size = WebhookRound.nextSize(progress.size, attempted.length, now - startedAt)
    progress.retryAt = retries.due.every(isSent) ? retries.retryAt : 0
    progress.reached = to
    const isIdle = attempted.length === 0 && retries.erased.length === 0 && replay === undefined
    const isMoved = !isSame(to, state.position)
    if (!isIdle || (isMoved && now - progress.recordedAt >= positionMillis)) {
      const random = yield* Random.Random
      const result = WebhookRound.evaluate(attempted, state.firstFailedAt, now, () => random.nextDoubleUnsafe())
      const { disable, done, firstFailedAt } = result
      const isRecorded = yield* deliveries.record({
        clientId,
        endpointId,
        startedAt,
        from: state.position,
        to,
        attempts: attempted.map(({ attempt }) => attempt),
        retries: result.retries,
        done: [...done, ...retries.erased],
        ...(replay && { replay }),
        ...(firstFailedAt !== undefined && { firstFailedAt }),
        ...(disable && { disable })
      })
      if (!isRecorded) {
        // Another node has taken over, or the client has enabled the endpoint again.
        progress.known = undefined
        progress.reached = undefined
        progress.retryAt = 0
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
      progress.retryAt = earliest(progress.retryAt, result.retries)
    }
    const isBusy = !isSame(from, to) || replay?.rest !== undefined || progress.retryAt <= now
    return isBusy
      ? ({ _tag: "Again" } satisfies Next)
      : ({ _tag: "At", at: Math.min(progress.retryAt, now + recheckMillis) } satisfies Next)
  })

  /** Delivers to an endpoint until it is disabled, removed, or taken over by another node. */
  return Effect.fnUntraced(function* (claimed: ClaimedEndpoint) {
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
