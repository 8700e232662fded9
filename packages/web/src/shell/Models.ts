/** The page with all models: filters them by name, and unfolds the one in the URL. */
import { element } from "./Elements.ts"

const unfold = (): void => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  const model = target?.closest<HTMLDetailsElement>("details.model")
  if (!model) return
  model.open = true
  model.scrollIntoView()
}

const filterOf = (list: HTMLElement): HTMLElement => {
  const models = [...list.querySelectorAll<HTMLElement>("details.model")]
  const none = element("p", { class: "note", role: "status" })
  const input = element("input", { type: "search", autocomplete: "off", spellcheck: "false" })
  input.addEventListener("input", () => {
    const wanted = input.value.trim().toLowerCase()
    for (const model of models) model.hidden = !(model.dataset["name"] ?? "").toLowerCase().includes(wanted)
    for (const letter of list.querySelectorAll("section"))
      letter.hidden = letter.querySelector("details.model:not([hidden])") === null
    none.textContent = models.some(({ hidden }) => !hidden) ? "" : "No model has this in its name."
  })
  return element("div", {}, element("label", { class: "models__filter" }, "Filter models", input), none)
}

export const complete = (): void => {
  const list = document.querySelector<HTMLElement>(".models")
  if (list === null) return
  list.before(filterOf(list))
  addEventListener("hashchange", unfold)
  unfold()
}
