/** The scenarios, which can be filtered by text, status, login method and market. */
import { useSignal } from "@preact/signals"
import type { Signal } from "@preact/signals"
import { useEffect, useId } from "preact/hooks"
import { familyNames } from "@sheaf/web/texts/MethodNames"
import type { ListedScenario } from "./calls/PlayableScenario.ts"
import * as Catalog from "./calls/ScenarioCatalog.ts"
import { outcomeOf } from "./calls/ScenarioOutcomes.ts"
import { toneOf } from "./StatusBadge.tsx"

interface FilterProps {
  readonly label: string
  readonly value: Signal<string>
  readonly choices: ReadonlyArray<string>
  readonly nameOf?: (choice: string) => string
}

const Filter = ({ choices, label, nameOf = (choice) => choice, value }: FilterProps) => {
  const id = useId()
  return (
    <div class="filter">
      <label for={id}>{label}</label>
      <select id={id} value={value.value} onChange={({ currentTarget }) => (value.value = currentTarget.value)}>
        <option value="">All</option>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {nameOf(choice)}
          </option>
        ))}
      </select>
    </div>
  )
}

export interface ScenarioListProps {
  /** The name of the chosen scenario. */
  readonly chosen: string
}

/**
 * Scrolls the list to the chosen scenario. Does not use `scrollIntoView`: in browsers that follow the newer HTML
 * standard, the Tab key would then continue from the scenario instead of from the top of the page.
 */
const showChosen = (): void => {
  const link = document.querySelector(".scenarios [aria-current]")
  const list = link?.closest(".scenarios__list")
  if (!link || !list) return
  const [row, box] = [link.getBoundingClientRect(), list.getBoundingClientRect()]
  // The heading of the group stays at the top of the list, above its scenarios.
  const top = box.top + (link.closest("section")?.querySelector("h2")?.getBoundingClientRect().height ?? 0)
  if (row.top < top || row.bottom > box.bottom) list.scrollTop += row.top - top
}

/** Closes the list if it is open as a sheet, so that the chosen scenario is visible. */
const closeSheet = (): void => {
  const sheet = document.getElementById("choice")
  if (sheet?.matches(":popover-open")) sheet.hidePopover()
}

interface ChoiceProps {
  readonly scenario: ListedScenario
  readonly isChosen: boolean
}

const Choice = ({ isChosen, scenario }: ChoiceProps) => (
  <li>
    <a href={`#/${scenario.scenario}`} aria-current={isChosen ? "page" : undefined} onClick={closeSheet}>
      <strong>{Catalog.titleInGroup(scenario)}</strong>
      <span class={`status status--${toneOf(scenario.finalStatus)}`}>
        {[scenario.companyName, ...Catalog.methodInList(scenario), outcomeOf(scenario)].join(" · ")}
      </span>
    </a>
  </li>
)

/** How many scenarios pass the filters. */
const Count = () => {
  const all = Catalog.allScenarios.value.length
  if (all === 0) return <p role="status">{Catalog.loadError.value === undefined && "Loading the scenarios…"}</p>
  return (
    <p role="status">
      {Catalog.visibleScenarios.value.length} of {all} scenarios
    </p>
  )
}

/** The filters, which are collapsed at first, and the number of scenarios that match them. */
const Filters = () => {
  const { market, method, status, text } = Catalog.filters
  const options = Catalog.filterOptions.value
  const isOpen = useSignal(false)
  const active = [market, method, status].filter(({ value }) => value !== "").length
  const isFiltered = active > 0 || text.value !== ""
  return (
    <>
      <div class="scenarios__count">
        <button
          type="button"
          aria-expanded={isOpen.value}
          aria-controls="filters"
          onClick={() => (isOpen.value = !isOpen.value)}
        >
          {active === 0 ? "Filter" : `Filter (${active})`}
        </button>
        <Count />
      </div>
      <div class="scenarios__filters" id="filters" hidden={!isOpen.value}>
        <Filter label="Status" value={status} choices={options.status} />
        <Filter
          label="Login method"
          value={method}
          choices={options.method}
          nameOf={(choice) => familyNames[choice] ?? choice}
        />
        <Filter label="Market" value={market} choices={options.market} nameOf={(choice) => choice.toUpperCase()} />
      </div>
      {isFiltered && (
        <div class="scenarios__count">
          <button type="button" onClick={() => Object.values(Catalog.filters).forEach((filter) => (filter.value = ""))}>
            Clear the filters
          </button>
        </div>
      )}
    </>
  )
}

/** The list is beside the scenario. On a narrow screen, a button opens the list as a sheet over the whole page. */
export const ScenarioList = ({ chosen }: ScenarioListProps) => {
  const { filters } = Catalog
  const isLoaded = Catalog.allScenarios.value.length > 0
  useEffect(showChosen, [chosen, isLoaded])
  return (
    <aside class="scenarios" aria-label="Scenarios">
      <button type="button" class="scenarios__toggle" popovertarget="choice">
        {chosen === "" ? "Choose a scenario" : "Choose another scenario"}
      </button>
      <div class="scenarios__choice" id="choice" popover="auto" onToggle={showChosen}>
        <div class="scenarios__sheet-head">
          <p>Scenarios</p>
          <button type="button" popovertarget="choice" popovertargetaction="hide">
            Close
          </button>
        </div>
        <div>
          <div class="filter">
            <label for="search" class="visually-hidden">
              Find a scenario
            </label>
            <input
              id="search"
              type="search"
              placeholder="Find a scenario"
              value={filters.text.value}
              onInput={({ currentTarget }) => (filters.text.value = currentTarget.value)}
            />
          </div>
          <Filters />
          {Catalog.loadError.value !== undefined && <p role="alert">{Catalog.loadError.value}</p>}
        </div>
        <div class="scenarios__list" tabIndex={0} role="region" aria-label="Results">
          {Catalog.visibleGroups.value.map(([heading, scenarios]) => (
            <section key={heading}>
              <h2>{heading}</h2>
              <ul>
                {scenarios.map((scenario) => (
                  <Choice key={scenario.scenario} scenario={scenario} isChosen={scenario.scenario === chosen} />
                ))}
              </ul>
            </section>
          ))}
        </div>
      </div>
    </aside>
  )
}
