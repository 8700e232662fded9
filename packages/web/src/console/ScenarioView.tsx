/** The chosen scenario and its run. */
import { useSignal, useSignalEffect } from "@preact/signals"
import { useEffect, useId } from "preact/hooks"
import { Button } from "../parts/Button.tsx"
import * as ConnectLink from "./calls/ConnectLink.ts"
import { EventPanel } from "./EventPanel.tsx"
import { ExchangeList } from "./ExchangeList.tsx"
import { PersonPanel } from "./PersonPanel.tsx"
import { credentialsOf, usualMethod } from "./calls/ScenarioCatalog.ts"
import type { PlayableScenario } from "./calls/ScenarioCatalog.ts"
import { ScenarioRun } from "./calls/ScenarioRun.ts"
import { textOf } from "./calls/Service.ts"
import { StatusBadge } from "./StatusBadge.tsx"
import { Timeline } from "./Timeline.tsx"

export interface ScenarioViewProps {
  readonly scenario: PlayableScenario
  /** The collection or consent of a run that began before the page was loaded. */
  readonly id: string | undefined
}

/** Shows names in backticks, and words between asterisks, as catalogs write them. */
const Words = ({ text }: { readonly text: string }) => (
  <>
    {text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part, index) => {
      if (part.startsWith("`")) return <code key={index}>{part.slice(1, -1)}</code>
      return part.startsWith("**") ? <strong key={index}>{part.slice(2, -2)}</strong> : part
    })}
  </>
)

export const ScenarioView = ({ id, scenario }: ScenarioViewProps) => {
  const methodId = useId()
  const method = useSignal(usualMethod(scenario))
  const run = useSignal<ScenarioRun | undefined>(undefined)

  const begin = (resumed?: string) => {
    run.value?.stop()
    const next = new ScenarioRun(scenario, method.value)
    run.value = next
    void (resumed === undefined ? next.start() : next.resume(resumed))
  }

  const failure = useSignal<string | undefined>(undefined)
  const connect = async () => {
    try {
      open(await ConnectLink.create(scenario, method.value), "_blank", "noopener")
    } catch (error) {
      failure.value = textOf(error)
    }
  }

  useEffect(() => {
    if (id !== undefined) begin(id)
    return () => run.value?.stop()
  }, [])

  // Keeps the run in the address, so that the page can be loaded again.
  useSignalEffect(() => {
    const started = run.value?.id.value
    if (started !== undefined) history.replaceState(null, "", `#/${scenario.scenario}/${started}`)
  })

  const running = run.value
  return (
    <>
      <section class="scenario">
        <div class="scenario__title">
          <h1>{scenario.scenario}</h1>
          <StatusBadge status={scenario.finalStatus} />
        </div>
        <p>
          <Words text={scenario.description} />
        </p>
        <div class="scenario__start">
          {scenario.loginMethods.length > 0 && (
            <div class="filter">
              <label for={methodId}>Login method at {scenario.company}</label>
              <select
                id={methodId}
                value={method.value}
                onChange={({ currentTarget }) =>
                  (method.value = scenario.loginMethods.find((each) => each === currentTarget.value))
                }
              >
                {scenario.loginMethods.map((each) => (
                  <option key={each} value={each}>
                    {each}
                  </option>
                ))}
              </select>
            </div>
          )}
          <Button onPress={() => begin()}>{running === undefined ? "Run" : "Run again"}</Button>
          {ConnectLink.isOffered(scenario, method.value) && (
            <Button kind="secondary" onPress={() => void connect()}>
              Open in Connect
            </Button>
          )}
        </div>
        <p class="scenario__credentials">
          {credentialsOf(scenario, method.value).map(([name, value]) => (
            <span key={name}>
              {name} <code>{value}</code>
            </span>
          ))}
        </p>
        {failure.value !== undefined && (
          <p class="failure" role="alert">
            {failure.value}
          </p>
        )}
      </section>
      {running !== undefined && (
        <div class="run">
          <div class="run__side">
            <Timeline run={running} />
            <EventPanel id={running.id.value} />
          </div>
          <div class="run__side">
            <PersonPanel run={running} />
            <ExchangeList exchanges={running.exchanges.all.value} />
          </div>
        </div>
      )}
    </>
  )
}
