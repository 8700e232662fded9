/** The scenarios, which can be filtered by text, status, login method and market. */
import { useSignal } from "@preact/signals"
import type { Signal } from "@preact/signals"
import { useEffect, useId } from "preact/hooks"
import * as Catalog from "./calls/ScenarioCatalog.ts"
import { titleOf } from "./calls/ScenarioTitles.ts"
import { StatusText } from "./StatusBadge.tsx"

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
 * Scrolls the list to the chosen scenario. In browsers that follow the newer HTML standard, `scrollIntoView` would also
 * make the Tab key continue from there, not from the top of the page.
 */
const showChosen = (): void => {
  const link = document.querySelector(".scenarios [aria-current]")
  const list = link?.closest(".scenarios__list")
  if (!link || !list) return
  const [row, box] = [link.getBoundingClientRect(), list.getBoundingClientRect()]
  if (row.top < box.top) list.scrollTop += row.top - box.top
  else if (row.bottom > box.bottom) list.scrollTop += row.bottom - box.bottom
}

interface ChoiceProps {
  readonly scenario: Catalog.PlayableScenario
  readonly isChosen: boolean
}

const Choice = ({ isChosen, scenario }: ChoiceProps) => (
  <li>
    <a href={`#/${scenario.scenario}`} aria-current={isChosen ? "page" : undefined}>
      <strong>{titleOf(scenario.scenario)}</strong>
      <span class="scenarios__facts">
        <span class="visually-hidden">ends in </span>
        <StatusText status={scenario.finalStatus} />, {Catalog.companyNameOf(scenario)}
      </span>
    </a>
  </li>
)

/** How many scenarios pass the filters, and a button that empties the filters. */
const Count = () => {
  const filters = Object.values(Catalog.filters)
  return (
    <div class="scenarios__count">
      <p role="status">
        {Catalog.visibleScenarios.value.length} of {Catalog.allScenarios.value.length} scenarios
      </p>
      {filters.some(({ value }) => value !== "") && (
        <button type="button" onClick={() => filters.forEach((filter) => (filter.value = ""))}>
          Clear the filters
        </button>
      )}
    </div>
  )
}

export const ScenarioList = ({ chosen }: ScenarioListProps) => {
  const { filters } = Catalog
  const isLoaded = Catalog.allScenarios.value.length > 0
  // On a narrow screen, the list starts closed, so that the scenario comes first.
  const isOpen = useSignal(false)
  useEffect(() => {
    isOpen.value = false
  }, [chosen])
  useEffect(showChosen, [chosen, isLoaded, isOpen.value])
  const { market, method, status } = Catalog.filterOptions.value
  return (
    <aside class="scenarios" aria-label="Scenarios">
      <button
        type="button"
        class="scenarios__toggle"
        aria-expanded={isOpen.value}
        aria-controls="choice"
        onClick={() => (isOpen.value = !isOpen.value)}
      >
        {chosen === "" ? "Choose a scenario" : "Choose another scenario"}
      </button>
      <div class={isOpen.value ? "scenarios__choice scenarios__choice--open" : "scenarios__choice"} id="choice">
        <div class="scenarios__filters">
          <div class="filter filter--wide">
            <label for="search">Search</label>
            <input
              id="search"
              type="search"
              placeholder={isLoaded ? `Search ${Catalog.allScenarios.value.length} scenarios` : ""}
              value={filters.text.value}
              onInput={({ currentTarget }) => (filters.text.value = currentTarget.value)}
            />
          </div>
          <Filter label="Status" value={filters.status} choices={status} />
          <Filter
            label="Login method"
            value={filters.method}
            choices={method}
            nameOf={(choice) => Catalog.familyNames[choice] ?? choice}
          />
          <Filter label="Market" value={filters.market} choices={market} nameOf={(choice) => choice.toUpperCase()} />
        </div>
        {Catalog.loadError.value !== undefined && <p role="alert">{Catalog.loadError.value}</p>}
        <Count />
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
