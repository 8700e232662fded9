/**
 * Starts the sandbox's console, where a developer chooses a scenario, runs it, and acts as the person (spec 12). The
 * console runs inside the shell of the developer pages.
 */
import { effect, signal } from "@preact/signals"
import { render } from "preact"
import "./console.css"
import * as EventFeed from "./calls/EventFeed.ts"
import * as Catalog from "./calls/ScenarioCatalog.ts"
import { ScenarioList } from "./ScenarioList.tsx"
import { titleOf } from "./calls/ScenarioTitles.ts"
import { ScenarioView } from "./ScenarioView.tsx"
import { Welcome } from "./Welcome.tsx"
import * as WebhookInbox from "./calls/WebhookInbox.ts"

interface Route {
  /** Empty on the welcome page. */
  readonly scenario: string
  /**
   * The id of the run's collection or consent, so that a reload continues the run. The value `run` starts a new run.
   */
  readonly id?: string
}

/** Reads `#/<scenario>`, `#/<scenario>/<id>` or `#/<scenario>/run`. */
const routeOf = (fragment: string): Route => {
  const [, scenario = "", id] = fragment.split("/")
  return { scenario, ...(id !== undefined && { id }) }
}

const route = signal(routeOf(location.hash))
addEventListener("hashchange", () => (route.value = routeOf(location.hash)))
effect(() => void Catalog.loadDetails(route.value.scenario))
effect(() => {
  const { scenario } = route.value
  document.title = scenario === "" ? "Sheaf sandbox" : `${titleOf(scenario)} · Sheaf sandbox`
})

const Main = () => {
  const name = route.value.scenario
  if (name === "") return <Welcome />
  const all = Catalog.allScenarios.value
  if (all.length > 0 && !all.some(({ scenario }) => scenario === name)) {
    return <p class="soft">No scenario has this name.</p>
  }
  const chosen = Catalog.chosenScenarios.value.get(name)
  if (chosen === undefined) return <p class="soft">{Catalog.loadError.value ?? "Loading…"}</p>
  return (
    <>
      <ScenarioView key={chosen.scenario} scenario={chosen} id={route.value.id} />
      <p class="soft">Every person, company and figure is invented.</p>
    </>
  )
}

const Page = () => (
  <>
    <button type="button" class="console__skip" onClick={() => document.getElementById("scenario")?.focus()}>
      Skip to the scenario
    </button>
    <div class="console">
      <ScenarioList chosen={route.value.scenario} />
      <main class="console__main" id="scenario" tabIndex={-1}>
        <Main />
      </main>
    </div>
  </>
)

const root = document.getElementById("app")
if (root !== null) {
  void Catalog.loadScenarios()
  void EventFeed.receiveEvents(route.value.id)
  void WebhookInbox.resumeReceiving()
  render(<Page />, root)
}
