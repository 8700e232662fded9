/** The events of a story. Each says which endpoints have received it, and lists the attempts. */
import type { Story } from "@sheaf/domain/OperatorViews"
import type { ComponentChildren } from "preact"
import { whole } from "./Figures.ts"
import { Outcome } from "./Outcome.tsx"
import { EventType, Id } from "./Words.tsx"

type Attempt = Story["deliveries"][number]

/** How many endpoints have been tried, and how many of them have received the event. */
const countsOf = (attempts: ReadonlyArray<Attempt>) => {
  const endpoints = [...Map.groupBy(attempts, ({ endpointId }) => endpointId).values()]
  const reached = endpoints.filter((own) => own.some(({ error }) => error === undefined)).length
  return { endpoints: endpoints.length, reached }
}

const summaryOf = (attempts: ReadonlyArray<Attempt>): string => {
  const { endpoints, reached } = countsOf(attempts)
  const outcome =
    endpoints === 1
      ? reached === 1
        ? "delivered"
        : "not delivered"
      : `delivered to ${whole(reached)} of ${whole(endpoints)} endpoints`
  return `${outcome}, ${whole(attempts.length)} ${attempts.length === 1 ? "attempt" : "attempts"}`
}

interface AttemptsProps {
  readonly attempts: ReadonlyArray<Attempt>
  /** The story's own id, which the attempts omit. */
  readonly id: string
}

const Attempts = ({ attempts, id }: AttemptsProps) => (
  <details class="attempts">
    <summary>{summaryOf(attempts)}</summary>
    <ul>
      {attempts.map((each, index) => (
        <li key={index}>
          <time dateTime={each.at}>{each.at.slice(11, 23)}</time>
          <Outcome attempt={each} />
          <span class="soft">
            attempt {each.attempt}, {whole(each.durationMillis)} ms
          </span>
          {each.endpointId !== id && <Id>{each.endpointId}</Id>}
        </li>
      ))}
    </ul>
  </details>
)

export interface EventOfStory {
  readonly at: string
  readonly eventId: string
  readonly type: string
  /** The object that the event is about. Absent if it was read from an attempt. */
  readonly subjectId?: string
  readonly attempts: ReadonlyArray<Attempt>
}

/** Returns the events with their attempts. The story of an endpoint has only attempts, which name their events. */
export const deliveriesOf = ({ deliveries, events }: Story): ReadonlyArray<EventOfStory> => {
  const attempted = Map.groupBy(deliveries, ({ eventId }) => eventId)
  const known = new Set(events.map(({ eventId }) => eventId))
  const others = [...attempted.values()].flatMap((own) => own.slice(0, 1)).filter(({ eventId }) => !known.has(eventId))
  return [...events, ...others.map(({ at, eventId, type }) => ({ at, eventId, type }))].map((event) => ({
    ...event,
    attempts: attempted.get(event.eventId) ?? []
  }))
}

export interface EventDeliveriesProps {
  readonly event: EventOfStory
  /** The story's own id, which is not a link. */
  readonly id: string
  /** The object that the event is about, unless the story or the moment's title names it. */
  readonly children?: ComponentChildren
}

/** An event, and where it was delivered. */
export const EventDeliveries = ({ children, event: { attempts, eventId, type }, id }: EventDeliveriesProps) => {
  const { endpoints, reached } = countsOf(attempts)
  return (
    <div class={reached < endpoints ? "moment__event moment__event--failed" : "moment__event"}>
      {eventId === id ? (
        <EventType>{type}</EventType>
      ) : (
        <a href={`#/search/${eventId}`}>
          <EventType>{type}</EventType>
        </a>
      )}{" "}
      {children} {attempts.length === 0 ? <span class="soft">event</span> : <Attempts attempts={attempts} id={id} />}
    </div>
  )
}
