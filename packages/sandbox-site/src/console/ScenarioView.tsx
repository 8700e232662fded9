/** The chosen scenario and its run. */
import { useSignal, useSignalEffect } from "@preact/signals"
import type { Signal } from "@preact/signals"
import { useEffect, useId } from "preact/hooks"
import { Button } from "@sheaf/web/components/Button"
import { methodNameOf } from "@sheaf/web/texts/MethodNames"
import * as ConnectLink from "./calls/ConnectLink.ts"
import * as StoredRuns from "./calls/StoredRuns.ts"
import * as WebhookInbox from "./calls/WebhookInbox.ts"
import { PersonPanel } from "./PersonPanel.tsx"
import { ResultPanel } from "./ResultPanel.tsx"
import { isOver } from "./RunEnding.tsx"
import { credentialsOf, defaultMethod } from "./calls/ScenarioCatalog.ts"
import type { PlayableScenario } from "./calls/PlayableScenario.ts"
import { cardsOf, dataIn, summaryOf } from "./calls/CollectedRecords.ts"
import { hasRecords, ScenarioRun } from "./calls/ScenarioRun.ts"
import { titleOf } from "./calls/ScenarioTitles.ts"
import { errorTextOf } from "./calls/ServiceClient.ts"
import { StatusBadge } from "./StatusBadge.tsx"
import { Timeline } from "./Timeline.tsx"
import { TrafficPanel } from "./TrafficPanel.tsx"

export interface ScenarioViewProps {
  readonly scenario: PlayableScenario
  /**
   * The id of the run's collection or consent, if the run began before the page was loaded. The value `run` begins a
   * new run.
   */
  readonly id: string | undefined
}

/** Formats the markup in a catalog's texts: names in backticks and words between asterisks. */
const Words = ({ text }: { readonly text: string }) => (
  <>
    {text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part, index) => {
      if (part.startsWith("`")) return <code key={index}>{part.slice(1, -1)}</code>
      return part.startsWith("**") ? <strong key={index}>{part.slice(2, -2)}</strong> : part
    })}
  </>
)

/** The run of a scenario, which survives a reload of the page. */
const useScenarioRun = ({ id, scenario }: ScenarioViewProps) => {
  const method = useSignal(defaultMethod(scenario))
  const run = useSignal<ScenarioRun | undefined>(undefined)

  const begin = async () => {
    run.value?.stop()
    const next = new ScenarioRun(scenario, method.value)
    run.value = next
    // The pressed button has gone, and the panel follows in the next frame.
    requestAnimationFrame(() => document.getElementById("person")?.focus({ preventScroll: true }))
    // The endpoint must exist before the run, so that it receives the first event, too.
    await WebhookInbox.startReceivingWithRun()
    await next.start()
  }

  const resume = (started: string) => {
    const kept = StoredRuns.findRun(started)
    method.value = kept?.method ?? method.value
    const next = new ScenarioRun(scenario, method.value, kept)
    run.value = next
    void next.resume(started)
  }

  const failure = useSignal<string | undefined>(undefined)
  const connect = async () => {
    try {
      open(await ConnectLink.createConnectLink(scenario, method.value), "_blank", "noopener")
    } catch (error) {
      failure.value = errorTextOf(error)
    }
  }

  useEffect(() => {
    if (id === "run") void begin()
    else if (id !== undefined) resume(id)
    return () => run.value?.stop()
  }, [])

  // Stores the run in the URL and in this tab, so that it survives a reload.
  useSignalEffect(() => {
    const started = run.value?.id.value
    if (started !== undefined) history.replaceState(null, "", `#/${scenario.scenario}/${started}`)
  })
  useSignalEffect(() => {
    const started = run.value?.id.value
    if (run.value !== undefined && started !== undefined) StoredRuns.storeRun(started, run.value.kept)
  })

  return { begin, connect, failure, method, run }
}

interface MethodChoiceProps {
  readonly scenario: PlayableScenario
  readonly method: Signal<ReturnType<typeof defaultMethod>>
}

const MethodChoice = ({ method, scenario }: MethodChoiceProps) => {
  const methodId = useId()
  return (
    <div class="filter">
      <label for={methodId}>Login method at {scenario.companyName}</label>
      <select
        id={methodId}
        value={method.value}
        onChange={({ currentTarget }) =>
          (method.value = scenario.loginMethods.find((each) => each === currentTarget.value))
        }
      >
        {scenario.loginMethods.map((each) => (
          <option key={each} value={each}>
            {methodNameOf(each)}
          </option>
        ))}
      </select>
    </div>
  )
}

interface RunProps {
  readonly scenario: PlayableScenario
  /** Absent before the run. */
  readonly run: ScenarioRun | undefined
}

/** True as long as the run can still end with records. */
const awaitsRecords = ({ current, ended, scenario }: ScenarioRun): boolean => {
  const status = current.value
  if (ended.value) return status !== undefined && hasRecords(status)
  return scenario.kind === "COLLECTION" && /^COMPLETED(?:_PARTIAL)?$/.test(scenario.finalStatus)
}

/**
 * The panels of a run, in the order in which a phone shows them: what the person does or how the run ended, the records,
 * what happened, then the details. On a wide window, the timeline stands beside the person.
 */
const Run = ({ run, scenario }: RunProps) => {
  const data = run && dataIn(run.exchanges.all.value)
  return (
    <div class={run && isOver(run) ? "run run--over" : "run"}>
      {run === undefined ? (
        <p class="panel panel--person panel--empty">
          A run shows here what the person does, each request with its response, and the events.
        </p>
      ) : (
        <PersonPanel run={run} />
      )}
      {run && data && <ResultPanel data={data} isNew={run.hasRead.value} />}
      {run && !data && awaitsRecords(run) && (
        <p class="panel panel--result panel--empty">The records will appear here.</p>
      )}
      <Timeline scenario={scenario} run={run} />
      {run && <TrafficPanel run={run} />}
    </div>
  )
}

type AboutProps = Pick<MethodChoiceProps, "method" | "scenario">

const Description = ({ scenario }: Pick<AboutProps, "scenario">) => (
  <p>
    <Words text={scenario.description} />
  </p>
)

/** What the run sends, and what the scenario should end in. */
const Credentials = ({ method, scenario }: AboutProps) => (
  <p class="scenario__credentials">
    <span>
      scenario <code>{scenario.scenario}</code>
    </span>
    <span>
      expected to end in <code>{scenario.finalStatus}</code>
    </span>
    {credentialsOf(scenario, method.value).map(([name, value]) => (
      <span key={name}>
        {name} <code>{value}</code>
      </span>
    ))}
  </p>
)

interface HeadProps extends AboutProps {
  readonly run: ScenarioRun | undefined
  readonly onRun: () => void
  readonly onConnect: () => void
}

/**
 * The scenario and its controls. From the first run on, they are folded, so that the run is in sight. While it waits for
 * the person, nothing stands out above the person's form.
 */
const Head = ({ method, onConnect, onRun, run, scenario }: HeadProps) => {
  const isOpen = useSignal(false)
  const status = run?.current.value?.status
  const isFirst = run === undefined
  const canRun = isFirst || run.ended.value || run.failure.value !== undefined
  const choice = scenario.loginMethods.length > 0 && <MethodChoice scenario={scenario} method={method} />
  const connect = ConnectLink.isConnectOffered(scenario, method.value) && (
    <Button kind="secondary" onPress={onConnect}>
      Open in Connect
    </Button>
  )
  return (
    <>
      <div class="scenario__title">
        <h1>{titleOf(scenario.scenario)}</h1>
        {status !== undefined && <StatusBadge status={status} />}
      </div>
      <Description scenario={scenario} />
      <div class="scenario__start">
        {isFirst && choice}
        {canRun && (
          <Button kind={isFirst ? "primary" : "secondary"} onPress={onRun}>
            {isFirst ? "Run" : "Run again"}
          </Button>
        )}
        {isFirst && connect}
        {!isFirst && (
          <Button kind="quiet" isExpanded={isOpen.value} onPress={() => (isOpen.value = !isOpen.value)}>
            About this scenario
          </Button>
        )}
      </div>
      {!isFirst && isOpen.value && (
        <div class="scenario__start">
          {choice}
          {connect}
        </div>
      )}
      {(isFirst || isOpen.value) && <Credentials scenario={scenario} method={method} />}
    </>
  )
}

export const ScenarioView = ({ id, scenario }: ScenarioViewProps) => {
  const { begin, connect, failure, method, run } = useScenarioRun({ id, scenario })
  const running = run.value
  const data = running && dataIn(running.exchanges.all.value)
  return (
    <>
      <section class="scenario">
        <Head {...{ method, scenario }} run={running} onRun={() => void begin()} onConnect={() => void connect()} />
        {failure.value !== undefined && (
          <p class="failure" role="alert">
            {failure.value}
          </p>
        )}
      </section>
      <p class="visually-hidden" role="status">
        {running?.isReading.value ? "Reading…" : data && `Read: ${summaryOf(cardsOf(data))}`}
      </p>
      <Run scenario={scenario} run={running} />
    </>
  )
}
