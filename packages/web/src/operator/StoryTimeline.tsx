/** Everything that happened to an object, and what is planned, in chronological order. */
import { useSignal } from "@preact/signals"
import type { AuditEntry, Story } from "@sheaf/domain/OperatorViews"
import { Button } from "../components/Button.tsx"
import { actorOf } from "./AuditTable.tsx"
import { seconds } from "./Figures.ts"
import type { Moment } from "./Moment.ts"
import { deliveriesOf } from "./StoryDeliveries.tsx"
import { toneOf } from "./Statuses.ts"
import { wordsOf } from "./Words.tsx"

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

const recordOf = ({ action, actor, at, outcome }: AuditEntry): Moment => ({
  at,
  what: [wordsOf(action), ...(outcome === undefined ? [] : [wordsOf(outcome).toLowerCase()])].join(": "),
  note: `by ${actor["operator"] ?? actorOf(actor["type"] ?? "SERVICE")}`,
  kind: "audit"
})

/** Everything that happened, oldest first. */
const momentsOf = (story: Story): ReadonlyArray<Moment> =>
  [...statusesOf(story), ...deliveriesOf(story), ...story.audit.map(recordOf)].toSorted((one, other) =>
    one.at < other.at ? -1 : one.at > other.at ? 1 : 0
  )

/**
 * Returns the time since the previous moment, or an empty string if it is too short to matter. For a planned moment,
 * returns the time until then.
 */
const pauseText = (at: string, before: string | undefined, now: number): string => {
  if (Date.parse(at) > now) return `in ${seconds((Date.parse(at) - now) / 1000)}`
  const millis = before === undefined ? 0 : Date.parse(at) - Date.parse(before)
  if (millis < 10) return ""
  if (millis < 1000) return `+${millis} ms`
  return `+${millis < 120_000 ? `${(millis / 1000).toFixed(1)} s` : seconds(millis / 1000)}`
}

const classOf = ({ at, isFailed = false, kind }: Moment, now: number): string =>
  ["moment", `moment--${kind}`, isFailed && "moment--failed", Date.parse(at) > now && "moment--planned"]
    .filter(Boolean)
    .join(" ")

/** How many moments are shown at a time. An endpoint can have far more. */
const step = 30

export const Timeline = ({ story }: { readonly story: Story }) => {
  const shown = useSignal(step)
  const now = Date.now()
  const moments = momentsOf(story)
  const hidden = Math.max(0, moments.length - shown.value)
  return (
    <section class="story__timeline" aria-labelledby="timeline">
      <h2 id="timeline">
        Timeline <span class="soft">UTC</span>
      </h2>
      {hidden > 0 && (
        <div>
          <Button kind="quiet" onPress={() => (shown.value += step)}>
            {`Show ${Math.min(step, hidden)} earlier`}
          </Button>
        </div>
      )}
      <ol>
        {moments.slice(hidden).map((moment, index, all) => {
          const { at, note, what } = moment
          const before = all[index - 1]?.at
          return (
            <li key={index} class={classOf(moment, now)}>
              <time dateTime={at}>
                {before?.slice(0, 10) !== at.slice(0, 10) && <span class="moment__day">{at.slice(0, 10)} </span>}
                {at.slice(11, 23)}
              </time>
              <span class="moment__what">
                <span class="moment__text">{what}</span> {note !== "" && <span class="soft">{note}</span>}
              </span>
              <span class="moment__pause">{pauseText(at, before, now)}</span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
