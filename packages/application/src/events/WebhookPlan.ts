/**
 * What one delivery round sends: due retries, the rest of a replay, and the next events, each event only once (ADR 25).
 * New events wait until a replay is over, because it may contain earlier events about the same objects.
 */
import { EventStore, isPositionBefore, WebhookDeliveryStore } from "@sheaf/ports"
import type {
  DispatchState,
  DueDelivery,
  EventBatch,
  EventPosition,
  EventRange,
  EventReadResult,
  StoredEvent,
  UnreadableEvent
} from "@sheaf/ports"
import { Effect } from "effect"
import * as WebhookRound from "./WebhookRound.ts"
import type { PlannedDelivery, ReadRange } from "./WebhookRound.ts"

/** What this node knows about its deliveries to an endpoint, beyond what the endpoint's row contains. */
export interface DeliveryProgress {
  readonly from: EventPosition
  readonly size: number
  /**
   * Events after `from`, or in the replay, that this round must not send. Absent if the node has only just begun to
   * deliver to the endpoint.
   */
  readonly ahead?: ReadonlySet<string>
  readonly hasNoRetry: boolean
  readonly now: number
}

export interface PlannedOmission {
  readonly event: UnreadableEvent
  readonly attempts: number
  readonly mayWait: boolean
}

export interface PlannedReplay {
  readonly stored: EventRange
  readonly range: ReadRange
  readonly until: EventPosition
  /** True if the replay continues after this range. */
  readonly hasMore: boolean
}

export interface WebhookPlan {
  readonly deliveries: ReadonlyArray<PlannedDelivery>
  readonly omissions: ReadonlyArray<PlannedOmission>
  /** The rows to delete: their events have been erased, or will be sent anyway when it is their turn. */
  readonly obsolete: ReadonlyArray<string>
  /** Events that need no delivery, because they have already been attempted. */
  readonly settled: ReadonlySet<string>
  readonly page: ReadRange
  readonly replay?: PlannedReplay
  /** When the next retry after this round is due. Absent if unknown. */
  readonly retryAt?: number
  readonly isSettling: boolean
}

const rangeOf = (from: EventPosition, { events, next, unreadable }: EventBatch): ReadRange => ({
  from,
  next,
  events: [...events, ...unreadable].toSorted((one, other) => (isPositionBefore(one.position, other.position) ? -1 : 1))
})

const none: EventReadResult = { events: [], unreadable: [] }

const nothing = (next: EventPosition): EventBatch => ({ ...none, next, isSettling: false })

export const remainingReplay = (
  { hasMore, range, stored, until }: PlannedReplay,
  settled: ReadonlySet<string>
): { readonly from: EventRange; readonly rest?: EventRange } => {
  const isOver = !hasMore && range.events.every(({ eventId }) => settled.has(eventId))
  return { from: stored, ...(!isOver && { rest: { after: WebhookRound.settledPosition(range, settled), until } }) }
}

const makeReads = Effect.gen(function* () {
  const deliveries = yield* WebhookDeliveryStore
  const events = yield* EventStore

  const readWaiting = Effect.fnUntraced(function* (
    { endpoint }: DispatchState,
    { hasNoRetry, now, size }: DeliveryProgress
  ) {
    const { clientId, endpointId } = endpoint
    if (hasNoRetry) return { rows: [], due: [], found: none }
    const waiting = yield* deliveries.waiting(endpointId, size)
    const due = waiting.filter(({ dueAt }) => dueAt <= now)
    const found =
      due.length === 0
        ? none
        : yield* events.read(
            clientId,
            due.map(({ eventId }) => eventId)
          )
    const [later] = waiting.slice(due.length)
    const retryAt = later?.dueAt ?? (waiting.length === size ? now : Infinity)
    return { rows: waiting, due, found, retryAt }
  })

  const readReplay = Effect.fnUntraced(function* (
    { endpoint, replay }: DispatchState,
    { from, size }: DeliveryProgress
  ) {
    if (replay === undefined) return undefined
    const { clientId, types } = endpoint
    const until = isPositionBefore(from, replay.until) ? from : replay.until
    const page = isPositionBefore(replay.after, until)
      ? yield* events.after(clientId, replay.after, { limit: size, ...(types && { types }) })
      : nothing(replay.after)
    const isWithin = ({ position }: { readonly position: EventPosition }) => !isPositionBefore(until, position)
    const batch = { ...page, events: page.events.filter(isWithin), unreadable: page.unreadable.filter(isWithin) }
    const hasMore = isPositionBefore(replay.after, page.next) && isPositionBefore(page.next, until)
    return { stored: replay, batch, range: rangeOf(replay.after, batch), until, hasMore }
  })

  return { readWaiting, readReplay }
})

type Waiting = Effect.Success<ReturnType<Effect.Success<typeof makeReads>["readWaiting"]>>

/** Collects a round's deliveries. If an event is added twice, the first addition counts, so add waiting rows first. */
class PlannedEvents {
  readonly deliveries = new Map<string, PlannedDelivery>()
  readonly omissions = new Map<string, PlannedOmission>()
  readonly obsolete: Array<string> = []
  readonly #settled: ReadonlySet<string>

  constructor(settled: ReadonlySet<string>) {
    this.#settled = settled
  }

  /** Adds the due rows. Leaves out a row if `isComing` says that its event will be sent in order anyway. */
  addDue({ due, found }: Waiting, isComing: (event: StoredEvent, row: DueDelivery) => boolean): void {
    const readable = new Map(found.events.map((event) => [event.eventId, event]))
    const unreadable = new Map(found.unreadable.map((event) => [event.eventId, event]))
    for (const row of due) {
      const { attempts, eventId } = row
      const event = readable.get(eventId)
      const bad = unreadable.get(eventId)
      if (event !== undefined && !isComing(event, row)) this.deliveries.set(eventId, { event, attempts, mayWait: true })
      else if (bad !== undefined) this.omissions.set(eventId, { event: bad, attempts, mayWait: true })
      else this.obsolete.push(eventId)
    }
  }

  addBatch({ events, unreadable }: EventReadResult, mayWait: (eventId: string) => boolean): void {
    for (const event of events) {
      const { eventId } = event
      if (this.deliveries.has(eventId) || this.#settled.has(eventId)) continue
      this.deliveries.set(eventId, { event, attempts: 0, mayWait: mayWait(eventId) })
    }
    for (const event of unreadable) {
      const { eventId } = event
      if (this.omissions.has(eventId) || this.#settled.has(eventId)) continue
      this.omissions.set(eventId, { event, attempts: 0, mayWait: mayWait(eventId) })
    }
  }
}

export const make = Effect.gen(function* () {
  const deliveries = yield* WebhookDeliveryStore
  const events = yield* EventStore
  const { readReplay, readWaiting } = yield* makeReads

  const sentOf = Effect.fnUntraced(function* (endpointId: string, asked: ReadRange["events"]) {
    if (asked.length === 0) return new Set<string>()
    const ids = asked.map(({ eventId }) => eventId)
    return yield* deliveries.delivered(endpointId, ids)
  })

  /** Plans a round without writing anything. */
  return Effect.fnUntraced(function* (state: DispatchState, request: DeliveryProgress) {
    const { clientId, endpointId, types } = state.endpoint
    const { ahead, from, size } = request
    const waiting = yield* readWaiting(state, request)
    const replay = yield* readReplay(state, request)
    const next = replay?.hasMore
      ? nothing(from)
      : yield* events.after(clientId, from, { limit: size, ...(types && { types }) })
    const page = rangeOf(from, next)

    // A node that has just begun to deliver cannot know which of the next events the previous node had already sent
    // before it was killed.
    const unsure = [...(replay?.range.events ?? []), ...(ahead === undefined ? page.events : [])]
    const delivered = yield* sentOf(endpointId, unsure)
    // If a row has at least one attempt, its event has already been sent.
    const attempted = new Set(waiting.rows.filter(({ attempts }) => attempts > 0).map(({ eventId }) => eventId))
    const sentBefore = page.events.filter(({ eventId }) => attempted.has(eventId)).map(({ eventId }) => eventId)
    const settled = new Set([...(ahead ?? []), ...delivered, ...sentBefore])

    const isReceived = ({ type }: StoredEvent) => types?.includes(type) ?? true
    const planned = new PlannedEvents(settled)
    planned.addDue(
      waiting,
      (event, { attempts }) =>
        attempts === 0 && isPositionBefore(from, event.position) && isReceived(event) && !settled.has(event.eventId)
    )
    if (replay !== undefined) planned.addBatch(replay.batch, () => true)
    const rows = new Set(waiting.rows.map(({ eventId }) => eventId))
    planned.addBatch(next, (eventId) => ahead === undefined || rows.has(eventId))

    const result: WebhookPlan = {
      deliveries: [...planned.deliveries.values()],
      omissions: [...planned.omissions.values()],
      obsolete: planned.obsolete,
      settled,
      page,
      ...(replay && { replay }),
      ...(waiting.retryAt !== undefined && { retryAt: waiting.retryAt }),
      isSettling: next.isSettling
    }
    return result
  })
})
