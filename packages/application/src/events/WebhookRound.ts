/** The order, results and size of a delivery round to a webhook endpoint, as pure functions (spec 6). */
import { subjectOf } from "@sheaf/domain/EventContent"
import { hasFailedTooLong, retryDelayAfter } from "@sheaf/domain/RetrySchedule"
import type { DisabledReason } from "@sheaf/domain/WebhookEndpoint"
import { isPositionBefore } from "@sheaf/ports"
import type { DueDelivery, EventPosition, StoredEvent, WebhookAttemptOutcome } from "@sheaf/ports"
import type { DeliveryResult } from "./WebhookDelivery.ts"

export interface PlannedDelivery {
  readonly event: StoredEvent
  readonly attempts: number
  /** True if a row for this event may exist because the event waits for a retry or a redelivery. */
  readonly mayWait: boolean
}

export interface FinishedAttempt extends DeliveryResult {
  /** True if a row for this event may exist because the event waits for a retry or a redelivery. */
  readonly mayWait: boolean
}

/** Uses every member of the subject, so no kind of subject can be forgotten. */
const subjectKeyOf = (event: StoredEvent): string => JSON.stringify(subjectOf(event))

const inOrder = (one: PlannedDelivery, other: PlannedDelivery): number =>
  isPositionBefore(one.event.position, other.event.position) ? -1 : 1

/**
 * Groups deliveries by the event's subject, in commit order. The events of a group are sent one after another, so a
 * later event about a subject never overtakes the first attempt of an earlier one.
 */
export const groupBySubject = (
  deliveries: ReadonlyArray<PlannedDelivery>
): ReadonlyArray<readonly [PlannedDelivery, ...ReadonlyArray<PlannedDelivery>]> => {
  const groups = new Map<string, [PlannedDelivery, ...Array<PlannedDelivery>]>()
  for (const delivery of deliveries.toSorted(inOrder)) {
    const key = subjectKeyOf(delivery.event)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [delivery])
    else group.push(delivery)
  }
  return [...groups.values()]
}

/** A receiver responds with 410 Gone to close its endpoint permanently (RFC 9110). */
const gone = 410

export const isGone = ({ status }: Pick<WebhookAttemptOutcome, "status">): boolean => status === gone

export interface RoundResult {
  readonly retries: ReadonlyArray<DueDelivery>
  /** Events that no longer wait for a retry or redelivery, and whose rows must therefore be deleted. */
  readonly done: ReadonlyArray<string>
  readonly firstFailedAt?: number
  readonly disable?: { readonly at: number; readonly reason: DisabledReason }
}

/**
 * Returns the time of the first failure since the last success. Skips events that Sheaf itself cannot read, because
 * they say nothing about the receiver.
 */
const firstFailureOf = (attempted: ReadonlyArray<FinishedAttempt>, before: number | undefined): number | undefined =>
  attempted.reduce<number | undefined>((first, { attempt: { at, fault } }) => {
    if (fault === "UNREADABLE_EVENT") return first
    return fault === undefined ? undefined : (first ?? at)
  }, before)

/**
 * Evaluates attempts in the order in which they ended. `random` returns numbers from 0 to 1. Times are milliseconds
 * since 1970.
 */
export const evaluateAttempts = (
  attempted: ReadonlyArray<FinishedAttempt>,
  firstFailedBefore: number | undefined,
  now: number,
  random: () => number
): RoundResult => {
  const retries: Array<DueDelivery> = []
  const done: Array<string> = []
  for (const { attempt, endedAt, mayWait, retryAfterMillis } of attempted) {
    const { eventId, fault } = attempt
    const again = {
      attempts: attempt.attempt,
      random: random(),
      ...(retryAfterMillis !== undefined && { retryAfterMillis })
    }
    const isOver = fault === undefined || fault === "UNREADABLE_EVENT"
    const pause = isOver ? undefined : retryDelayAfter(again)
    if (pause !== undefined) retries.push({ eventId, attempts: attempt.attempt, dueAt: endedAt + pause })
    else if (mayWait) done.push(eventId)
  }
  const firstFailedAt = firstFailureOf(attempted, firstFailedBefore)
  const reason: DisabledReason | undefined = attempted.some(({ attempt }) => isGone(attempt))
    ? "ENDPOINT_GONE"
    : firstFailedAt !== undefined && hasFailedTooLong(firstFailedAt, now)
      ? "ENDPOINT_FAILING"
      : undefined
  return {
    retries,
    done,
    ...(firstFailedAt !== undefined && { firstFailedAt }),
    ...(reason !== undefined && { disable: { at: now, reason } })
  }
}

export const roundSizeLimits = { smallest: 8, largest: 512 } as const

/**
 * How long a round should take, in milliseconds. Rounds are short, because a crash can cause all deliveries of one
 * round to be repeated.
 */
const roundMillis = 1000

/** How long a round may keep sending, in milliseconds. */
export const maxSendingMillis = 2 * roundMillis

export interface ReadRange {
  readonly from: EventPosition
  readonly next: EventPosition
  /** All events in commit order, including those that need no delivery. */
  readonly events: ReadonlyArray<Pick<StoredEvent, "eventId" | "position">>
}

/**
 * Returns the last position up to which all events are settled. An event is settled if it was attempted, or must not be
 * sent.
 */
export const settledPosition = ({ events, from, next }: ReadRange, settled: ReadonlySet<string>): EventPosition => {
  const open = events.findIndex(({ eventId }) => !settled.has(eventId))
  return open === -1 ? next : (events[open - 1]?.position ?? from)
}

/** Returns the ids of the settled events after the position `to`. The next round must not send these events again. */
export const settledEventsAfter = (
  { events }: ReadRange,
  to: EventPosition,
  settled: ReadonlySet<string>
): ReadonlyArray<string> =>
  events
    .filter(({ eventId, position }) => isPositionBefore(to, position) && settled.has(eventId))
    .map(({ eventId }) => eventId)

/**
 * Returns the size of the next round. Rounds grow while the receiver is fast, and shrink when it is slow.
 *
 * @example
 * nextRoundSize(8, 8, 20) // 16
 */
export const nextRoundSize = (size: number, sent: number, millis: number): number => {
  if (millis > roundMillis) {
    return Math.max(roundSizeLimits.smallest, Math.min(size, Math.floor((sent * roundMillis) / millis)))
  }
  return sent < size ? size : Math.min(roundSizeLimits.largest, size * 2)
}
