/** Fields that filter long lists on a page: the models by name, and the errors by their codes and texts. */
import { element } from "./Elements.ts"

interface Filtered {
  /** The field is inserted before this element. */
  readonly place: Element
  readonly label: string
  readonly none: string
  readonly entries: ReadonlyArray<{ readonly shown: HTMLElement; readonly text: string }>
  /** Hides the elements in `shown` if the filter leaves no entry inside `inside`. */
  readonly groups: ReadonlyArray<{ readonly shown: ReadonlyArray<HTMLElement>; readonly inside: HTMLElement }>
}

const add = ({ entries, groups, label, none, place }: Filtered): void => {
  const status = element("p", { class: "note", role: "status" })
  const input = element("input", { type: "search", autocomplete: "off", spellcheck: "false" })
  input.addEventListener("input", () => {
    const wanted = input.value.trim().toLowerCase()
    for (const { shown, text } of entries) shown.hidden = !text.toLowerCase().includes(wanted)
    const left = entries.filter(({ shown }) => !shown.hidden)
    for (const { inside, shown } of groups)
      for (const part of shown) part.hidden = !left.some((entry) => inside.contains(entry.shown))
    status.textContent = left.length > 0 ? "" : none
  })
  place.before(element("div", {}, element("label", { class: "filter-field" }, label, input), status))
}

const unfoldModel = (): void => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  const model = target?.closest<HTMLDetailsElement>("details.model")
  if (!model) return
  model.open = true
  model.scrollIntoView()
}

/** Filters the models by name, and unfolds the one in the URL. */
const completeModels = (list: HTMLElement): void => {
  add({
    place: list,
    label: "Filter models",
    none: "No model has this in its name.",
    entries: Array.from(list.querySelectorAll<HTMLElement>("details.model"), (shown) => ({
      shown,
      text: shown.dataset["name"] ?? ""
    })),
    groups: Array.from(list.querySelectorAll("section"), (inside) => ({ shown: [inside], inside }))
  })
  addEventListener("hashchange", unfoldModel)
  unfoldModel()
}

/** Filters the list of errors. Each table belongs to the heading before it. */
const completeErrors = (tables: ReadonlyArray<HTMLElement>): void => {
  const [first] = tables
  const rows = tables.flatMap((table) => [...table.querySelectorAll<HTMLElement>("tbody tr")])
  const headingOf = (table: HTMLElement): Element | null => table.previousElementSibling
  const place = first === undefined ? null : headingOf(first)
  if (place === null) return
  add({
    place,
    label: "Filter errors",
    none: "No error has this in its code or texts.",
    entries: rows.map((shown) => ({ shown, text: shown.textContent })),
    groups: tables.map((inside) => {
      const heading = headingOf(inside)
      return { shown: heading instanceof HTMLElement ? [heading, inside] : [inside], inside }
    })
  })
}

export const complete = (): void => {
  const models = document.querySelector<HTMLElement>(".models")
  if (models !== null) completeModels(models)
  completeErrors([...document.querySelectorAll<HTMLElement>(".article--errors .table")])
}
