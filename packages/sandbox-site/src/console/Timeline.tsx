/** A run's statuses and their times. Until the run ends, followed by the statuses that the scenario still expects. */
import type { PlayableScenario } from "./calls/PlayableScenario.ts"
import type { ScenarioRun } from "./calls/ScenarioRun.ts"
import { StatusBadge, toneOf } from "./StatusBadge.tsx"

interface Stage {
  readonly status: string
  /** Milliseconds from the run's start to this status. Absent if the page missed the status or still expects it. */
  readonly after?: number
  readonly state: "SEEN" | "UNSEEN" | "EXPECTED"
}

const expected = (status: string): Stage => ({ status, state: "EXPECTED" })

/**
 * Aligns the statuses that the page has seen with the scenario's statuses. The page misses statuses that end before the
 * next poll, or before the page is opened.
 */
export const stagesOf = ({ ended, scenario, seen }: ScenarioRun): ReadonlyArray<Stage> => {
  const stages: Array<Stage> = []
  let next = 0
  for (const { after, status } of seen.value) {
    const at = scenario.visits.findIndex((visit, index) => index >= next && visit === status)
    if (at !== -1) {
      for (const skipped of scenario.visits.slice(next, at)) stages.push({ status: skipped, state: "UNSEEN" })
      next = at + 1
    }
    stages.push({ status, after, state: "SEEN" })
  }
  const last = seen.value.at(-1)?.status
  // A consent in force can still expire or be revoked. Nothing follows any other end.
  const canContinue = last === "AUTHORIZED" && scenario.visits.some((visit) => visit === last)
  const rest = ended.value && !canContinue ? [] : scenario.visits.slice(next)
  return [...stages, ...rest.map(expected)]
}

const words: Readonly<Record<Stage["state"], string>> = {
  SEEN: "",
  UNSEEN: "passed",
  EXPECTED: "expected"
}

export interface TimelineProps {
  readonly scenario: PlayableScenario
  /** Absent before the run. */
  readonly run: ScenarioRun | undefined
}

export const Timeline = ({ run, scenario }: TimelineProps) => (
  <section class="panel panel--timeline" aria-labelledby="timeline">
    <h2 id="timeline">Timeline</h2>
    <ol class="timeline">
      {(run === undefined ? scenario.visits.map(expected) : stagesOf(run)).map(({ after, state, status }, index) => (
        <li
          key={index}
          class={`timeline__stage timeline__stage--${state.toLowerCase()} timeline__stage--${toneOf(status)}`}
        >
          <StatusBadge status={status} />
          <span class="timeline__time">{after === undefined ? words[state] : `${(after / 1000).toFixed(1)} s`}</span>
        </li>
      ))}
    </ol>
  </section>
)
