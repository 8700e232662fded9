/** One entry of a timeline: everything that is known about what happened at one moment. */
import type { AuditEntry, Story } from "@sheaf/domain/OperatorViews"
import { deliveriesOf } from "./StoryDeliveries.tsx"
import type { EventOfStory } from "./StoryDeliveries.tsx"
import { toneOf } from "./Statuses.ts"
import { actorOf, memberName, wordsOf } from "./Words.tsx"

export interface MomentObject {
  readonly id: string
  /** The kind of object in words, such as "consent". */
  readonly name: string
}

export interface Moment {
  readonly at: string
  /** The object to which it happened, if that is known. */
  readonly about?: MomentObject
  readonly kind: "status" | "event" | "audit"
  /** What happened, such as "created". */
  readonly names: ReadonlyArray<string>
  /** The statuses that followed, as constants. */
  readonly statuses: ReadonlyArray<string>
  /** Who caused it, unless it was the service itself. */
  readonly by?: string
  readonly events: ReadonlyArray<EventOfStory>
}

const isStatus = (what: string): boolean => /^[A-Z_]+$/.test(what)

/** Says only that there is a new status, so it is omitted beside the status. */
const unnamed = "last change of status"

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Returns a moment in words, such as "Ended: failed". Returns an empty string if it is only an event. */
export const titleOf = ({ names, statuses }: Moment): string => {
  const named = names.filter((name) => name !== unnamed || statuses.length === 0)
  const words = statuses.map((status) => wordsOf(status).toLowerCase())
  return sentence([named.join(", "), words.join(", ")].filter((part) => part !== "").join(": "))
}

export const hasFailed = ({ statuses }: Moment, kind: Story["kind"]): boolean =>
  statuses.some((status) => toneOf(kind, status) === "danger")

/** Steps with the same time are one moment. */
const stepsOf = ({ id, kind, steps }: Story): ReadonlyArray<Moment> =>
  [...Map.groupBy(steps, ({ at }) => at)].map(([at, all]) => ({
    at,
    about: { id, name: wordsOf(kind).toLowerCase() },
    kind: "status",
    names: all.map(({ what }) => what).filter((what) => !isStatus(what)),
    statuses: all.map(({ what }) => what).filter(isStatus),
    events: []
  }))

/** What is written together can differ by a few milliseconds. */
const isNear = (one: { readonly at: string }, other: { readonly at: string }): boolean =>
  Math.abs(Date.parse(one.at) - Date.parse(other.at)) < 10

/** The members of an audit record's subject that can name its object. What belongs to another object comes first. */
const objectMembers = ["eventId", "endpointId", "monitorId", "collectionId", "consentId", "connectSessionId", "userId"]

const recordedObject = ({ subject }: AuditEntry): MomentObject | undefined =>
  objectMembers.map((member) => ({ id: subject[member] ?? "", name: memberName(member) })).find(({ id }) => id !== "")

/** An event belongs to its subject, such as `collection.failed` to a collection. In its own story, it is the object. */
const eventObject = ({ eventId, subjectId, type }: EventOfStory, storyId: string): MomentObject | undefined => {
  if (eventId === storyId) return { id: eventId, name: "event" }
  const [name = ""] = type.replaceAll("_", " ").split(".")
  return subjectId === undefined ? undefined : { id: subjectId, name }
}

const isSame = (one: MomentObject | undefined, other: MomentObject | undefined): boolean =>
  one !== undefined && one.id === other?.id

const momentOf = (entry: AuditEntry): Moment => {
  const { action, actor, at, outcome } = entry
  const about = recordedObject(entry)
  const by = actor["operator"] ?? actorOf(actor["type"] ?? "SERVICE")
  const statuses = outcome !== undefined && isStatus(outcome) ? [outcome] : []
  return {
    at,
    ...(about && { about }),
    kind: "audit",
    // The new status says that something has changed.
    names: action.endsWith("_CHANGED") && statuses.length > 0 ? [] : [wordsOf(action)],
    statuses,
    ...(by !== "service" && { by }),
    events: []
  }
}

/** Returns true if an audit record says what a step says: the new status, or the same verb. */
const saysSame = (step: Moment, record: Moment, { action }: AuditEntry): boolean =>
  isNear(step, record) &&
  isSame(step.about, record.about) &&
  (record.statuses.length > 0 || step.names.some((name) => action.endsWith(`_${name.toUpperCase()}`)))

const withRecord = (moments: ReadonlyArray<Moment>, entry: AuditEntry): ReadonlyArray<Moment> => {
  const record = momentOf(entry)
  const same = moments.find((moment) => moment.kind === "status" && saysSame(moment, record, entry))
  if (same === undefined) return [...moments, record]
  const statuses = [...new Set([...same.statuses, ...record.statuses])]
  const { by = record.by } = same
  return moments.map((moment) => (moment === same ? { ...same, statuses, ...(by !== undefined && { by }) } : moment))
}

const withEvent =
  (storyId: string) =>
  (moments: ReadonlyArray<Moment>, event: EventOfStory): ReadonlyArray<Moment> => {
    const about = eventObject(event, storyId)
    const cause = moments.find(
      (moment) =>
        isNear(moment, event) && isSame(moment.about, about) && (moment.kind === "status" || moment.statuses.length > 0)
    )
    if (cause === undefined) {
      const { at } = event
      return [...moments, { at, ...(about && { about }), kind: "event", names: [], statuses: [], events: [event] }]
    }
    return moments.map((moment) => (moment === cause ? { ...cause, events: [...cause.events, event] } : moment))
  }

/** Everything that happened, oldest first. A step of an object, its audit record and its event are one moment. */
export const momentsOf = (story: Story): ReadonlyArray<Moment> => {
  const recorded = story.audit.reduce(withRecord, stepsOf(story))
  return deliveriesOf(story)
    .reduce(withEvent(story.id), recorded)
    .toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
}
