/** Everything that happened to an object, in chronological order. */
import type { AuditEntry, Story } from "@sheaf/domain/OperatorViews"
import { actorOf } from "./AuditTable.tsx"
import { whole } from "./Figures.ts"
import { toneOf } from "./Statuses.ts"
import { wordsOf } from "./Words.tsx"

interface Moment {
  readonly at: string
  readonly kind: "status" | "event" | "delivery" | "audit"
  readonly what: string
  readonly note: string
  readonly isFailed?: boolean
}

const isStatus = (what: string): boolean => what === what.toUpperCase()

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Joins steps with the same time into one moment, such as "Ended: failed". */
const statusesOf = ({ kind, steps }: Story): ReadonlyArray<Moment> =>
  [...Map.groupBy(steps, ({ at }) => at)].map(([at, all]) => {
    const names = all.map(({ what }) => what)
    const statuses = names.filter(isStatus)
    const others = names.filter((name) => !isStatus(name))
    const parts = [others.join(", "), statuses.map((status) => wordsOf(status).toLowerCase()).join(", ")]
    return {
      at,
      what: sentence(parts.filter((part) => part !== "").join(": ")),
      note: "",
      kind: "status",
      isFailed: statuses.some((status) => toneOf(kind, status) === "danger")
    }
  })

const deliveriesOf = ({ deliveries }: Story): ReadonlyArray<Moment> =>
  deliveries.map(({ at, attempt, error, status, type }) => ({
    at,
    what: `${type} ${error === undefined ? "delivered" : "not delivered"}`,
    note: [`attempt ${attempt}`, error && wordsOf(error).toLowerCase(), status].filter(Boolean).join(", "),
    kind: "delivery" as const,
    isFailed: error !== undefined
  }))

const recordOf = ({ action, actor, at, outcome }: AuditEntry): Moment => ({
  at,
  what: [wordsOf(action), ...(outcome === undefined ? [] : [wordsOf(outcome).toLowerCase()])].join(": "),
  note: `by ${actor["operator"] ?? actorOf(actor["type"] ?? "SERVICE")}`,
  kind: "audit"
})

/** Everything that happened, oldest first. */
const momentsOf = (story: Story): ReadonlyArray<Moment> =>
  [
    ...statusesOf(story),
    ...story.events.map(({ at, type }) => ({ at, what: type, note: "event", kind: "event" as const })),
    ...deliveriesOf(story),
    ...story.audit.map(recordOf)
  ].toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))

/** Returns the time since the previous moment, or an empty string if it is too short to matter. */
const pauseText = (at: string, before: string | undefined): string => {
  const millis = before === undefined ? 0 : Date.parse(at) - Date.parse(before)
  if (millis < 10) return ""
  return millis < 1000
    ? `+${millis} ms`
    : millis < 120_000
      ? `+${(millis / 1000).toFixed(1)} s`
      : `+${whole(Math.round(millis / 60_000))} min`
}

export const Timeline = ({ story }: { readonly story: Story }) => (
  <section class="story__timeline" aria-labelledby="timeline">
    <h2 id="timeline">
      Timeline <span class="soft">UTC</span>
    </h2>
    <ol>
      {momentsOf(story).map(({ at, isFailed = false, kind, note, what }, index, all) => (
        <li key={index} class={`moment moment--${kind}${isFailed ? " moment--failed" : ""}`}>
          <time dateTime={at}>
            {all[index - 1]?.at.slice(0, 10) !== at.slice(0, 10) && <span class="moment__day">{at.slice(0, 10)} </span>}
            {at.slice(11, 23)}
          </time>
          <span class="moment__what">
            <span class="moment__text">{what}</span> {note !== "" && <span class="soft">{note}</span>}
          </span>
          <span class="moment__pause">{pauseText(at, all[index - 1]?.at)}</span>
        </li>
      ))}
    </ol>
  </section>
)
