/** Everything that happened to an object, and what is planned, in chronological order. */
import { useSignal } from "@preact/signals"
import type { Story, StoryKind } from "@sheaf/domain/OperatorViews"
import { Button } from "../components/Button.tsx"
import { seconds } from "./Figures.ts"
import { hasFailed, momentsOf, titleOf } from "./Moment.ts"
import type { Moment } from "./Moment.ts"
import { EventDeliveries } from "./StoryDeliveries.tsx"
import { Id } from "./Words.tsx"

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

/** Names the object to which a moment happened, unless it is the story's own. */
const AboutOther = ({ id, moment: { about } }: { readonly id: string; readonly moment: Moment }) =>
  about === undefined || about.id === id ? null : (
    <span class="moment__object soft">
      · {about.name} <Id>{about.id}</Id>
    </span>
  )

const classOf = (moment: Moment, kind: StoryKind, now: number): string =>
  [
    "moment",
    `moment--${moment.statuses.length > 0 ? "status" : moment.kind}`,
    hasFailed(moment, kind) && "moment--failed",
    Date.parse(moment.at) > now && "moment--planned"
  ]
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
          const { at, by, events } = moment
          const title = titleOf(moment)
          const other = <AboutOther id={story.id} moment={moment} />
          const before = all[index - 1]?.at
          return (
            <li key={index} class={classOf(moment, story.kind, now)}>
              {before?.slice(0, 10) !== at.slice(0, 10) && <span class="moment__day">{at.slice(0, 10)}</span>}
              <time dateTime={at}>{at.slice(11, 23)}</time>
              <span class="moment__what">
                {title !== "" && (
                  <>
                    <span class="moment__text">{title}</span> {by !== undefined && <span class="soft">by {by}</span>}{" "}
                    {other}
                  </>
                )}
                {events.map((event) => (
                  <EventDeliveries key={event.eventId} event={event} id={story.id}>
                    {title === "" && other}
                  </EventDeliveries>
                ))}
              </span>
              <span class="moment__pause">{pauseText(at, before, now)}</span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
