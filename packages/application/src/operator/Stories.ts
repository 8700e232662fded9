/** Reconstructs the story of an id: what happened, which events were delivered, and who did what (spec 14.5). */
import { failureStatuses } from "@sheaf/domain/CollectionStatus"
import type { FailedCollection, HistoryWindow, Story, StoryKind } from "@sheaf/domain/OperatorViews"
import { AuditLog, CollectionStore, NotAnId, StoryNotFound, StoryStore } from "@sheaf/ports"
import type { AuditSubject, StoredStory } from "@sheaf/ports"
import { Cache, Effect, Option } from "effect"
import * as AttemptViews from "../events/AttemptViews.ts"
import { timestampOf } from "../views/Display.ts"
import * as AuditPages from "./AuditPages.ts"
import * as Histories from "./Histories.ts"

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** Matches a hexadecimal serial number. Personal numbers are too short to match. */
const serial = /^[\da-f]{24,40}$/

/**
 * Normalizes an id to the form that the stores use. Removes colons from a certificate's serial number, because other
 * programs print serial numbers with colons.
 */
const idIn = (text: string): Option.Option<string> => {
  const id = text.trim().toLowerCase()
  const plain = id.replaceAll(":", "")
  return uuid.test(id) ? Option.some(id) : serial.test(plain) ? Option.some(plain) : Option.none()
}

/** Node clocks differ, so an object's first record can be slightly older than the object. */
const margin = 5 * 60_000

/**
 * Returns the timestamp of a version 7 UUID (RFC 9562), in milliseconds since 1970. No record from before this time can
 * mention the id.
 */
const timeOf = (id: string): number | undefined =>
  id.charAt(14) === "7" ? Number.parseInt(id.slice(0, 13).replace("-", ""), 16) : undefined

const subjects: Readonly<Record<StoryKind, keyof AuditSubject>> = {
  COLLECTION: "collectionId",
  CONSENT: "consentId",
  USER: "userId",
  CONNECT_SESSION: "connectSessionId",
  MONITOR: "monitorId",
  WEBHOOK_ENDPOINT: "endpointId",
  EVENT: "eventId",
  CERTIFICATE: "serial",
  REQUEST: "mentionedId",
  RECORDED: "mentionedId"
}

/**
 * Returns the code of the reason why a collection failed. The other details of the reason are omitted, because they can
 * be about a person.
 */
const reasonOf = (collections: CollectionStore["Service"], client: string, id: string) =>
  Effect.map(
    Effect.orDie(collections.status(client, id)),
    (found) => Option.getOrUndefined(found)?.shown.information?.FAILURE_REASON?.code
  )

const withReason = Effect.fnUntraced(function* (
  collections: CollectionStore["Service"],
  id: string,
  { facts, kind }: Pick<StoredStory, "facts" | "kind">
) {
  const { client = "", status = "" } = facts
  if (kind !== "COLLECTION" || !failureStatuses.some((failure) => failure === status)) return facts
  return { ...facts, reason: (yield* reasonOf(collections, client, id)) ?? "none recorded" }
})

const unknown = { facts: {}, links: [], steps: [], events: [], attempts: [] } as const

const viewOf = ({ attempts, events, facts, links, steps }: Omit<StoredStory, "createdAt" | "kind">) => ({
  facts,
  links,
  steps: steps.map(({ at, what }) => ({ at: timestampOf(at), what })),
  events: events.map(({ at, ...event }) => ({ ...event, at: timestampOf(at) })),
  deliveries: attempts.map(({ endpointId, ...attempt }) => ({ endpointId, ...AttemptViews.attemptOf(attempt) }))
})

export const makeReader = Effect.gen(function* () {
  const log = yield* AuditLog
  const stories = yield* StoryStore
  const collections = yield* CollectionStore
  return Effect.fnUntraced(function* (text: string) {
    const id = Option.getOrUndefined(idIn(text))
    if (id === undefined) return yield* new NotAnId()
    const found = Option.getOrUndefined(yield* Effect.orDie(stories.find(id)))
    const since = found?.createdAt ?? timeOf(id)
    const mentioning = log.mentioning(id, since === undefined ? undefined : since - margin)
    const { isComplete, records } = yield* Effect.orDie(mentioning)
    const audit = records.map(AuditPages.entryOf).toSorted((one, other) => (one.at < other.at ? -1 : 1))
    if (found === undefined && audit.length === 0) return yield* new StoryNotFound()
    const kind = found?.kind ?? (audit.some(({ requestId }) => requestId === id) ? "REQUEST" : "RECORDED")
    // Records the read before the response is sent, so that nobody can read a story without leaving an audit record.
    yield* Effect.orDie(log.append({ action: "STORY_READ", subject: { [subjects[kind]]: id } }))
    const facts = found === undefined ? {} : yield* withReason(collections, id, found)
    const story: Story = { id, kind, ...viewOf({ ...(found ?? unknown), facts }), audit, isComplete }
    return story
  })
})

interface FailureRequest {
  readonly company: string
  readonly window: HistoryWindow
}

/**
 * Returns a function that reads a company's failed collections. The results are cached, because every open console
 * polls them.
 */
export const makeFailureReader = Effect.gen(function* () {
  const stories = yield* StoryStore
  const collections = yield* CollectionStore
  const cache = yield* Cache.make({
    capacity: 100,
    timeToLive: "10 seconds",
    lookup: Effect.fnUntraced(function* ({ company, window }: FailureRequest) {
      const { start } = yield* Histories.firstPeriodOf(window)
      const found = yield* Effect.orDie(stories.failures(company, start))
      return yield* Effect.forEach(found, ({ clientId, endedAt, ...failure }) =>
        Effect.map(reasonOf(collections, clientId, failure.collectionId), (reason): FailedCollection => ({
          at: timestampOf(endedAt),
          ...failure,
          ...(reason !== undefined && { reason })
        }))
      )
    })
  })
  return (company: string, window: HistoryWindow) => Cache.get(cache, { company, window })
})
