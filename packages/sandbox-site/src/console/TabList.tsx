/** Tabs, one of which shows its content (WAI-ARIA, "Tabs"). The arrow keys move between them. */
import { useSignal } from "@preact/signals"
import type { ComponentChildren } from "preact"
import { useId } from "preact/hooks"

export interface TabContent {
  readonly title: string
  /** Shown after the title. */
  readonly count?: number
  readonly content: () => ComponentChildren
}

export interface TabListProps {
  readonly label: string
  readonly tabs: ReadonlyArray<TabContent>
}

export const TabList = ({ label, tabs }: TabListProps) => {
  const id = useId()
  const index = useSignal(0)
  const chosen = tabs[index.value] ?? tabs[0]
  const move = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0
    if (step === 0) return
    index.value = (index.value + step + tabs.length) % tabs.length
    document.getElementById(`${id}-${index.value}`)?.focus()
  }
  return (
    <div class="tabs">
      <div role="tablist" aria-label={label} class="tabs__list" onKeyDown={move}>
        {tabs.map((tab, at) => (
          <button
            key={at}
            type="button"
            role="tab"
            id={`${id}-${at}`}
            aria-controls={`${id}-panel`}
            aria-selected={tab === chosen}
            tabIndex={tab === chosen ? 0 : -1}
            onClick={() => (index.value = at)}
          >
            {tab.title}
            {tab.count !== undefined && <span class="tabs__count"> {tab.count}</span>}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${index.value}`} class="tabs__panel">
        {chosen?.content()}
      </div>
    </div>
  )
}
